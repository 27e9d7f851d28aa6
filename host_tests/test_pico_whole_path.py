"""From an empty Pico to a match at home: the whole path, on real firmware.

`flash` through mpremote over a serial port, the start by itself, a match entered with the keys by
somebody who looks at the display, a power cut in its middle, `pull`, and the score.
"""

import re
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from firmware.app import App
from firmware.screens.table import Table
from firmware.storage import settings
from host_tests.device.screens_kit import Player
from host_tests.display_kit import expected
from host_tests.fingers import Fingers
from host_tests.pico_tools import tools
from tools import bundle, frames
from tools.pico.companion import Companion
from tools.pico.serial_port import SerialPort
from tools.sim.chips.ssd1306 import SSD1306

pytestmark = pytest.mark.pico

_NAMES = ["Anna", "Ben", "Carla", "Dora"]
RECORD = """rules casual
seats Anna Ben Carla Dora
hand
trump D
meld A 6D 7D 8D 9D
meld B JS JH JC 2S
lay A1 10D
lay A1 JD
lay A1 QD
biribaki Anna discard
close Carla
left Ben 30
left Dora 10
left Anna 0
hand
trump none
meld B 3S 4S JK
lay B1 5S
meld A KH KD KC
adjust B -50
dry
left Carla 5
left Dora 35
left Anna 20
left Ben 0
hand trump=H
tally A cards=345 clean=1
tally B cards=120
biribaki Carla play
quit Ben
left Dora 0
left Anna 15
left Ben 110
left Carla 0
"""

_KEYS = {"U": "UP", "D": "DOWN", "O": "OK", "B": "BACK"}
_PRESS_MS = 60
_HELD_MS = 800
_REST_MS = 40  # a contact has settled
_LOOK_MS = 5
_PATIENCE_MS = 3000


class AtTheTable(Player):
    """Somebody who presses the keys of a Pico, knows what the display has to show after each, and
    looks. `cut_after` so many presses, when the table is shown next, the power goes."""

    def __init__(self, companion: Companion, cut_after: int) -> None:
        super().__init__()
        self.looks = 0
        self.cut_at = 0
        self.resumed_us = 0.0
        self._companion = companion
        self._played_us = -companion.pico.now_us  # but for the time since power-on
        self._cut_after = cut_after
        self._look()

    @property
    def seconds(self) -> float:
        """How long they have been playing, in the device's time."""
        return (self._played_us + self._companion.pico.now_us) / 1e6

    def press(self, keys: str) -> None:
        """See Player."""
        pico = self._companion.pico
        for letter in keys.replace(" ", ""):
            super().press(letter)
            for_ms = _PRESS_MS if letter.isupper() else _HELD_MS
            pico.press(self._companion.keys[_KEYS[letter.upper()]], for_ms=for_ms)
            pico.run(for_ms + _REST_MS)
            self._look()
        if not self.cut_at and self.presses >= self._cut_after and isinstance(self.screen, Table):
            self._cut_power()

    def _look(self) -> None:
        """Wait until the display shows what it has to."""
        picture = expected(self.app.canvas)
        companion = self._companion
        try:
            companion.pico.run_until(
                lambda: companion.chip.pixels() == picture, _PATIENCE_MS, step_ms=_LOOK_MS
            )
        except TimeoutError:
            pytest.fail(
                f"after {self.presses} presses the display shows\n"
                f"{frames.art(companion.chip.pixels())}instead of\n{frames.art(picture)}"
            )
        self.looks += 1

    def _cut_power(self) -> None:
        self.cut_at = self.presses
        companion = self._companion
        table = companion.chip.pixels()
        self._played_us += companion.pico.now_us
        companion.pico.power_off()
        companion.plug(SSD1306())
        companion.pico.power_on()
        self.resumed_us = companion.wait_for_frame()
        # Here, too, it is what was saved that goes on.
        self.app = App(self.display, self.keys, self.store, self.clock)
        self.app.start()
        self.settle()
        self._look()
        assert companion.chip.pixels() == table


def _seconds(companion: Companion, action: Callable[[], object]) -> float:
    """Do something; return the seconds of the device's time it took."""
    before = companion.pico.now_us
    action()
    return (companion.pico.now_us - before) / 1e6


def _flash(port: SerialPort, folder: Path) -> None:
    done = tools("flash", "--names", ",".join(_NAMES), "--backups", folder, port=port)
    assert done.returncode == 0, done.stderr
    assert re.search(r"Sent \d+ files, \d+ bytes\.\n", done.stdout)
    assert "It is up." in done.stdout


def _pull(port: SerialPort, folder: Path) -> None:
    done = tools("pull", folder / "matches", port=port)
    assert done.returncode == 0, done.stderr


def test_from_an_empty_pico_to_the_score(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    record_property: Callable[[str, object], None],
) -> None:
    began = time.monotonic()
    monkeypatch.setattr(settings, "names", list(_NAMES))
    companion = Companion({})
    pico = companion.pico

    with pico, SerialPort(pico) as port:
        flashed_s = _seconds(companion, lambda: _flash(port, tmp_path))
    sent = sum(len(content) for content in pico.files().values())

    companion.plug(SSD1306())
    with pico:
        first_us = companion.wait_for_frame()
        pico.flash_counts.erases = pico.flash_counts.programs = 0
        player = AtTheTable(companion, cut_after=60)
        fingers = Fingers(player)
        fingers.enter(RECORD)
        assert player.cut_at, "the match was too short for a power cut"
        played = (
            f"{player.presses} presses, {player.looks} pictures, {companion.bus.bytes_sent} bytes "
            f"to the display, {pico.flash_counts.erases} erases and {pico.flash_counts.programs} "
            f"programs in {player.seconds:.1f} s"
        )
        with SerialPort(pico) as port:
            pulled_s = _seconds(companion, lambda: _pull(port, tmp_path))
    assert companion.chip.complaints == []

    (home,) = (tmp_path / "matches").iterdir()
    assert home.read_text(encoding="utf-8") == RECORD
    original = tmp_path / "original.biriba"
    original.write_text(RECORD, encoding="utf-8")
    score, wanted = (tools("score", "--json", path) for path in (home, original))
    assert (score.returncode, wanted.returncode) == (0, 0), score.stderr
    assert score.stdout == wanted.stdout

    record_property(
        "figures",
        f"flash {len(bundle.sources()) + 1} files, {sent} bytes, {flashed_s:.1f} s; first picture "
        f"after {first_us / 1e3:.0f} ms; {played}; power cut after press {player.cut_at}, back "
        f"after {player.resumed_us / 1e3:.0f} ms; pull {pulled_s:.1f} s; in the device's time, "
        f"{time.monotonic() - began:.0f} s of this computer's",
    )
