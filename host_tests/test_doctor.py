"""What the doctor says about displays, keys and wires, right ones and wrong ones."""

import io
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest
from rich.console import Console

from host_tests.flash_kit import Disk, FakeLink
from tools import pinout
from tools.flash import doctor
from tools.sim import boards

BOARD = "pico_ssd1306"
FACTS = boards.load(BOARD).facts
SDA, SCL = FACTS["SDA"], FACTS["SCL"]
KEYS = boards.load(BOARD).keys


_BOUNCE_MS = 3  # from one edge to the next


class Wiring:
    """What is on the pins: chips by the lines and addresses they are on, and a script of presses.

    Time passes only where it is asked for, a millisecond each time.
    """

    def __init__(self) -> None:
        self.chips: dict[tuple[int, int], list[int]] = {(SDA, SCL): [0x3C]}
        self.idle: dict[int, int] = {SDA: 1, SCL: 1}
        self.held: set[int] = set()
        self.presses: list[tuple[int, int, int]] = []  # pin, from, to
        self.bounces: dict[int, int] = {}  # of a pin: for how many ms after the contact
        self.draws: Callable[[], object] = lambda: None
        self.has_firmware = True
        self.board: Any = None  # what the driver is made from
        self.now = 0

    def level(self, pin: int) -> int:
        if pin in self.held:
            return 0
        for pressed, start, end in self.presses:
            if pressed == pin and start <= self.now < end:
                since = self.now - start
                return since // _BOUNCE_MS % 2 if since < self.bounces.get(pin, 0) else 0
        return 1

    def modules(self) -> dict[str, Any]:
        wiring = self

        class Pin:
            IN, PULL_UP, PULL_DOWN = 0, 1, 2

            def __init__(self, number: int, mode: int = 0, pull: int = -1) -> None:
                self.number = number
                self.pull = pull

            def value(self) -> int:
                if self.pull == Pin.PULL_DOWN:
                    return wiring.idle.get(self.number, 0)
                return wiring.level(self.number)

        class Bus:
            def __init__(self, number: int = 0, *, sda: Pin, scl: Pin, freq: int) -> None:
                self.there = wiring.chips.get((sda.number, scl.number), [])

            def scan(self) -> list[int]:
                return self.there

            def writeto(self, address: int, data: bytes) -> int:
                if address not in self.there:
                    raise OSError(5)
                assert data == b"\x00\xe3"
                return len(data)

        def ticks_ms() -> int:
            wiring.now += 1
            return wiring.now

        def sleep_ms(ms: int) -> None:
            wiring.now += ms

        time = SimpleNamespace(
            ticks_ms=ticks_ms,
            sleep_ms=sleep_ms,
            ticks_add=lambda a, b: a + b,  # pyright: ignore
            ticks_diff=lambda a, b: a - b,  # pyright: ignore
        )
        modules: dict[str, Any] = {
            "machine": SimpleNamespace(Pin=Pin, I2C=Bus, SoftI2C=Bus),
            "time": time,
        }
        if self.has_firmware:
            modules.update(self._firmware())
        else:
            modules.update({"firmware.canvas": None, "firmware.display": None})
        return modules

    def _firmware(self) -> dict[str, Any]:
        wiring = self

        class Display:
            def __init__(self, board: Any) -> None:
                wiring.board = board

            def init(self) -> None:
                wiring.draws()

        class Canvas:
            def invert(self, col: int, row: int, width: int) -> None:
                pass

            def centre(self, row: int, text: str) -> None:
                pass

            def flush(self, display: Display) -> None:
                pass

        return {
            "firmware.canvas": SimpleNamespace(Canvas=Canvas, COLUMNS=25, ROWS=8),
            "firmware.display": SimpleNamespace(wiring=SimpleNamespace(display=Display)),
        }


def _press_all(wiring: Wiring, at: int = 500, names: "tuple[str, ...]" = boards.KEY_NAMES) -> None:
    for name in names:
        wiring.presses.append((KEYS[name], at, at + 90))
        at += 1000


def _examine(wiring: Wiring, seconds: int = 2, board: str = BOARD) -> tuple[int, str]:
    link = FakeLink(Disk())
    for name, module in wiring.modules().items():
        link.extra[name] = module
    console = Console(file=io.StringIO(), width=300)
    status = doctor.examine("port", board, console, seconds, lambda port: link)
    assert link.starts == 1
    assert link.closed
    assert isinstance(console.file, io.StringIO)
    return (status, console.file.getvalue())


def test_all_is_well() -> None:
    wiring = Wiring()
    _press_all(wiring)
    status, said = _examine(wiring)
    assert status == 0, said
    assert "WRONG" not in said
    assert "Display: answers at 0x3C" in said
    assert "Picture: drawn." in said
    assert (wiring.board.SDA, wiring.board.CONTROLLER) == (SDA, "SSD1306")
    for pin in KEYS.values():
        assert f"seen: GP{pin}, down for " in said


def test_a_display_on_spi_has_to_be_looked_at() -> None:
    board = boards.load("waveshare_oled_1_3")
    wiring = Wiring()
    wiring.chips.clear()
    for number, pin in enumerate(board.keys.values()):
        wiring.presses.append((pin, 500 + 1000 * number, 590 + 1000 * number))
    status, said = _examine(wiring, board=board.id)
    assert status == 0, said
    assert "on SPI, where it cannot answer" in said
    assert "Please look whether the display shows BIRIBA" in said
    assert "SCK on GP10, MOSI on GP11, CS on GP9, DC on GP8, RST on GP12;" in said
    assert (wiring.board.BUS, wiring.board.CS) == ("spi", 9)
    assert "Press and release DOWN, held: UP (GP15)" in said
    assert pinout.table(board.facts) in said


def test_keys_are_called_as_on_the_board() -> None:
    names = pinout.key_names(boards.load("waveshare_lcd_1_14").facts)
    assert names[15] == "OK (A)"
    assert names[3] == "OK (joystick pressed)"
    assert pinout.key_names(boards.load("waveshare_oled_1_3").facts)[15] == "DOWN, held: UP"


def test_the_pin_table_says_where_and_what_is_unconfirmed() -> None:
    assert pinout.table(FACTS) in _examine(Wiring())[1]


def test_every_board_has_pins_to_watch() -> None:
    for identifier in boards.identifiers():
        facts = boards.load(identifier).facts
        watched = doctor.watched_pins(facts)
        keys = {f"GP{row[0]}" for row in facts["KEYS"]}
        taken = {wire.pin for wire in pinout.wires(facts)} - keys
        assert keys <= {f"GP{pin}" for pin in watched}
        assert not taken & {f"GP{pin}" for pin in watched}


def _wrong(wiring: Wiring, presses: bool = True) -> str:
    """What is wrong, when all keys are pressed as they are asked for."""
    if presses:
        _press_all(wiring)
    status, said = _examine(wiring)
    assert status == doctor.WRONG_STATUS
    return "\n".join(line for line in said.splitlines() if line.startswith("WRONG"))


def test_the_display_at_its_other_address() -> None:
    wiring = Wiring()
    wiring.chips = {(SDA, SCL): [0x3D]}
    _press_all(wiring)
    assert "answers at 0x3D" in _examine(wiring)[1]


def test_swapped_wires() -> None:
    wiring = Wiring()
    wiring.chips = {(SCL, SDA): [0x3C]}
    assert "SDA and SCL swapped. SDA belongs on GP4 (place 6)" in _wrong(wiring)


def test_something_else_answers() -> None:
    wiring = Wiring()
    wiring.chips = {(SDA, SCL): [0x27]}
    assert "no display at 0x3C and 0x3D, but something answers at 0x27" in _wrong(wiring)


def test_a_display_without_power() -> None:
    wiring = Wiring()
    wiring.chips = {}
    wiring.idle = {SDA: 0, SCL: 0}
    assert "SDA (GP4) and SCL (GP5) low. Has the display power" in _wrong(wiring)


def test_one_broken_wire() -> None:
    wiring = Wiring()
    wiring.chips = {}
    wiring.idle[SCL] = 0
    assert ": SCL (GP5) low." in _wrong(wiring)


def test_nothing_answers_on_good_lines() -> None:
    wiring = Wiring()
    wiring.chips = {}
    assert "though both lines are high" in _wrong(wiring)


def test_a_display_that_does_not_take_the_picture() -> None:
    def fail() -> None:
        raise OSError(5)

    wiring = Wiring()
    wiring.draws = fail
    assert _wrong(wiring) == "WRONG: the display did not take the picture."


def test_a_pico_without_the_companion_is_examined_too() -> None:
    wiring = Wiring()
    wiring.has_firmware = False
    wrong = _wrong(wiring)
    assert "the companion is not on this Pico yet" in wrong
    assert wrong.count("WRONG") == 1


def test_a_key_that_is_down_all_the_time() -> None:
    wiring = Wiring()
    wiring.held = {KEYS["OK"]}
    _press_all(wiring, names=("UP", "DOWN", "BACK"))
    status, said = _examine(wiring)
    assert status == doctor.WRONG_STATUS
    assert "key OK (GP12) is down while nobody presses it" in said
    assert "Press and release OK" not in said
    assert said.count("WRONG") == 1


def test_a_key_that_nobody_presses_in_time() -> None:
    wiring = Wiring()
    _press_all(wiring, names=("UP", "DOWN", "OK"))
    status, said = _examine(wiring)
    assert status == doctor.WRONG_STATUS
    assert "nothing was seen of key BACK. It goes from GP13 (place 17) to GND." in said


def test_a_key_that_is_wired_to_another_pin() -> None:
    wiring = Wiring()
    wiring.presses.append((20, 500, 590))
    _press_all(wiring, at=3000, names=("DOWN", "OK", "BACK"))
    said = _examine(wiring)[1]
    assert "something was pressed on GP20 (place 26)" in said
    assert "key UP seems to be wired to GP20 (place 26) instead of GP10 (place 14)." in said


def test_another_key_than_asked_for_is_named() -> None:
    wiring = Wiring()
    wiring.presses.append((KEYS["BACK"], 100, 200))
    _press_all(wiring)
    status, said = _examine(wiring)
    assert "that was BACK (GP13)" in said
    assert status == 0


def test_a_bad_contact() -> None:
    wiring = Wiring()
    wiring.bounces[KEYS["UP"]] = 200
    wiring.presses.append((KEYS["UP"], 500, 800))
    _press_all(wiring, at=1500, names=("DOWN", "OK", "BACK"))
    assert "WRONG: the contact of UP is a bad one" in _wrong(wiring, presses=False)


def test_usual_bouncing_is_none() -> None:
    wiring = Wiring()
    wiring.bounces[KEYS["UP"]] = 20
    _press_all(wiring)
    assert _examine(wiring)[0] == 0


def test_the_board_on_the_device_is_taken_if_none_is_named() -> None:
    wiring = Wiring()
    _press_all(wiring)
    link = FakeLink(Disk())
    link.extra.update(wiring.modules())
    link.extra["board"] = SimpleNamespace(**FACTS)
    console = Console(file=io.StringIO(), width=300)
    assert doctor.examine("port", None, console, 2, lambda port: link) == 0


def test_an_empty_device_wants_to_know_its_board() -> None:
    with pytest.raises(boards.UnknownBoardError, match="--board .*pico_ssd1306"):
        doctor.examine("port", None, Console(file=io.StringIO()), 2, lambda p: FakeLink(Disk()))


@pytest.mark.parametrize("seconds", ["0", "51", "x"])
def test_a_senseless_time_is_refused(seconds: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        doctor.main(["--seconds", seconds])
    assert ended.value.code == 2
    assert f"1 to 50 seconds, not '{seconds}'" in capsys.readouterr().err
