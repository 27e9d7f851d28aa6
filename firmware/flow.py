"""Where the table goes by itself: from the end of a hand to the next one, or to the winner."""

from engine_core import hand

_TYPE_CHECKING = const(0)
if _TYPE_CHECKING:
    from engine_core.match import Match

    from .app import App
    from .screen import Screen


def unasked(match: "Match") -> int:
    """The first seat, from the first player on, whose left cards have to be asked for; -1."""
    on_table = match.hand
    if not on_table or not on_table.end or not (match.rules and match.rules.left_counts):
        return -1
    seats = len(match.names)
    for i in range(1, seats + 1):
        seat = (on_table.dealer + i) % seats
        if not match.why_nothing_left(seat):
            return seat
    return -1


def onward(app: "App") -> "Screen":
    """What comes after a hand has ended: asking what is left, then its score sheet."""
    seat = unasked(app.match)
    if seat >= 0:
        from .screens.left import Left

        return Left(app, seat)
    from .screens.sheet import Sheet

    return Sheet(app)


def after_sheet(app: "App") -> "Screen | int | None":
    """What OK on a score sheet leads to."""
    match = app.match
    if not match.hand or match.hand.end == hand.OPEN:
        return None
    if unasked(match) >= 0:
        return onward(app)
    if match.outcome()[0]:
        from .screens.winner import Winner

        return Winner(app)
    from .screens.next_hand import NextHand

    return NextHand(app)
