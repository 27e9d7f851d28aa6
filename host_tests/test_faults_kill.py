"""The firmware's process is killed with SIGKILL; after power on the match is where it was.

A match is entered event by event, each in a session of its own that begins with power-on. Killed
anywhere in it, the next session finds the match as before the event or as after it, and in the
first case the event can be entered as if nothing had been.
"""

import asyncio
import contextlib
import json
import random
import shutil
import signal
import threading
import time
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import aiohttp
import pytest

from engine_core import record
from engine_core.history import History
from engine_core.match import Match
from host_tests.device.screens_kit import Player
from host_tests.fingers import KEYS, Fingers, press_on
from host_tests.test_match_by_keys import MATCHES
from host_tests.test_sim_command import start_simulator
from tools.sim.device import messages
from tools.sim.driver import Device, DeviceError

pytestmark = pytest.mark.faults

_RESUMED_MS = 1000
_PRESS_S = 0.06

# The companion as it is, on a flash whose erases and programs are counted. At one of them the
# process kills itself: before it, when half of it is written, or after it.
_MAIN = """
import os
from fake_flash import Flash
from firmware import app

operations = 0
_write = Flash._write

def write(self, at, data):
    global operations
    operations += 1
    if operations != %d:
        return _write(self, at, data)
    _write(self, at, bytes(data)[:len(data) * %d // 2])
    os.system("kill -9 $PPID")

Flash._write = write
app.run()
"""


class Step(NamedTuple):
    """Keys pressed from power-on, and the match they lead to: its log, and what is taken back."""

    keys: str
    log: bytes
    back: int


def _steps(text: str) -> list[Step]:
    """Enter a match, and take every third event back and bring it again."""
    events: list[bytes] = []
    match = Match()
    for line in record.lines(text.encode()):
        events.append(record.read(line, match))
        match.apply(events[-1])
    begin, _, _ = text.partition("\nhand\n")
    fingers = Fingers(Player())
    fingers.enter(begin + "\nhand\n")
    history = History(fingers.player.app.history.log)
    steps = [Step("", b"", 0), Step(fingers.typed, bytes(history.log), 0)]
    for number, event in enumerate(events[history.count :]):
        fingers = Fingers(Player(bytes(history.log)))
        fingers.do(event)
        before = bytes(history.log)
        history.add(event)
        steps.append(Step(fingers.typed, bytes(history.log), 0))
        if number % 3 == 2:
            steps += [Step("BO", before, 1), Step("BU", bytes(history.log), 0)]
    return steps


STEPS = _steps(MATCHES["casual"])


class Kills:
    """Sessions that are killed, each on the disk that the steps before it left."""

    def __init__(self, folder: Path, python: bool = False) -> None:
        self.operations: list[int] = []  # of the flash, in each step's session
        self.seconds: list[float] = []
        self.before = 0
        self.after = 0
        self._folder = folder
        self._disk = folder / "disk"
        self._python = python
        for number, step in enumerate(STEPS[1:]):
            start = time.monotonic()
            with self._session(number, None if python else self._main()) as device:
                _enter(device, step.keys)
                self.seconds.append(time.monotonic() - start)
                self.operations.append(0 if python else int(device.variable("operations")))
                assert _state(device) == step[1:]
            shutil.copytree(self._disk, folder / f"{number + 1}")

    def at_operation(self, number: int, operation: int, half: int) -> None:
        """Kill a step's session at an operation of the flash: 0 before it, 2 after it."""
        with self._session(number, self._main(operation, half)) as device:
            with pytest.raises(DeviceError, match="has ended"):
                _enter(device, STEPS[number + 1].keys)
            assert device.exit_status == -signal.SIGKILL
        self._check(number)

    def at_moment(self, number: int, moment: float) -> None:
        """Kill a step's session at any moment: 0 when it begins, 1 when it is done."""
        with self._session(number) as device:
            killer = threading.Timer(moment * self.seconds[number], _kill, [device])
            killer.start()
            saved = False
            with contextlib.suppress(DeviceError):
                _enter(device, STEPS[number + 1].keys)
                saved = True
            killer.cancel()
            device.cut_power()
            assert device.exit_status == -signal.SIGKILL
        self._check(number, saved)

    def __str__(self) -> str:
        return f"{self.before + self.after} kills, {self.after} of them after the event was saved"

    @contextmanager
    def _session(self, number: int, main: Path | None = None) -> Generator[Device]:
        """A device that is still to be switched on, whose disk holds so many steps."""
        self._lay_out(number)
        with Device(disk=self._disk, main=main, python=self._python, switch_on=False) as device:
            yield device

    def _lay_out(self, number: int) -> None:
        """Have the disk as so many steps left it."""
        shutil.rmtree(self._disk, ignore_errors=True)
        if number:
            shutil.copytree(self._folder / f"{number}", self._disk)

    def _main(self, operation: int = 0, half: int = 0) -> Path:
        path = self._folder / "main_of_test.py"
        path.write_text(_MAIN % (operation, half), encoding="utf-8")
        return path

    def _check(self, number: int, saved: bool = False) -> None:
        """Power is back: the match is as before the step, or as after it, and goes on."""
        with Device(disk=self._disk, python=self._python) as device:
            device.run(_RESUMED_MS)
            state = _state(device)
            if state == STEPS[number][1:] and not saved:
                self.before += 1
                press_on(device, STEPS[number + 1].keys)
                state = _state(device)
            else:
                self.after += 1
            assert state == STEPS[number + 1][1:]
            assert "broken.txt" not in device.files()

    def on_the_page(self, number: int, moment: float, button: bool) -> None:
        """Enter a step on the page of a simulator that is killed, or whose button cuts the power.

        The moment is a part of the time that typing takes.
        """
        self._lay_out(number)
        process = start_simulator("--port", "0", "--disk", str(self._disk))
        assert process.stdout
        try:
            url = process.stdout.readline().split()[-1]
            asyncio.run(_type(url, STEPS[number + 1].keys, moment, button))
        finally:
            process.kill()
            process.communicate()
        self._check(number)


def _enter(device: Device, keys: str) -> None:
    device.power_on()
    device.run(_RESUMED_MS)
    press_on(device, keys)


def _state(device: Device) -> tuple[bytes, int]:
    answer = device.ask(messages.RECORD)
    assert answer.startswith(messages.LOG)
    back = device.variable("app.current.history.back")
    return bytes.fromhex(answer[len(messages.LOG) :]), int(back)


def _kill(device: Device) -> None:
    child = device._child  # pyright: ignore[reportPrivateUsage]
    if child:
        child.process.kill()


async def _type(url: str, keys: str, moment: float, button: bool) -> None:
    """Type on the page from when it shows the match; then press its button, or leave."""
    async with aiohttp.ClientSession() as client, client.ws_connect(f"{url}socket") as page:
        while not (await _hear(page)).get("record"):
            pass

        async def fingers() -> None:
            for letter in keys:
                for down in (True, False):
                    await page.send_json({"key": KEYS[letter], "down": down})
                    await asyncio.sleep(_PRESS_S)

        typing = asyncio.create_task(fingers())
        await asyncio.sleep(moment * 2 * _PRESS_S * len(keys))
        typing.cancel()
        if button:
            await page.send_json({"power": False})
            while (await _hear(page)).get("power", True):
                pass


async def _hear(page: "aiohttp.ClientWebSocketResponse[bool]") -> dict[str, Any]:
    message = await page.receive(20)
    return json.loads(message.data) if message.type == aiohttp.WSMsgType.TEXT else {}


def _operations(kills: Kills) -> list[tuple[int, int, int]]:
    """Every operation of every step, before it, half-way through it and after it."""
    return [
        (step, operation + 1, half)
        for step, operations in enumerate(kills.operations)
        for operation in range(operations)
        for half in range(3)
    ]


def _at_operations(folder: Path, count: int | None) -> None:
    kills = Kills(folder)
    # The first step also makes the files of a new disk.
    assert all(1 <= operations <= 4 for operations in kills.operations[1:])
    where = _operations(kills)
    for step, operation, half in random.Random(1).sample(where, count) if count else where:
        kills.at_operation(step, operation, half)
    print(f"at operations of the flash: {kills}, of {len(where)} there are")
    assert kills.before and kills.after


def _at_moments(folder: Path, count: int, seed: int, python: bool = False) -> None:
    print(f"seed {seed}")
    chance = random.Random(seed)
    kills = Kills(folder, python)
    for _ in range(count):
        # Before the session is half over there is nothing to save.
        kills.at_moment(chance.randrange(len(STEPS) - 1), chance.uniform(0.3, 1.1))
    print(f"at any moment: {kills}")
    assert kills.before + kills.after == count


def _on_the_page(folder: Path, count: int, seed: int, button: bool) -> None:
    print(f"seed {seed}")
    chance = random.Random(seed)
    kills = Kills(folder)
    short = [step for step in range(1, len(STEPS) - 1) if STEPS[step + 1].keys.isupper()]
    for _ in range(count):
        kills.on_the_page(chance.choice(short), chance.uniform(0.4, 1.1), button)
    print(f"on the page: {kills}")
    assert kills.before + kills.after == count


def test_at_operations_of_the_flash(tmp_path: Path) -> None:
    _at_operations(tmp_path, 40)


@pytest.mark.parametrize("python", [False, True], ids=["micropython", "cpython"])
def test_at_any_moment(tmp_path: Path, python: bool) -> None:
    _at_moments(tmp_path, 25, 1, python)


@pytest.mark.parametrize("button", [False, True], ids=["kill", "button"])
def test_on_the_page(tmp_path: Path, button: bool) -> None:
    _on_the_page(tmp_path, 4, 1, button)


@pytest.mark.long
def test_at_every_operation_of_the_flash(tmp_path: Path) -> None:
    _at_operations(tmp_path, None)


@pytest.mark.long
@pytest.mark.parametrize("python", [False, True], ids=["micropython", "cpython"])
def test_at_very_many_moments(tmp_path: Path, python: bool) -> None:
    _at_moments(tmp_path, 1000, random.randrange(1 << 30), python)


@pytest.mark.long
@pytest.mark.parametrize("button", [False, True], ids=["kill", "button"])
def test_often_on_the_page(tmp_path: Path, button: bool) -> None:
    _on_the_page(tmp_path, 100, random.randrange(1 << 30), button)
