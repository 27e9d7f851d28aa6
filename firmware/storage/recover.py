"""What is left of a match that was damaged, and how that is told."""

from engine_core.history import History, Misfit, each


class Damage:
    """What was amiss when a match was read.

    `code` is one of `form`'s, CUT to FOREIGN; `kept` counts the events that were believed,
    `lost` those after them that could still be counted; `name` is the file's.
    """

    def __init__(self, code: int, kept: int, lost: int, name: str) -> None:
        self.code = code
        self.kept = kept
        self.lost = lost
        self.name = name


def fitting(sequence: "bytes | bytearray", back: int) -> tuple[History, int]:
    """The match of a sequence up to the first event that does not fit, and how many were left."""
    try:
        return (History(sequence, back), 0)
    except Misfit as misfit:
        fits = misfit.index
    history = History()
    lost = 0
    for event in each(sequence):
        if history.count < fits:
            history.add(event)
        else:
            lost += 1
    return (history, lost)
