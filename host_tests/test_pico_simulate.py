"""`python3 -m tools simulate --pico` as people start it, without a browser."""

import asyncio
import itertools
import json
import re
import signal
import subprocess
import sys
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from firmware.display.i2c import I2CBus
from firmware.display.oled import SSD1306 as Driver
from host_tests.device.screens_kit import Player
from host_tests.display_kit import I2C
from host_tests.fingers import Fingers
from tools.pico import firmware as images
from tools.sim import command, runner
from tools.sim.chips.ssd1306 import SSD1306
from tools.sim.driver import Device

_ROOT = Path(__file__).resolve().parents[1]
_MATCH = """\
rules casual
seats Ana Bruno Carla Diogo
hand
meld A 6D 7D 8D 9D
"""
_NAMES = {"U": "UP", "D": "DOWN", "O": "OK", "B": "BACK"}
_PATIENCE_S = 300


class Page:
    """What the page knows, and what it can do."""

    def __init__(self, socket: "aiohttp.ClientWebSocketResponse[bool]") -> None:
        self._socket = socket
        self.told: dict[str, Any] = {}

    async def until(self, name: str, value: object) -> None:
        """Wait until the page is told this; the picture's name is `frame`."""
        end = asyncio.get_running_loop().time() + _PATIENCE_S
        while self.told.get(name) != value:
            left = end - asyncio.get_running_loop().time()
            try:
                message = await self._socket.receive(max(0.01, left))
            except asyncio.TimeoutError:
                pytest.fail(f"{name} is not {value!r} after {_PATIENCE_S} s: {self.told}")
            if message.type == aiohttp.WSMsgType.BINARY:
                self.told["frame"] = message.data
            else:
                assert message.type == aiohttp.WSMsgType.TEXT, message
                self.told.update(json.loads(message.data))

    async def power(self, on: bool) -> None:
        """Cut the power, or switch on."""
        await self._socket.send_json({"power": on})
        await self.until("power", on)

    async def hold(self, key: str) -> None:
        """Press a key and keep it down."""
        await self._socket.send_json({"key": key, "down": True})

    async def press(self, names: str, seconds: float = 0.05) -> None:
        """Type as a quick finger does, whether the device keeps up or not."""
        for name in names:
            await self.hold(_NAMES[name])
            await asyncio.sleep(seconds)
            await self._socket.send_json({"key": _NAMES[name], "down": False})
            await asyncio.sleep(0.05)


@asynccontextmanager
async def _simulator(*arguments: str) -> AsyncGenerator[Page]:
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "tools", "simulate", "--pico", "--no-browser", "--port", "0"),
        *arguments,
        cwd=_ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    try:
        assert process.stdout is not None
        first = await asyncio.wait_for(process.stdout.readline(), _PATIENCE_S)
        found = re.search(rb"http://\S+:\d+/", first)
        assert found is not None, first
        url = found[0].decode()
        async with (
            aiohttp.ClientSession() as session,
            session.ws_connect(url + "socket") as socket,
        ):
            yield Page(socket)
        process.send_signal(signal.SIGINT)
        out, _ = await asyncio.wait_for(process.communicate(), 10)
        assert process.returncode == 0
        assert out.endswith(b"Stopped.\n")
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()


def _expected() -> tuple[str, bytes]:
    """The keys that enter the match, and the picture they lead to."""
    chip = SSD1306()
    fingers = Fingers(Player(shown=Driver(I2CBus(I2C(chip)))))
    fingers.enter(_MATCH)
    return fingers.typed.replace(" ", ""), runner.packed(chip.pixels())


@pytest.mark.pico
def test_a_match_is_entered_and_outlives_the_power_and_the_simulator(tmp_path: Path) -> None:
    keys, table = _expected()
    dark = bytes(len(table))
    saved = tmp_path / "match.biriba"
    arguments = ("--disk", str(tmp_path / "disk"), "--record", str(saved))

    async def play() -> None:
        async with _simulator(*arguments) as page:
            await page.until("output", "Biriba Companion: ready\n")
            assert page.told["keys"] == list(_NAMES.values())
            await page.press(keys)
            await page.until("record", _MATCH)
            await page.until("frame", table)
            assert "on an emulated Pico" in page.told["runtime"]
            assert 0 < page.told["speed"] < 2
            await page.power(False)
            await page.until("frame", dark)
            await page.power(True)
            await page.until("frame", table)
            assert (page.told["record"], page.told["problem"]) == (_MATCH, "")

    async def resume() -> None:
        async with _simulator(*arguments) as page:
            await page.until("record", _MATCH)
            await page.until("frame", table)

    asyncio.run(play())
    assert saved.read_text() == _MATCH
    asyncio.run(resume())


def _pictures(board: str, presses: list[tuple[str, float]]) -> tuple[list[bytes], float]:
    """What the plain simulator shows before and after each press, and its light."""
    with Device(board) as device:
        device.run(1000)
        pictures = [_sent(device)]
        for name, seconds in presses:
            device.hold(_NAMES[name], seconds * 1000)
            device.settle()
            pictures.append(_sent(device))
        assert device.display.complaints == []
        return pictures, device.display.backlight


def _sent(device: Device) -> bytes:
    """The picture as the page gets it."""
    frame = device.frame()
    return runner.packed(frame) if device.display.depth == 1 else frame


# On the second board a key that is held stands for another.
@pytest.mark.pico
@pytest.mark.parametrize(
    ("board", "presses"),
    [
        ("waveshare_lcd_1_14", [("D", 0.05), ("U", 0.05), ("O", 0.05), ("B", 0.05)]),
        ("waveshare_oled_1_3", [("O", 0.05), ("D", 0.05), ("D", 0.8), ("O", 0.05), ("O", 0.8)]),
    ],
)
def test_a_board_on_spi_shows_what_the_plain_simulator_does(
    board: str, presses: list[tuple[str, float]], tmp_path: Path
) -> None:
    pictures, light = _pictures(board, presses)
    assert all(before != after for before, after in itertools.pairwise(pictures))

    async def press() -> None:
        async with _simulator("--disk", str(tmp_path), "--board", board) as page:
            await page.until("output", "Biriba Companion: ready\n")
            await page.until("frame", pictures[0])
            for (name, seconds), picture in zip(presses, pictures[1:], strict=True):
                await page.press(name, seconds)
                await page.until("frame", picture)
            assert page.told["light"] == pytest.approx(light, abs=0.001)
            assert page.told["problem"] == ""
            await page.power(False)
            await page.until("frame", bytes(len(pictures[0])))

    asyncio.run(press())


@pytest.mark.pico
def test_a_program_that_has_ended_is_told(tmp_path: Path) -> None:
    async def hold_back() -> None:
        async with _simulator("--disk", str(tmp_path)) as page:
            await page.until("power", True)
            await page.power(False)
            await page.hold("BACK")
            await page.power(True)
            await page.until(
                "problem", "The program has ended: this is the prompt of MicroPython."
            )
            assert "BACK is held" in page.told["output"]

    asyncio.run(hold_back())


# What is said where it cannot start


def test_without_an_image_one_is_fetched_or_it_is_said_how(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def fetch() -> Path:
        raise images.NoImageError(f"none could be fetched; {images.HOW_TO}")

    monkeypatch.delenv(images.VARIABLE, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setattr(images, "fetch_image", fetch)
    assert command.main(["--pico", "--disk", str(tmp_path / "disk")]) == 2
    assert capsys.readouterr().err == f"none could be fetched; {images.HOW_TO}\n"


def test_an_image_that_is_named_and_not_there_is_told(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv(images.VARIABLE, str(tmp_path / "gone.uf2"))
    assert command.main(["--pico", "--disk", str(tmp_path / "disk")]) == 2
    assert "gone.uf2 is no file" in capsys.readouterr().err


@pytest.mark.parametrize("other", [["--python"], ["--heap", "96"]])
def test_what_a_pico_has_cannot_be_chosen(
    other: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        command.main(["--pico", *other])
    assert ended.value.code == 2
    assert "not for --pico" in capsys.readouterr().err
