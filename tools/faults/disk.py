"""A block device in memory that behaves as a Pico's flash does when power goes.

An erase sets a block of 4096 bytes to 0xFF; a program writes pages of 256 bytes into erased ones.
Power can be cut before an operation or half-way through it: of an interrupted program only the
first half is there and the byte after it has some of its bits; of an interrupted erase the first
half is erased and the rest has lost some of its zeros. From then on every operation fails until
power is back. Operations are counted, and can be recorded to be taken back and done again.
"""

from tools.sim.device.fake_flash import BLOCK, BLOCKS, PAGE

_EIO = 5
_ERASED = b"\xff" * BLOCK


class Operation:
    """One erase or program: where, what it writes, and what was there."""

    def __init__(self, at: int, data: bytes, old: bytes, erase: bool) -> None:
        self.at = at
        self.data = data
        self.old = old
        self.erase = erase

    def half(self) -> bytes:
        """What is there if power goes half-way."""
        middle = len(self.data) // 2
        if self.erase:
            rest = bytes([byte | 0x5A for byte in self.old[middle:]])
            return self.data[:middle] + rest
        partly = bytes((self.data[middle] | 0xF0,))
        return self.data[:middle] + partly + self.old[middle + 1 :]


class Disk:
    """The block device; give it to `VfsLfs2` with `progsize=256`, as the Pico's firmware does."""

    def __init__(self, blocks: int = BLOCKS) -> None:
        self.image = bytearray(b"\xff" * (blocks * BLOCK))
        self.erases = 0
        self.programs = 0  # in pages
        self.powered = True
        self.recording = False
        self._done: list[Operation] = []
        self._cut = -1
        self._half = False

    def cut(self, after: int, half: bool) -> None:
        """Let power go after so many more operations; or half-way through the one after them."""
        self._cut = after
        self._half = half

    def power_on(self) -> None:
        """Power is back."""
        self.powered = True
        self._cut = -1

    def mark(self) -> int:
        """A point to come back to, while `recording` is set."""
        return len(self._done)

    def take_back(self, mark: int) -> "list[Operation]":
        """Bring back what was there at a mark, and return what was done since."""
        done = self._done[mark:]
        for operation in reversed(done):
            self.put(operation.at, operation.old)
        del self._done[mark:]
        return done

    def forget(self) -> None:
        """Nothing done so far will be taken back."""
        self._done.clear()

    def put(self, at: int, data: bytes) -> None:
        """Change the image behind everybody's back."""
        self.image[at : at + len(data)] = data

    def _do(self, at: int, data: bytes, erase: bool) -> int:
        if not self.powered:
            return -_EIO
        operation = Operation(at, data, bytes(self.image[at : at + len(data)]), erase)
        if self._cut == 0:
            self.powered = False
            if self._half:
                self._put(operation, operation.half())
            return -_EIO
        self._cut -= 1
        if erase:
            self.erases += 1
        else:
            self.programs += len(data) // PAGE
            if operation.old != _ERASED[: len(data)]:
                raise AssertionError("programmed what was not erased")
        self._put(operation, data)
        return 0

    def _put(self, operation: Operation, data: bytes) -> None:
        self.put(operation.at, data)
        if self.recording:
            self._done.append(operation)

    # What VfsLfs2 asks for

    def readblocks(self, block: int, buffer: bytearray, offset: int = 0) -> int:
        """Fill a buffer from a place in a block."""
        if not self.powered:
            return -_EIO
        at = block * BLOCK + offset
        buffer[:] = memoryview(self.image)[at : at + len(buffer)]
        return 0

    def writeblocks(self, block: int, buffer: bytearray, offset: int = 0) -> int:
        """Program pages of a block."""
        return self._do(block * BLOCK + offset, bytes(buffer), False)

    def ioctl(self, operation: int, argument: int) -> int:
        """The rest: 4 and 5 ask for the geometry, 6 erases a block, others are done at once."""
        if operation == 4:
            return len(self.image) // BLOCK
        if operation == 5:
            return BLOCK
        if operation == 6:
            return self._do(argument * BLOCK, _ERASED, True)
        return 0 if self.powered else -_EIO


def mount(disk: Disk, at: str, new: bool = False) -> None:
    """Mount the LittleFS of a disk, formatted first if it is new; what was mounted there goes."""
    vfs = __import__("vfs")
    try:  # noqa: SIM105 - MicroPython has no contextlib
        vfs.umount(at)
    except OSError:
        pass
    if new:
        vfs.VfsLfs2.mkfs(disk, progsize=PAGE)
    vfs.mount(vfs.VfsLfs2(disk, progsize=PAGE), at)
