"""The finished matches, eight to a file, so that neither a folder nor a file grows long.

A pack is named by its first match's number. Numbers leave no gap, so a pack's name says where a
match must be; one that cannot be read keeps its place in the list. A match is added by one append.
The oldest pack goes as a whole when the disk runs low.
"""

from engine_core import events
from engine_core.history import History
from engine_core.match import Match

from . import disk, form
from .recover import Damage, Entries, count, fitting

_TYPE_CHECKING = const(0)
if _TYPE_CHECKING:
    from typing import BinaryIO

_PACK = const(8)  # matches
_NAME = "%06d.bir"
_CHUNK = const(512)
_LONGEST = const(1024)  # bytes of a summary


class Summary:
    """A finished match in a list: who played, what they have, who won."""

    DRAW = -1
    UNDECIDED = -2  # it was put away before its end

    def __init__(self, names: list[str], totals: list[int], hands: int, winner: int) -> None:
        self.names = names
        self.totals = totals  # of each team, the last hand counted
        self.hands = hands
        self.winner = winner  # the team, DRAW or UNDECIDED
        self.code = form.GOOD  # or what is amiss with the match, as in `form`


def summary_of(match: Match) -> Summary:
    """The summary of a match as it stands."""
    over, winner, draw = match.outcome()
    if draw:
        winner = Summary.DRAW
    elif not over:
        winner = Summary.UNDECIDED
    totals = [match.running(team) for team in range(match.teams)]
    return Summary(list(match.names), totals, match.hands, winner)


def _pack(summary: Summary) -> bytes:
    data = bytearray(events.varint(summary.hands))
    data.append(summary.winner - Summary.UNDECIDED)
    data.append(len(summary.totals))
    for total in summary.totals:
        data += events.signed(total)
    for name in summary.names:
        utf8 = name.encode()
        data += events.varint(len(utf8)) + utf8
    return bytes(data)


def _unpack(data: bytes) -> Summary:
    reader = events.Reader(data, form.BODY)
    hands = reader.varint()
    winner = reader.byte() + Summary.UNDECIDED
    totals = [reader.signed() for _ in range(reader.byte())]
    names: list[str] = []
    while reader.more():
        names.append(str(reader.take(reader.varint()), "utf-8"))
    teams = len(totals)
    if not names or not 1 < teams < 4 or len(names) % teams or winner >= teams:
        raise ValueError("no summary of a match")
    return Summary(names, totals, hands, winner)


class Archive:
    """The packs in a folder of their own."""

    def __init__(self, folder: str) -> None:
        self._folder = folder
        self._packs: list[int] | None = None  # first numbers; None if not looked up yet
        self._newest = -1
        self.damage: Damage | None = None

    def _path(self, first: int) -> str:
        return self._folder + "/" + _NAME % first

    def _firsts(self) -> list[int]:
        if self._packs is None:
            self._packs = [
                int(name[:6])
                for name in disk.names(self._folder)
                if len(name) == 10 and name[6:] == ".bir" and name[:6].isdigit()
            ]
            if self._packs and not disk.size(self._path(self._packs[-1])):
                self._packs.pop()  # created when power went, so it never was
        return self._packs

    def newest(self) -> int:
        """The number of the match that was put away last; 0 if there is none."""
        if self._newest < 0:
            packs = self._firsts()
            self._newest = 0
            if packs:
                found, size = self._walk(packs[-1])
                newest = max([packs[-1]] + list(found))
                if size < 0 and newest in found:
                    at, data = found[newest]
                    if at + len(data) + form.head(data)[3] < disk.size(self._path(packs[-1])):
                        newest += 1  # one behind it cannot be read, and keeps its number
                self._newest = newest
        return self._newest

    def _walk(self, first: int) -> "tuple[dict[int, tuple[int, bytes]], int]":
        """The place and the head with the summary of each match in a pack, and the pack's size.

        The size is -1 if something in it is damaged, so that nothing is added behind that.
        """
        found: dict[int, tuple[int, bytes]] = {}
        whole = True
        at = size = 0
        try:
            with open(self._path(first), "rb") as f:
                size = f.seek(0, 2)
                while at < size:
                    f.seek(at)
                    data = f.read(form.HEAD)
                    if len(data) == form.HEAD and form.is_ours(data):
                        kind, length, number, extent = form.head(data)
                        if form.BODY - form.HEAD <= length <= _LONGEST:
                            data += f.read(length)
                            code = form.judge(data)
                            if kind == form.FINISHED and (code in (form.GOOD, form.NEWER)):
                                found[number] = (at, data)
                                at += len(data) + extent
                                continue
                    whole = False
                    at = _next(f, at + 1, size)
        except OSError:
            whole = False  # it cannot be read, or is a folder
        return (found, size if whole and at == size else -1)

    def _find(self, number: int) -> "tuple[int, int, bytes]":
        """Pack, place and head with summary of a match; `KeyError` if it cannot be found."""
        packs = [first for first in self._firsts() if first <= number]
        if not packs:
            raise KeyError(number)
        at, data = self._walk(packs[-1])[0][number]
        return (packs[-1], at, data)

    def add(self, number: int, history: History) -> None:
        """Put a match away; again with the same number and events changes nothing."""
        entries, chain = form.entries(history.log, 0, 0)
        newest = self.newest()
        if number <= newest:
            try:
                if form.link_of(self._find(number)[2]) == chain:
                    return
            except KeyError:
                pass
            number = newest + 1
        summary = form.link(chain) + _pack(summary_of(history.match))
        data = form.sealed(form.FINISHED, len(summary), number, len(entries), summary) + entries
        disk.make(self._folder)
        packs = self._firsts()
        size = -1
        if packs and number - packs[-1] < _PACK:
            size = self._walk(packs[-1])[1]
        if size < 0:
            disk.append(self._path(number), 0, data)
            packs.append(number)
        else:
            disk.append(self._path(packs[-1]), size, data)
        self._newest = number

    def drop_oldest(self) -> bool:
        """Make room: let the oldest pack go; whether there was one that went."""
        self.newest()  # numbers go on even if nothing is left
        packs = self._firsts()
        if not packs:
            return False
        disk.remove(self._path(packs[0]))
        self._packs = None
        return self._firsts() != packs

    def count(self) -> int:
        """How many matches there are, those that cannot be read among them."""
        packs = self._firsts()
        return self.newest() - packs[0] + 1 if packs else 0

    def listed(self, start: int, count: int) -> list[tuple[int, Summary]]:
        """Numbers and summaries, the newest first, after `start` newer ones.

        A summary without names could not be read; its `code` says why.
        """
        listed: list[tuple[int, Summary]] = []
        packs = self._firsts()
        pack = len(packs) - 1
        number = self.newest() - start
        found: dict[int, tuple[int, bytes]] = {}
        walked = -1
        while pack >= 0 and len(listed) < count:
            if number < packs[pack]:
                pack -= 1
                continue
            if walked != pack:
                found = self._walk(packs[pack])[0]
                walked = pack
            at, data = found.get(number, (0, b""))
            listed.append((number, self._summary(packs[pack], at, data)))
            number -= 1
        return listed

    def _summary(self, pack: int, at: int, data: bytes) -> Summary:
        """The summary of a match whose head is `data`, and whether its entries are whole."""
        summary = Summary([], [], 0, Summary.UNDECIDED)
        code = form.judge(data) if data else form.MISSING
        if not code:
            try:
                summary = _unpack(data)
                if form.crc(self._entries(pack, at, data)) != form.link_of(data):
                    code = form.CHECKSUM
            except ValueError:
                code = form.MISFIT
        summary.code = code
        return summary

    def _entries(self, pack: int, at: int, data: bytes) -> bytes:
        """The entries behind a head, as far as they are there; their CRC-32 is the chain's end."""
        return disk.read_part(self._path(pack), at + len(data), form.head(data)[3])

    def read(self, number: int) -> History:
        """A finished match, or what can be believed of it; see `damage`."""
        self.damage = None
        try:
            pack, at, data = self._find(number)
        except KeyError:
            self.damage = Damage(form.MISSING, 0, 0, _NAME % number)
            return History()
        name = _NAME % pack
        code = form.judge(data)
        if code:
            self.damage = Damage(code, 0, 0, name)
            return History()
        body = self._entries(pack, at, data)
        whole = form.crc(body) == form.link_of(data)
        entries = Entries()
        at = entries.read(body, 0, whole)
        history, unfit = fitting(entries.sequence, entries.back)
        if entries.fault:
            code = entries.fault
        elif len(body) < form.head(data)[3]:
            code = form.CUT
        elif not whole:
            code = form.CHECKSUM
        elif unfit or not history.match.hands:
            code = form.MISFIT
        if code:
            lost = unfit + count(body, at)
            self.damage = Damage(code, history.count, lost, name)
        return history


def _next(f: "BinaryIO", at: int, size: int) -> int:
    """Where the next head seems to begin in a damaged pack; its size if there is none."""
    while at < size:
        f.seek(at)
        data = f.read(_CHUNK)
        place = data.find(form.MAGIC)
        if place >= 0:
            return at + place
        # The last bytes may be the first of a magic.
        at += max(len(data) - len(form.MAGIC) + 1, 1)
    return size
