"""The matches on the disk, as the screens need them: the running one, and the finished ones.

Three folders below the root: `match` (the running match), `done` (finished ones) and `kept`
(damaged files, moved there and left alone). The form of the files is in `storage.form`.
"""

from engine_core.history import History

from .storage import disk
from .storage.running import Running

_TYPE_CHECKING = const(0)
if _TYPE_CHECKING:
    from .storage.archive import Archive, Summary
    from .storage.recover import Damage

_RESERVE = const(65536)  # bytes that stay free for the running match; below, the oldest go
_SOON = const(16384)  # so much above the reserve the disk counts as low


class Store:
    """Where matches are kept; `root` is a folder, empty for the disk's own."""

    def __init__(self, root: str) -> None:
        self._root = root
        self._running = Running(root + "/match", root + "/kept")
        self._archive: Archive | None = None
        self._low: bool | None = None
        self._any = False
        self.damage: Damage | None = None

    def _finished(self) -> "Archive":
        """The finished matches: who only goes on with a match does not need them on the heap."""
        if self._archive is None:
            from .storage.archive import Archive

            self._archive = Archive(self._root + "/done")
        return self._archive

    def load(self) -> History:
        """The running match as it was saved last; an empty one if none runs.

        `damage` is None, or says what is amiss; then the match goes up to the damaged event.
        Nothing is changed on the disk, unless power went while a match was put away: that is
        done to its end.
        """
        running = self._running
        history = running.load()
        self.damage = running.damage
        if self.damage:
            if not running.number:
                running.number = self._finished().newest() + 1
            self.damage.aside = running.aside()
        if running.marked:
            try:
                self._put_away(history)
                history = History()
            except OSError:
                pass
        return history

    def prepare(self) -> None:
        """Create the files of the running match where a disk is new, and look its number up: that
        takes a second.

        The first save does the same; it is better done while nobody waits.
        """
        running = self._running
        running.prepare()
        if not running.number:
            running.number = self._finished().newest() + 1

    def save(self, history: History) -> None:
        """Write what changed; `OSError` if the disk is broken or full, and it may be tried again.

        What was written before stays as it was. When the disk is full the oldest finished
        matches go.
        """
        running = self._running
        while True:
            try:
                if not running.number:
                    running.number = self._finished().newest() + 1
                running.save(history)
                return
            except OSError as error:
                if not self._room_after(error):
                    raise

    def finish(self, history: History) -> None:
        """Put the match away among the finished ones; without a hand it just ends.

        `OSError` if that fails; then it runs on. What was taken back is forgotten.
        """
        self.save(history)
        while disk.free(self._root) < _RESERVE and self._finished().drop_oldest():
            pass
        self._running.mark()
        self._put_away(history)
        self._low = None

    def _put_away(self, history: History) -> None:
        running = self._running
        while history.match.hands:
            try:
                self._finished().add(running.number, history)
                break
            except OSError as error:
                if not self._room_after(error):
                    running.unmark()
                    raise
        running.clear()

    def _room_after(self, error: OSError) -> bool:
        """Whether there is more room now than when a write failed."""
        return disk.is_full(error) and self._finished().drop_oldest()

    @property
    def low(self) -> bool:
        """Whether the oldest finished matches have to go soon, eight at a time."""
        if self._low is None:
            try:
                self._low = disk.free(self._root) < _RESERVE + _SOON
            except OSError:
                return False  # there is more amiss, and saving says it
        return self._low

    @property
    def any_finished(self) -> bool:
        """Whether there seem to be finished matches; cheap."""
        if not self._any:
            self._any = bool(disk.names(self._root + "/done"))
        return self._any

    @property
    def finished_count(self) -> int:
        """How many finished matches there are."""
        return self._finished().count()

    def finished(self, start: int, n: int) -> "list[tuple[int, Summary]]":
        """Numbers and summaries of `n` finished matches, the newest first, after `start` others.

        A summary without names could not be read; `code` says what is amiss with the match.
        """
        return self._finished().listed(start, n)

    def read(self, number: int) -> History:
        """A finished match to look through; `damage` is None, or says what is amiss with it."""
        history = self._finished().read(number)
        self.damage = self._finished().damage
        return history
