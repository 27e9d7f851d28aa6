"""`python3 -m tools simulate` without a browser: page, socket, record file, endings."""

import asyncio
import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from tools.sim import command, runner
from tools.sim.driver import Device
from tools.sim.server import HOST, Server

ROOT = Path(__file__).resolve().parents[1]
MAIN = Path(__file__).parent / "device" / "sim_firmware.py"


def start_simulator(*arguments: str) -> "subprocess.Popen[str]":
    """Start the command without a browser."""
    code = "import sys; from tools.sim import command; sys.exit(command.main(sys.argv[1:]))"
    return subprocess.Popen(
        [sys.executable, "-c", code, "--no-browser", *arguments],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def _children(pid: int) -> list[int]:
    listed = Path(f"/proc/{pid}/task/{pid}/children")
    return [int(n) for n in listed.read_text().split()] if listed.exists() else []


@pytest.mark.skipif(os.name == "nt", reason="Windows sends no SIGINT to another process")
@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGTERM])
def test_ctrl_c_stops_it_cleanly(tmp_path: Path, sent: signal.Signals) -> None:
    process = start_simulator("--port", "0", "--disk", str(tmp_path))
    assert process.stdout is not None
    lines = [process.stdout.readline() for _ in range(3)]
    assert re.search(r"http://127\.0\.0\.1:\d+/$", lines[0])
    assert lines[2] == "Ctrl-C stops it.\n"
    time.sleep(0.3)
    children = _children(process.pid)
    process.send_signal(sent)
    out, err = process.communicate(timeout=10)
    assert (process.returncode, err) == (0, "")
    assert out.endswith("Stopped.\n")
    assert not [pid for pid in children if Path(f"/proc/{pid}").exists()]


def test_a_busy_port_is_told(tmp_path: Path) -> None:
    with socket.create_server((HOST, 0)) as taken:
        port = taken.getsockname()[1]
        process = start_simulator("--port", str(port), "--disk", str(tmp_path))
        out, err = process.communicate(timeout=20)
    assert process.returncode == 2
    assert out == ""
    assert err.startswith(f"Port {port} is in use")
    assert f"--port {port + 1}" in err
    assert err.count("\n") == 1


@pytest.mark.parametrize("port", ["-1", "65536", "x"])
def test_what_is_no_port_is_refused(port: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        command.main(["--port", port])
    assert ended.value.code == 2
    assert f"from 0 to 65535, not '{port}'" in capsys.readouterr().err


def test_an_unknown_board_lists_the_boards(capsys: pytest.CaptureFixture[str]) -> None:
    assert command.main(["--board", "toaster"]) == 2
    error = capsys.readouterr().err
    assert "'toaster'" in error
    assert "pico_ssd1306" in error


def test_a_record_without_a_folder_is_refused(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert command.main(["--record", str(tmp_path / "none" / "a.biriba")]) == 2
    assert "no folder" in capsys.readouterr().err


def test_a_disk_that_is_no_folder_is_refused(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "disk").write_text("")
    assert command.main(["--disk", str(tmp_path / "disk")]) == 2
    assert "cannot be used" in capsys.readouterr().err


@pytest.fixture
def device(tmp_path: Path) -> Iterator[Device]:
    with Device(
        main=MAIN, virtual=False, switch_on=False, disk=tmp_path / "disk", python=True
    ) as made:
        yield made


async def _hear(
    ws: "aiohttp.ClientWebSocketResponse[bool]", seen: dict[str, Any], name: str
) -> Any:
    """Read until there is news of this name, and return it."""
    seen.pop(name, None)
    while name not in seen:
        message = await asyncio.wait_for(ws.receive(), 10)
        assert message.type in (aiohttp.WSMsgType.TEXT, aiohttp.WSMsgType.BINARY), message
        if message.type == aiohttp.WSMsgType.BINARY:
            seen["frame"] = message.data
        else:
            seen.update(json.loads(message.data))
    return seen[name]


def test_the_socket_speaks_as_the_page_expects(device: Device, tmp_path: Path) -> None:
    async def talk() -> None:
        server = Server(device, tmp_path / "match.biriba")
        port = await server.start(0)
        url = f"http://{HOST}:{port}"
        try:
            async with aiohttp.ClientSession() as session:
                for name, kind in (("", "html"), ("page.js", "javascript"), ("style.css", "css")):
                    async with session.get(f"{url}/{name}") as answer:
                        assert answer.status == 200
                        assert kind in answer.headers["Content-Type"]
                for name in ("server.py", "..%2Fserver.py", "nothing.html"):
                    async with session.get(f"{url}/{name}") as answer:
                        assert answer.status == 404
                with pytest.raises(aiohttp.WSServerHandshakeError, match="403"):
                    await session.ws_connect(f"{url}/socket", origin="http://elsewhere.example")
                async with session.ws_connect(f"{url}/socket", origin=url) as ws:
                    await _talk(ws, device)
                assert (tmp_path / "match.biriba").read_text() == "press 1 OK PRESS\n"
                # The key that the closed page held is up again.
                await asyncio.sleep(0.3)
                assert not device.wiring.keys["UP"].down
        finally:
            await server.stop()

    asyncio.run(talk())


async def _talk(ws: "aiohttp.ClientWebSocketResponse[bool]", device: Device) -> None:
    seen: dict[str, Any] = {}
    assert await _hear(ws, seen, "keys") == ["UP", "DOWN", "OK", "BACK"]
    assert seen["size"] == [128, 64]
    while not seen.get("runtime", "").startswith("CPython"):
        await _hear(ws, seen, "runtime")
    while not any(await _hear(ws, seen, "frame")):
        pass
    assert len(seen["frame"]) == 1024
    for nonsense in ("", "[]", "{", '{"key": "FIRE", "down": true}', '{"key": 3}', '"key"'):
        await ws.send_str(nonsense)
    await ws.send_json({"key": "OK", "down": True})
    await asyncio.sleep(0.1)
    await ws.send_json({"key": "OK", "down": False})
    while await _hear(ws, seen, "record") != "press 1 OK PRESS\n":
        pass
    await ws.send_json({"power": False})
    while await _hear(ws, seen, "power"):
        pass
    await ws.send_json({"power": True})
    while not await _hear(ws, seen, "power"):
        pass
    await ws.send_json({"key": "UP", "down": True})


def test_the_record_is_replaced_whole(tmp_path: Path) -> None:
    file = tmp_path / "match.biriba"
    for text in ("", "♠\n" * 3, "short\n"):
        runner.save(file, text)
        assert file.read_bytes() == text.encode()
        assert list(tmp_path.iterdir()) == [file]


def test_pixels_are_packed_from_the_left() -> None:
    assert runner.packed(bytes([1, 0, 0, 0, 0, 0, 0, 1, 0, 1] + [0] * 6)) == b"\x81\x40"
