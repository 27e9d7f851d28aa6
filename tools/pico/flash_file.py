"""The emulated Pico's file system between runs: an image in a folder of this computer.

The folder is a disk as `python3 -m tools simulate` keeps one, `flash.img` and the `lock` of
whoever uses it.
"""

from collections.abc import Mapping
from pathlib import Path

from littlefs import LittleFSError

from tools.flash.update import roots
from tools.pico import file_system
from tools.sim.driver import DeviceError
from tools.venv import try_lock


class FlashFileError(DeviceError):
    """The image cannot be used or kept; the message says why and what to do."""


class FlashFile:
    """The image in a folder, which need not be there yet; it is taken while the block lasts.

    Raises FlashFileError if the folder cannot be used, or is another simulator's.
    """

    def __init__(self, folder: Path) -> None:
        self.path = folder / "flash.img"
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._lock = (folder / "lock").open("a")
        except OSError as error:
            raise FlashFileError(
                f"{folder} cannot be used for the Pico's flash: {error.strerror}."
            ) from error
        if not try_lock(self._lock):
            self._lock.close()
            raise FlashFileError(
                f"The flash in {folder} is in use by another simulator. Stop that one, or take "
                "another folder: --disk FOLDER."
            )

    def __enter__(self) -> "FlashFile":
        return self

    def __exit__(self, *exception: object) -> None:
        self._lock.close()

    def load(self, program: Mapping[str, bytes]) -> bytes:
        """Returns the image with the files of `program` on it, and no others in their places.

        What else is on it stays: the matches. Raises FlashFileError.
        """
        try:
            image = self.path.read_bytes()
        except FileNotFoundError:
            return file_system.build(program)
        except OSError as error:
            raise FlashFileError(f"{self.path} cannot be read: {error.strerror}.") from error
        try:
            there = file_system.read(image)
        except (LittleFSError, ValueError) as error:
            raise FlashFileError(
                f"{self.path} holds no file system of a Pico that can be read; it was left as it "
                "is. Move it away, or take another folder: --disk FOLDER."
            ) from error
        own = roots(program, {path.partition("/")[0] for path in there})
        kept = {
            path: content
            for path, content in there.items()
            if "/" + path.partition("/")[0] not in own
        }
        if there == {**kept, **program}:
            return image
        return file_system.build({**kept, **program})

    def save(self, image: bytes) -> None:
        """Replaces the file whole. Raises FlashFileError; then it is as it was."""
        unfinished = self.path.with_name(self.path.name + ".part")
        try:
            unfinished.write_bytes(image)
            unfinished.replace(self.path)
        except OSError as error:
            raise FlashFileError(
                f"The Pico's flash cannot be kept in {self.path}: {error.strerror}."
            ) from error
