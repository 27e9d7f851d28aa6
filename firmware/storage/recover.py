"""What is left of a match that was damaged, and how that is told."""

from engine_core.codes import Refused
from engine_core.history import History, each


class Damage:
    """What was amiss when a match was read.

    `code` is one of `form`'s, CUT to FOREIGN; `kept` counts the events that were believed,
    `lost` those after them that could still be counted; `name` is the file's, `aside` where it
    goes with the next save, empty if it stays or is not there.
    """

    aside = ""

    def __init__(self, code: int, kept: int, lost: int, name: str) -> None:
        self.code = code
        self.kept = kept
        self.lost = lost
        self.name = name


def fitting(sequence: "bytes | bytearray", back: int) -> tuple[History, int]:
    """The match of a sequence up to the first event that does not fit, and how many were left."""
    try:
        return (History(sequence, back), 0)
    except MemoryError:
        raise  # which says nothing about the events
    except Exception:
        # A foreign sequence may hold what the engine was never meant to see.
        history = History()
    lost = 0
    for event in each(sequence):
        if not lost:
            try:
                history.add(event)
                continue
            except MemoryError:
                raise
            except Refused:
                pass
            except Exception:
                # The match may be half changed; its events are whole.
                history = History(history.log)
        lost += 1
    return (history, lost)
