"""A player at the table with a running match, and finished ones on a disk."""

from engine_core import events
from engine_core.history import History
from firmware.store import Store
from host_tests.device.disk_kit import Disk
from host_tests.device.screens_kit import Player

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_NAMES = ["Ana", "Bruno", "Carla", "Diogo"]
BEGIN = [events.rules(1), events.seats(_NAMES), events.hand()]


def _match(hands: int, points: int) -> History:
    history = History()
    for event in BEGIN[:2]:
        history.add(event)
    for _ in range(hands):
        history.add(events.hand())
        history.add(events.tally(0, points, []))
        history.add(events.dry())
    return history


def _put_away(store: Store, count: int) -> None:
    for number in range(1, count + 1):
        history = _match(3, 5 * number)
        store.save(history)
        store.finish(history)


class Counting(Store):
    """A store that notes how many summaries are asked for at a time."""

    def __init__(self, root: str) -> None:
        super().__init__(root)
        self.asked: list[int] = []

    def finished(self, start: int, n: int) -> "Any":
        """Note it."""
        self.asked.append(n)
        return super().finished(start, n)


def running(disk: Disk, count: int) -> "tuple[Player, Counting]":
    """A player with a running match and so many finished ones."""
    _put_away(Store(disk.root), count)
    disk.again()
    store = Counting(disk.root)
    untyped: Any = store
    player = Player(store=untyped)
    player.app.begin(BEGIN)
    player.app.do(events.tally(0, 500, []))
    player.press("b")
    assert player.shows("Table")
    return (player, store)


def state(player: Player, disk: Disk) -> "tuple[bytes, bytes]":
    """The running match as it is on the screen and on the disk."""
    again = Store(disk.root).load()
    return (bytes(player.app.history.sequence()), bytes(again.sequence()))


def open_list(player: Player) -> None:
    """From the table; New match is the last entry, the finished ones are before it."""
    player.press("O UU O")
    assert player.shows("Finished")
