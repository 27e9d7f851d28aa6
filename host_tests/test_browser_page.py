"""The simulator's page in a real browser: typed and clicked keys, picture, record, power.

The pictures of the page are kept in the folder the variable BIRIBA_SCREENSHOTS names.
"""

import asyncio
import io
import os
from collections.abc import AsyncGenerator, Callable, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, cast

import pytest
from PIL import Image

from host_tests.browser import Page, open_page
from tools.sim.driver import Device
from tools.sim.server import HOST, Server

pytestmark = pytest.mark.browser

MAIN = Path(__file__).parent / "device" / "sim_firmware.py"

_RECORD = "document.getElementById('record').textContent"
_STATE_WORDS = "document.getElementById('state').textContent"
_HELD = "document.getElementById('held').textContent"
_STATE = "document.getElementById('state')?.dataset.state"


@asynccontextmanager
async def _opened(
    folder: Path, board: str, main: Path | None
) -> AsyncGenerator[tuple[Page, Device]]:
    device = Device(board, main=main, virtual=False, switch_on=False, disk=folder / "disk")
    server = Server(device, folder / "match.biriba")
    with device:
        port = await server.start(0)
        try:
            async with open_page(f"http://{HOST}:{port}/") as page:
                await page.wait(f"{_STATE} === 'on'")
                yield page, device
                assert page.complaints == []
        finally:
            await server.stop()


def _run(
    folder: Path,
    test: Callable[[Page, Device], Coroutine[Any, Any, None]],
    board: str = "pico_ssd1306",
    main: Path | None = MAIN,
) -> None:
    async def run() -> None:
        async with _opened(folder, board, main) as (page, device):
            await test(page, device)

    asyncio.run(run())


def _record(*presses: str) -> str:
    return "".join(f"press {i} {name} PRESS\n" for i, name in enumerate(presses, 1))


def test_typed_keys_are_pressed_and_held(tmp_path: Path) -> None:
    async def test(page: Page, device: Device) -> None:
        assert "OK ends what is being entered" in await page.value(_HELD)
        for name in ("ArrowUp", "ArrowDown", "Enter", "Escape", "Backspace"):
            await page.key(name)
        expected = _record("UP", "DOWN", "OK", "BACK", "BACK")
        await page.wait(f"{_RECORD} === {expected!r}")
        # Held: the device repeats, not the browser.
        await page.key("ArrowUp", hold=0.3, repeats=20)
        await page.wait(f"{_RECORD} === {_record('UP', 'DOWN', 'OK', 'BACK', 'BACK', 'UP')!r}")
        assert (tmp_path / "match.biriba").read_text() == await page.value(_RECORD)

    _run(tmp_path, test)


def test_clicked_keys_go_on_while_the_pointer_leaves(tmp_path: Path) -> None:
    async def test(page: Page, device: Device) -> None:
        await page.click("[data-key=DOWN]")
        x, y = await page.middle("[data-key=OK]")
        await page.mouse("mousePressed", x, y)
        await page.wait("document.querySelector('[data-key=OK]').classList.contains('down')")
        await page.mouse("mouseMoved", 5, 5)
        assert device.wiring.keys["OK"].down
        await page.mouse("mouseReleased", 5, 5)
        await page.wait(f"{_RECORD} === {_record('DOWN', 'OK')!r}")
        await page.wait("!document.querySelector('.key.down')")
        assert not device.wiring.keys["OK"].down

    _run(tmp_path, test)


# Notes what the page sends and when, and the ends of what is typed.
_LISTEN = """
window.sent = [];
const send = WebSocket.prototype.send;
WebSocket.prototype.send = function (text) {
  sent.push({ ...JSON.parse(text), at: performance.now() });
  send.call(this, text);
};
addEventListener("keyup", () => sent.push({ key: "typed" }), true);
"""


def test_two_keys_stand_for_four(tmp_path: Path) -> None:
    pictures = Path(os.environ.get("BIRIBA_SCREENSHOTS") or tmp_path)

    async def test(page: Page, device: Device) -> None:
        drawn = (
            "[...document.querySelectorAll('.key:not([hidden]) .name')].map(n => n.textContent)"
        )
        assert await page.value(drawn) == ["DOWN, hold: UP", "OK, hold: BACK"]
        assert await page.value(_HELD) == "Held, UP repeats, BACK goes to the table."
        await page.look(1280, 800, False, 1)
        await page.screenshot(pictures / "page-two-keys.png")
        await page.value(_LISTEN)
        # What is typed is down for as long as what it stands for takes, and a press no longer.
        await page.key("ArrowUp")
        await page.wait("sent.length === 3")
        sent = await page.value("sent")
        assert [said["key"] for said in sent] == ["DOWN", "typed", "DOWN"]
        assert sent[2]["at"] - sent[0]["at"] >= 790
        await page.wait(f"{_RECORD} === {_record('UP')!r}")
        await page.key("Enter", hold=1.5)
        await page.wait("sent.length === 6")
        sent = await page.value("sent")
        assert [said["key"] for said in sent[3:]] == ["OK", "OK", "typed"]
        # The mouse holds the key itself.
        x, y = await page.middle("[data-key=OK]")
        await page.mouse("mousePressed", x, y)
        await page.wait("document.querySelector('[data-key=OK]').classList.contains('down')")
        await asyncio.sleep(0.2)
        assert device.wiring.keys["OK"].down
        await page.mouse("mouseReleased", x, y)
        await page.wait("!document.querySelector('.key.down')")
        assert len(await page.value("sent")) == 8

    _run(tmp_path, test, "waveshare_oled_1_3")


def test_the_power_is_cut_and_switched_on(tmp_path: Path) -> None:
    async def test(page: Page, device: Device) -> None:
        await page.key("Enter")
        await page.wait(f"{_RECORD} === {_record('OK')!r}")
        await page.click("#power")
        await page.wait(f"{_STATE} === 'off'")
        assert not device.alive
        await page.click("#power")
        await page.wait(f"{_STATE} === 'on'")
        await asyncio.sleep(0.3)
        await page.key("ArrowUp")
        # The count is in a file, so it goes on.
        await page.wait(f"{_RECORD} === 'press 2 UP PRESS\\n'")

    _run(tmp_path, test)


def test_a_firmware_that_ends_is_told_and_started_again(tmp_path: Path) -> None:
    async def test(page: Page, device: Device) -> None:
        await page.key("Escape", hold=0.8)
        await page.wait(f"{_STATE} === 'problem'")
        assert "as asked" in await page.value("document.getElementById('output').textContent")
        await page.click("#power")
        await page.wait(f"{_STATE} === 'on'")

    _run(tmp_path, test)


def test_a_device_slower_than_a_pico_is_told_to_be(tmp_path: Path) -> None:
    async def test(page: Page, device: Device) -> None:
        assert await page.value("document.getElementById('pace').hidden")
        device.speed = 0.12
        device.late = True
        await page.wait(f'{_STATE_WORDS}.endsWith(", at 0.12x a Pico\'s speed")')
        assert not await page.value("document.getElementById('pace').hidden")
        assert await page.value("document.getElementById('pace').classList.contains('late')")

    _run(tmp_path, test)


def test_the_page_looks_right_in_every_size_and_theme(tmp_path: Path) -> None:
    pictures = Path(os.environ.get("BIRIBA_SCREENSHOTS") or tmp_path)

    async def test(page: Page, device: Device) -> None:
        await page.key("Enter")
        await page.wait(f"{_RECORD} !== ''")
        for name, width, height, dark in (
            ("page-light", 1280, 800, False),
            ("page-dark", 1280, 800, True),
            ("page-phone", 390, 844, False),
        ):
            await page.look(width, height, dark, 2)
            await asyncio.sleep(0.3)
            data = await page.screenshot(pictures / f"{name}.png")
            overflow = "document.documentElement.scrollWidth - innerWidth"
            assert await page.value(overflow) <= 0, name
            box = await page.value(
                "(({x, y, width, height}) => [x, y, width, height])"
                "(document.getElementById('display').getBoundingClientRect())"
            )
            assert box[2] > 0.75 * min(width, 700), name
            _has_the_picture(Image.open(io.BytesIO(data)).convert("L"), box, device)

    _run(tmp_path, test)


def test_a_colour_display_is_shown_in_its_colours_and_light(tmp_path: Path) -> None:
    pictures = Path(os.environ.get("BIRIBA_SCREENSHOTS") or tmp_path)

    async def test(page: Page, device: Device) -> None:
        await page.look(1280, 900, False, 1)
        await page.wait("document.getElementById('display').style.opacity > 0.5")
        await asyncio.sleep(1)  # the first picture follows the light
        data = await page.screenshot(pictures / "page-colour.png")
        x, y, wide, high = await page.value(
            "(({x, y, width, height}) => [x, y, width, height])"
            "(document.getElementById('display').getBoundingClientRect())"
        )
        width, height = device.display.width, device.display.height
        assert wide == 2 * width
        assert high == 2 * height
        shot = Image.open(io.BytesIO(data)).convert("RGB")
        frame = Image.frombytes("RGB", (width, height), device.frame())
        light = device.display.backlight ** (1 / 3)
        for at in ((0, 0), (width // 2, height // 2), *_lit(frame)):
            there = shot.getpixel((int(x + 2 * at[0] + 1), int(y + 2 * at[1] + 1)))
            shown, meant = cast("tuple[tuple[int, ...], ...]", (there, frame.getpixel(at)))
            assert [*shown] == pytest.approx([part * light for part in meant], abs=3)

    _run(tmp_path, test, "waveshare_lcd_1_14", None)


def test_a_high_display_leaves_the_keys_in_sight(tmp_path: Path) -> None:
    async def test(page: Page, device: Device) -> None:
        for height in (1000, 800, 650):
            await page.look(1280, height)
            bottom, wide, high = await page.value(
                "[document.querySelector('.keys').getBoundingClientRect().bottom,"
                " document.getElementById('display').clientWidth,"
                " document.getElementById('display').clientHeight]"
            )
            assert bottom <= height
            assert 240 <= wide == high <= 480

    _run(tmp_path, test, "waveshare_lcd_1_3", None)


def _lit(picture: Image.Image) -> list[tuple[int, int]]:
    """Some of its pixels that are not dark."""
    lit = [
        (x, y)
        for y in range(picture.height)
        for x in range(picture.width)
        if picture.getpixel((x, y)) != (0, 0, 0)
    ]
    assert len(lit) > 300
    return lit[::50]


def _has_the_picture(shot: Image.Image, box: list[float], device: Device) -> None:
    """Compare what the page shows with the device's own picture, pixel by pixel."""
    width, height = device.display.width, device.display.height
    frame = device.frame()
    assert any(frame)
    wrong = 0
    for y in range(height):
        for x in range(width):
            at = (
                int(2 * (box[0] + (x + 0.4) * box[2] / width)),
                int(2 * (box[1] + (y + 0.4) * box[3] / height)),
            )
            value = shot.getpixel(at)
            assert isinstance(value, int)
            wrong += (value > 128) != bool(frame[y * width + x])
    assert wrong == 0
