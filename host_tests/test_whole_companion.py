"""The companion as people have it: real keys, chips and files, whole matches, the page.

The keys of each match are found by `fingers`; here they are pressed as contacts that bounce, on
the real firmware on MicroPython, in the heap that a Pico has.
"""

import asyncio
import os
from pathlib import Path

import pytest

from host_tests.browser import open_page
from host_tests.device.screens_kit import Player
from host_tests.fingers import Fingers, press_on
from host_tests.test_match_by_keys import MATCHES
from tools.score import report
from tools.sim.driver import Device
from tools.sim.server import HOST, Server

_BOARD = "pico_ssd1306"
_PICO_HEAP_KW = 233
_HELD_MS = 800
_TYPED = {"U": "ArrowUp", "D": "ArrowDown", "O": "Enter", "B": "Escape"}
_RECORD = "document.getElementById('record').textContent"
_STATE = "document.getElementById('state')?.dataset.state"


def _typed(text: str) -> str:
    fingers = Fingers(Player())
    fingers.enter(text)
    return fingers.typed.replace(" ", "")


@pytest.mark.micropython
@pytest.mark.parametrize("name", MATCHES)
def test_match(name: str) -> None:
    _play(_BOARD, name)


@pytest.mark.micropython
@pytest.mark.parametrize(
    ("board", "name"),
    [
        ("waveshare_oled_1_3", "austere"),
        ("waveshare_oled_1_3", "mpirimpa"),
        ("bitdoglab", "partners"),
        ("pico_sh1106", "singles"),
    ],
)
def test_match_on_another_board(board: str, name: str) -> None:
    """On those with fewer keys some are held for others."""
    _play(board, name)


@pytest.mark.micropython
def test_taking_back_and_names_with_two_keys() -> None:
    with Device("waveshare_oled_1_3", virtual=True, heap_kw=_PICO_HEAP_KW) as device:
        device.settle()
        # Rules; names, the first one: "Bo", the check mark above the first letter; begin.
        press_on(device, "O" + "O" + "DDO" + "O" + "DO" + "D" * 14 + "O" + "UO" + "BUUO")
        device.settle()
        begun = "rules austere\nseats Bo Bruno Carla Diogo\nhand\n"
        assert device.record() == begun
        press_on(device, "ODOOOOO")
        device.settle()
        laid = begun + "meld A 6S 7S 8S\n"
        assert device.record() == laid
        press_on(device, "BO")
        device.settle()
        assert device.record() == begun
        press_on(device, "U")
        device.settle()
        assert device.record() == laid
        # Home from anywhere, and the match is there after the power was off.
        press_on(device, "bOb")
        device.cut_power()
        device.power_on()
        device.settle()
        assert device.record() == laid


def _play(board: str, name: str) -> None:
    with Device(board, virtual=True, heap_kw=_PICO_HEAP_KW) as device:
        device.settle()
        if device.board.held:
            device.press("OK")  # what the keys stand for has been read
        press_on(device, _typed(MATCHES[name]))
        device.settle()
        assert device.record() == MATCHES[name]
        assert "Traceback" not in device.output
        assert device.display.complaints == []


@pytest.mark.micropython
@pytest.mark.parametrize("keys", [20, 33, 52, 70, 84])
def test_the_match_is_where_it_was_after_a_power_cut(keys: int, tmp_path: Path) -> None:
    typed = _typed(MATCHES["casual"])[:keys]
    with Device(_BOARD, virtual=True, heap_kw=_PICO_HEAP_KW, disk=tmp_path) as device:
        device.settle()
        press_on(device, typed)
        device.settle()
        before = device.record()
        assert before
        device.cut_power()
        device.power_on()
        device.settle()
        assert device.record() == before
        # And it goes on: taking the last event back and bringing it again changes nothing.
        press_on(device, "BOU")
        device.settle()
        assert device.record() == before


@pytest.mark.browser
def test_a_hand_in_the_browser(tmp_path: Path) -> None:
    """A hand of partners typed on the page; the record beside the device is what was meant."""
    text = MATCHES["partners"].partition("\nhand\n")[0] + "\n"
    pictures = Path(os.environ.get("BIRIBA_SCREENSHOTS") or tmp_path)

    async def play() -> None:
        device = Device(
            _BOARD,
            virtual=False,
            heap_kw=_PICO_HEAP_KW,
            switch_on=False,
            disk=tmp_path / "disk",
        )
        saved = tmp_path / "match.biriba"
        server = Server(device, saved)
        with device:
            port = await server.start(0)
            try:
                async with open_page(f"http://{HOST}:{port}/") as page:
                    await page.wait(f"{_STATE} === 'on'")
                    for letter in _typed(text):
                        held = 0.06 if letter.isupper() else _HELD_MS / 1000
                        await page.key(_TYPED[letter.upper()], hold=held)
                    lines = text.strip().split("\n")
                    await page.wait(f"{_RECORD}.includes({lines[-1]!r})")
                    assert (await page.value(_RECORD)).strip() == text.strip()
                    await page.screenshot(pictures / "hand.png")
                    assert page.complaints == []
            finally:
                await server.stop()
        assert saved.read_text("utf-8").strip() == text.strip()
        assert report.sheet(saved.read_bytes())

    asyncio.run(play())
