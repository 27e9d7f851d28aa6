"""Every screen of the device in the states worth looking at, as frames.

The pixels come through the real driver and the model of the display. They are kept as text art in
`golden/`, a file a scene. After a change that is meant:

    python3 -m host_tests.screen_scenes              rewrites the golden frames, to be reviewed
    python3 -m host_tests.screen_scenes --png DIR    saves pictures of all scenes to look at
"""

import sys
from collections.abc import Callable
from pathlib import Path

from engine_core import record
from engine_core.events import varint
from engine_core.match import Match
from firmware.app import App
from firmware.display.i2c import I2CBus
from firmware.display.oled import SSD1306
from firmware.screens.crash import Crash
from firmware.storage import form
from firmware.storage.recover import Damage
from host_tests.device.screens_kit import FakeStore, Player
from tools import frames
from tools.sim.chips import ssd1306

GOLDEN = Path(__file__).parent / "golden"

AUSTERE = """rules austere
seats Ana Bruno Carla Diogo
hand trump=H
meld A 4H 5H 6H
meld B 9S 10S JK
lay A1 7H 8H
meld A 10C JC KC 2D
lay A1 9H 10H
meld B 3D 4D 5D
biribaki Carla discard
"""
ACTIVE = AUSTERE + "activate Carla\n"
MORE_MELDS = """meld A 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS AS 2C
meld A 8D 9D 10D
meld A AC 2C 3C
meld A 5C 6C 7C
meld A 4D 5D 6D
"""
CLOSED = AUSTERE + "activate Carla\nclose Carla\n"
COUNTED = CLOSED + "left Bruno 35\nleft Diogo 120\nleft Ana 60\n"
JOKER_BESIDE = "rules mpirimpa\nseats Ana Bruno\nhand trump=H\n"
PARTNERS = """rules partners
seats Ana Bruno Carla Diogo
hand
meld A 7S 7H 7C
lay A1 7D 7S 7H 7C
meld B KS KH 2D
"""
THREE = """rules austere
seats Wilhelmina Maximilian Bartholomew
start A=-12345 B=12340 C=-995
hand dealer=Maximilian trump=S
meld A 3S 4S 5S 6S 7S 8S 9S
meld B 3H 4H 5H 6H 7H 8H 9H
meld C 3D 4D 5D 6D 7D 8D JK
biribaki Wilhelmina play
biribaki Maximilian discard
"""
THREE_ENDED = (
    THREE
    + "adjust A -10 wrong\nadjust B 15\ndry\nleft Wilhelmina 995\n"
    + ("left Bartholomew 5\n")
)
WIDE = """rules austere
seats Wilhelmina Maximilian Bartholomew Christopher
start A=-12345 B=99995
hand dealer=Maximilian trump=S
"""
WON = """rules partners target=3000
seats Ana Bruno Carla Diogo
start A=2900 B=1000
hand
meld A 7S 7H 7C
lay A1 7D 7S 7H 7C
biribaki Ana play
close Ana
left Bruno 50
left Carla 0
left Diogo 10
"""
DRAWN = """rules pinella
seats Ana Bruno
start A=3000 B=3000
hand
dry
left Bruno 0
left Ana 0
"""
THREE_WON = THREE_ENDED.replace("B=12340", "B=5340").replace("target", "")
HANDS = "rules mpirimpa\nseats Ana Bruno\nstart A=150 B=-200\n" + "".join(
    f"hand\ntally A cards={100 + 5 * n} clean={n % 3}\ntally B cards=235\ndry\nleft Ana {5 * n}\n"
    for n in range(12)
)


def log(text: str) -> bytes:
    """The events of a record, as they are saved."""
    out = b""
    match = Match()
    for line in record.lines(text.encode()):
        event = record.read(line, match)
        if event:
            match.apply(event)
            out += varint(len(event)) + event
    return out


class _Wire:
    """An I2C that leads to the model of the display."""

    def __init__(self, chip: ssd1306.SSD1306) -> None:
        self._chip = chip

    def writeto(self, address: int, data: bytes) -> int:
        """Acknowledged bytes."""
        return self._chip.write(bytes(data))


class Scene:
    """A match and the keys that lead from the table to what is to be seen."""

    def __init__(
        self,
        name: str,
        text: str,
        keys: str,
        then: Callable[[App], None] | None = None,
        put: Callable[[FakeStore], None] | None = None,
    ) -> None:
        self.name = name
        self._text = text
        self._keys = keys
        self._then = then
        self._put = put  # what else lies on the disk

    def play(self) -> tuple[Player, bytes]:
        """Press the keys; return the player and the picture's pixels."""
        chip = ssd1306.SSD1306()
        wire: object = _Wire(chip)
        store = FakeStore(log(self._text))
        if self._put:
            self._put(store)
        player = Player(shown=SSD1306(I2CBus(wire)), store=store)  # pyright: ignore[reportArgumentType]
        player.press(self._keys)
        if self._then:
            self._then(player.app)
            player.settle()
        assert not chip.complaints, chip.complaints
        return player, chip.pixels()


def _crash(app: App) -> None:
    # A place that does not move when this file is edited.
    fault = compile("\n" * 41 + "raise ValueError('not a meld')", "firmware/flow.py", "exec")
    try:
        exec(fault)
    except ValueError as error:
        app.go(Crash(app, error))
    app.dirty = True


def _out_of_memory(app: App) -> None:
    app.go(Crash(app, MemoryError()))
    app.dirty = True


def _refused(app: App) -> None:
    app.say("Ana's team needs a clean biriba.")


def _finished(store: FakeStore) -> None:
    for text in (WON, THREE_WON, DRAWN, HANDS, WON, AUSTERE, HANDS + "hand\n", PARTNERS, WON):
        store.put_away.append(log(text))
    store.amiss = {6: form.CHECKSUM, 8: form.NEWER}


def _low(store: FakeStore) -> None:
    store.low = True


def _damaged(store: FakeStore) -> None:
    store.damage = Damage(form.CHECKSUM, 9, 31, "0003.bir")
    store.damage.aside = "/kept/000012-114-0003.bir"


def _newer(store: FakeStore) -> None:
    store.damage = Damage(form.NEWER, 0, 0, "0000.bir")
    store.damage.aside = "/kept/000012-114-0000.new"


SCENES = (
    Scene("choose-rules", "", ""),
    Scene("choose-rules-last", "", "U"),
    Scene("choose-rules-finished", "", "U", put=_finished),
    Scene("choose-rules-low", WON, "O O O O", put=_low),
    Scene("new-match", "", "O"),
    Scene("new-match-options", "", "O UUU"),
    Scene("new-match-pinella", "", "DDO UUU"),
    Scene("new-match-start", "", "DO UO"),
    Scene("names", "", "O DDO"),
    Scene("name", "", "O DDO O DDDDO DDD"),
    Scene("name-full", "", "O DDO O OOOOOOOO"),
    Scene("table", AUSTERE, ""),
    Scene("table-start", PARTNERS, "D"),
    Scene("table-wide", WIDE, ""),
    Scene("table-three", THREE, "D"),
    Scene("table-ended", CLOSED, ""),
    Scene("table-three-ended", THREE_ENDED, ""),
    Scene("table-refusal", AUSTERE, "", _refused),
    Scene("actions", AUSTERE, "DO"),
    Scene("actions-pending", AUSTERE, "O"),
    Scene("actions-lower", AUSTERE, "OUUU"),
    Scene("actions-ended", CLOSED, "O"),
    Scene("actions-finished", CLOSED, "O UU", put=_finished),
    Scene("melds", AUSTERE, "O DDO D"),
    Scene("melds-many", AUSTERE + MORE_MELDS, "O DDO DD"),
    Scene("melds-set", PARTNERS + "meld A QH QD JK\n", "O DO"),
    Scene("lay-off", AUSTERE, "O DDO O"),
    Scene("lay-off-wild", AUSTERE, "O DDO DO"),
    Scene("lay-off-set", PARTNERS, "O DO UUU"),
    Scene("lay-off-full", AUSTERE + MORE_MELDS, "O DDO DDO"),
    Scene("new-meld-suit", PARTNERS, "O O DDDD"),
    Scene("new-meld-from", ACTIVE, "DO O DO UU"),
    Scene("new-meld-to", ACTIVE, "DO O DO UUO UU"),
    Scene("new-meld-wild", ACTIVE, "DO O DO UUO UUO DD"),
    Scene("new-meld-place", ACTIVE, "DO O DO UUO UUO DO D"),
    Scene("new-meld-refused", JOKER_BESIDE, "O O O DDDDDO UUUUO DDDO"),
    Scene("new-meld-rank", PARTNERS, "O O DDDDO UUUU"),
    Scene("new-meld-counts", PARTNERS, "O O DDDDO O UO UUO O"),
    Scene("new-meld-set-wild", PARTNERS, "O O DDDDO O UO UUO O O D"),
    Scene("biribaki", PARTNERS, "O DDO D"),
    Scene("trump", AUSTERE, "D O UUO"),
    Scene("adjust", AUSTERE, "D O UUUO U O U"),
    Scene("tally", HANDS + "hand\n", "O DDDDO D OOOO DOO"),
    Scene("tally-points", HANDS + "hand\n", "O DDDDO O UUUUO U"),
    Scene("end-hand", AUSTERE + "activate Carla\n", "O DDO"),
    Scene("end-hand-why-not", AUSTERE, "O DDDO DDD"),
    Scene("end-hand-passo", AUSTERE, "O DDDO UU"),
    Scene("quits", AUSTERE, "O DDDO U O D"),
    Scene("left", CLOSED, "O O UUUO"),
    Scene("sheet", COUNTED, "O O"),
    Scene("sheet-biribas", COUNTED, "O O DDDD"),
    Scene("sheet-three", THREE_ENDED, "O O"),
    Scene("next-hand", COUNTED, "O O O UO"),
    Scene("winner", WON, "O O O"),
    Scene("winner-three", THREE_WON, "O O O"),
    Scene("winner-draw", DRAWN, "O O O"),
    Scene("standings", HANDS, "O DDDO"),
    Scene("standings-up", HANDS, "O DDDO UUUUUUU"),
    Scene("standings-none", AUSTERE, "O DDDDDDO"),
    Scene("standings-sheet", HANDS, "O DDDO UUO"),
    Scene("finished", "", "UO", put=_finished),
    Scene("finished-three", "", "UO UU", put=_finished),
    Scene("finished-lower", "", "UO U", put=_finished),
    Scene("finished-damaged", "", "UO DDD", put=_finished),
    Scene("finished-standings", "", "UO DDO", put=_finished),
    Scene("finished-sheet", "", "UO DDO O", put=_finished),
    Scene("damage", AUSTERE, "", put=_damaged),
    Scene("damage-newer", "", "", put=_newer),
    Scene("damage-finished", "", "UO DDDO", put=_finished),
    Scene("undo", AUSTERE, "B"),
    Scene("undo-redo", AUSTERE, "B OO"),
    Scene("undo-nothing", WIDE, "B"),
    Scene("abandon", AUSTERE, "D O UO"),
    Scene("crash", AUSTERE, "", _crash),
    Scene("crash-memory", AUSTERE, "", _out_of_memory),
)


def main() -> int:
    """Rewrite the golden frames, or save pictures."""
    pictures = Path(sys.argv[2]) if sys.argv[1:2] == ["--png"] else None
    for scene in SCENES:
        pixels = scene.play()[1]
        if pictures:
            frames.png(pixels, pictures / f"{scene.name}.png")
        else:
            (GOLDEN / f"{scene.name}.txt").write_text(frames.art(pixels), encoding="utf-8")
    if not pictures:
        for file in GOLDEN.glob("*.txt"):
            if file.stem not in {scene.name for scene in SCENES}:
                file.unlink()
    return 0


if __name__ == "__main__":
    sys.exit(main())
