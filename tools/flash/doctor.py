"""`python3 -m tools doctor`: checks how a Pico is wired.

It looks for the display, draws a test picture, and asks for each key to be pressed while it
watches all free pins, so that it also finds a key that is wired to another one.
"""

import argparse
import ast
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

from rich.console import Console

from tools import pinout
from tools.flash import arguments, ports
from tools.flash.device import Device, Opener, connect
from tools.flash.failures import DeviceFailure
from tools.flash.link import CodeError, SerialLink
from tools.pinout import PLACES, Facts, key_names
from tools.sim import boards

# For the device alone: its imports are not to be had here.
_PROBE = Path(__file__).with_name("probe.py")

WRONG_STATUS = 1
SECONDS = 15
_MOST_SECONDS = 50
# More movements of a contact than this in one press are a bad contact and no usual bouncing.
_MANY_EDGES = 40

_TEST_PICTURE = (
    "BIRIBA COMPANION in a frame whose four sides are whole and equally thick, with the arrows "
    "pointing up. Upside down: change FLIP in the board's file."
)

_OTHER_BUS = "; or it is set up for I2C (BUS in the board's file)."
_BESIDE = ". Shifted, or a stripe of noise at one side: GLASS in the board's file is wrong."


def watched_pins(facts: Facts) -> tuple[int, ...]:
    """Return the pins that a key may be on: those of the keys, and those that nothing else
    has."""
    keys = {row[0] for row in facts["KEYS"]}
    taken: set[int] = set()

    def take(value: object) -> None:
        if isinstance(value, int):
            taken.add(value)
        elif isinstance(value, (tuple, list)):
            for item in cast("list[object]", value):
                take(item)

    for name, value in facts.items():
        # A number that is no pin takes one too: one less to find a stray key on does no harm.
        if name != "KEYS":
            take(value)
    return tuple(sorted(keys | set(PLACES) - taken))


class Doctor:
    """One examination."""

    def __init__(self, device: Device, facts: Facts, console: Console, seconds: int) -> None:
        self._device = device
        self._facts = facts
        self._console = console
        self._seconds = seconds
        self._wrong = 0

    def run(self) -> int:
        """Examine everything and return the exit status."""
        self._print_pins()
        self._run(_PROBE.read_text(encoding="utf-8"))
        if self._facts["BUS"] == "i2c":
            self._look_for_display()
        else:
            self._say("Display: on SPI, where it cannot answer; only its picture tells.")
        self._draw()
        self._try_keys()
        if self._wrong:
            self._say(f"{self._wrong} thing{'' if self._wrong == 1 else 's'} to mend, see above.")
            return WRONG_STATUS
        self._say("All that can be measured is well.")
        return 0

    def _say(self, words: str) -> None:
        self._console.print(words, highlight=False, markup=False, soft_wrap=True)

    def _bad(self, words: str) -> None:
        self._wrong += 1
        self._say(f"WRONG: {words}")

    def _run(self, code: str, on_line: Callable[[str], None] | None = None) -> list[Any]:
        try:
            printed = self._device.run(code, on_line)
            return [ast.literal_eval(line) for line in printed.splitlines()]
        except (CodeError, SyntaxError, ValueError) as error:
            last = str(error).strip().splitlines()[-1]
            raise DeviceFailure(f"The examination broke off on the device: {last}") from error

    def _print_pins(self) -> None:
        self._say(f"Board: {self._facts['NAME']}")
        self._say(pinout.table(self._facts))

    def _look_for_display(self) -> None:
        facts = self._facts
        sda, scl = facts["SDA"], facts["SCL"]
        addresses: tuple[int, ...] = tuple(facts["ADDRESSES"])
        bus = (facts["I2C_ID"], sda, scl, facts["I2C_HERTZ"], addresses)
        found, others, idle, swapped = self._run(f"display{bus!r}")[0]
        looked = " and ".join(f"0x{address:02X}" for address in addresses)
        if found:
            where = ", ".join(f"0x{address:02X}" for address in found)
            self._say(f"Display: answers at {where}")
        elif swapped:
            self._bad(
                f"the display answers with its wires SDA and SCL swapped. SDA belongs on GP{sda} "
                f"(place {PLACES[sda]}), SCL on GP{scl} (place {PLACES[scl]})."
            )
        elif others:
            where = ", ".join(f"0x{address:02X}" for address in others)
            self._bad(
                f"no display at {looked}, but something answers at {where}. If that is the "
                "display, add the address to ADDRESSES in the board's file."
            )
        elif 0 in idle:
            low = " and ".join(
                f"{name} (GP{pin})"
                for name, pin, level in zip(("SDA", "SCL"), (sda, scl), idle)
                if not level
            )
            self._bad(
                f"no display at {looked}: {low} low. Has the display power (VCC on 3V3, place 36; "
                "GND, place 38), and is that wire whole?"
            )
        else:
            self._bad(
                f"no display at {looked}, though both lines are high. Do the wires go to "
                f"GP{sda} and GP{scl}? Is it a display for I2C?"
            )

    def _draw(self) -> None:
        lines = {name: value for name, value in self._facts.items() if name != "KEYS"}
        has_driver, drawn = self._run(f"picture({lines!r})")[0]
        if not has_driver:
            self._bad(
                "the picture cannot be drawn: the companion is not on this Pico yet. Put it there "
                "with: python3 -m tools flash"
            )
        elif not drawn:
            self._bad("the display did not take the picture.")
        elif self._facts["BUS"] == "spi":
            lines = ", ".join(
                f"{name} on GP{self._facts[name]}" for name in boards.display_lines(self._facts)
            )
            self._say(
                f"Picture: sent. Please look whether the display shows {_TEST_PICTURE} Dark, or "
                f"nothing but noise: it has no power, or a wire is elsewhere than {lines}"
                + (_BESIDE if "GLASS" in self._facts else _OTHER_BUS)
            )
        else:
            self._say(
                f"Picture: drawn. It should show {_TEST_PICTURE} Shifted by two pixels, or a "
                "stripe of noise at one side: the controller is the other of SSD1306 and SH1106, "
                "or START_COLUMN is wrong."
            )

    def _try_keys(self) -> None:
        names = key_names(self._facts)
        pins = watched_pins(self._facts)
        held = self._run(f"held({pins!r})")[0]
        for pin in held:
            if pin in names:
                self._bad(
                    f"key {names[pin]} (GP{pin}) is down while nobody presses it: a bridge of "
                    "solder, or the button is in the board turned by 90 degrees."
                )
        free = tuple(pin for pin in pins if pin not in held)
        for pin, name in names.items():
            if pin in held:
                continue
            self._say(f"Press and release {name} (GP{pin}); {self._seconds} seconds ...")
            seen: list[int] = []

            def saw(line: str, pin: int = pin, seen: list[int] = seen) -> None:
                other, edges, ms = ast.literal_eval(line)
                seen.append(other)
                self._tell(other, edges, ms, pin, names)

            self._run(f"watch({pin}, {free!r}, {self._seconds * 1000})", saw)
            self._judge(pin, names, seen)

    def _tell(self, seen: int, edges: int, ms: int, wanted: int, names: dict[int, str]) -> None:
        """Say at once what was pressed."""
        if seen == wanted:
            self._say(f"  seen: GP{seen}, down for {ms} ms, {edges} edges")
            if edges > _MANY_EDGES:
                self._bad(f"the contact of {names[seen]} is a bad one: it moved {edges} times.")
        elif seen in names:
            self._say(f"  that was {names[seen]} (GP{seen})")
        else:
            place = PLACES[seen]
            self._say(
                f"  something was pressed on GP{seen} (place {place}), which is no key's pin"
            )

    def _judge(self, pin: int, names: dict[int, str], seen: list[int]) -> None:
        """Say what is wrong with a key that was not seen."""
        if pin in seen:
            return
        strange = [other for other in seen if other not in names]
        if strange:
            self._bad(
                f"key {names[pin]} seems to be wired to GP{strange[0]} (place "
                f"{PLACES[strange[0]]}) instead of GP{pin} (place {PLACES[pin]})."
            )
        else:
            self._bad(
                f"nothing was seen of key {names[pin]}. It goes from GP{pin} (place "
                f"{PLACES[pin]}) to GND."
            )


def examine(
    port: str, board: str | None, console: Console, seconds: int, open_link: Opener = SerialLink
) -> int:
    """Examine the device on a port and return the exit status."""
    facts = None if board is None else boards.load(board).facts
    with connect(port, open_link) as device:
        console.print(f"{port}: {device.prepare().words}", highlight=False, markup=False)
        if facts is None:
            facts = device.board()
        if facts is None:
            raise boards.UnknownBoardError(
                "The companion is not on this Pico yet, so say what it is wired to: --board "
                + " or ".join(boards.identifiers())
            )
        return Doctor(device, facts, console, seconds).run()


def _seconds(text: str) -> int:
    if text.isdigit() and 1 <= int(text) <= _MOST_SECONDS:
        return int(text)
    raise argparse.ArgumentTypeError(f"1 to {_MOST_SECONDS} seconds, not {text!r}")


def main(argv: list[str]) -> int:
    """Examine, and return the exit status."""
    wrong = (WRONG_STATUS, "something is wrong with the wiring")
    parser = arguments.parser("doctor", __doc__, wrong)
    arguments.add_board(parser, "the board that was flashed")
    parser.add_argument(
        "--seconds",
        metavar="N",
        type=_seconds,
        default=SECONDS,
        help=f"how long to wait for each key, 1 to {_MOST_SECONDS} (default: {SECONDS})",
    )
    options = parser.parse_args(argv)
    return arguments.guarded(
        "doctor",
        lambda: examine(ports.find(options.port), options.board, Console(), options.seconds),
    )
