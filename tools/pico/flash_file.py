"""The emulated Pico's file system between runs: the image of a simulator's disk."""

from collections.abc import Mapping
from pathlib import Path

from tools.flash.update import roots
from tools.pico import file_system
from tools.sim.disk import Disk


class FlashFile(Disk):
    """The disk in a folder, which need not be there yet; it is taken while the block lasts.

    Raises DiskError if the folder cannot be used, or is another simulator's.
    """

    def __init__(self, folder: Path) -> None:
        super().__init__(folder, plain=False)

    def __enter__(self) -> "FlashFile":
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def load(self, program: Mapping[str, bytes]) -> bytes:
        """Returns the image with the files of `program` on it, and no others in their places.

        What else is on it stays: the matches. Raises DiskError.
        """
        there = self.files()
        own = roots(program, {path.partition("/")[0] for path in there})
        kept = {
            path: content
            for path, content in there.items()
            if "/" + path.partition("/")[0] not in own
        }
        if there and there == {**kept, **program}:
            return self.path.read_bytes()
        return file_system.build({**kept, **program})
