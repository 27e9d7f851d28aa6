"""What the device is asked to do. This file is sent to it as it is and runs there, so it uses what
MicroPython has, and no more.

What a function answers it prints, a line each, as literals of Python.
"""

import binascii
import hashlib
import os
import sys

CHUNK = 768  # bytes of a file between two looks at the cable; a multiple of 3
READY = "\x06"

_FOLDER = 0x4000


def kind(path: str) -> str:
    """Tell what there is: "file", "folder", or nothing."""
    try:
        return "folder" if os.stat(path)[0] & _FOLDER else "file"
    except OSError:
        return ""


def facts() -> None:
    """Print what the device is, and the block size and free blocks of its disk."""
    it = sys.implementation
    disk = os.statvfs("/")
    machine = getattr(it, "_machine", sys.platform)
    print((sys.platform, machine, tuple(it.version)[:3], getattr(it, "_mpy", 0) & 0xFF))
    print((disk[1], disk[4]))


def names(folder: str) -> "list[str]":
    """Return what a folder holds, in order."""
    found = os.listdir(folder)
    found.sort()
    return found


def digest(path: str) -> str:
    """Return the SHA-256 of a file."""
    sha = hashlib.sha256()
    with open(path, "rb") as f:
        while True:
            data = f.read(1024)
            if not data:
                break
            sha.update(data)
    return binascii.hexlify(sha.digest()).decode()


def listing(path: str) -> None:
    """Print every file at and below a path with size and SHA-256, every folder with -1."""
    there = kind(path)
    if there == "file":
        print((path, os.stat(path)[6], digest(path)))
    elif there:
        print((path, -1, ""))
        for name in names(path):
            listing(path + "/" + name)


def top() -> None:
    """Print what the root holds."""
    print(names("/"))


def read(path: str) -> None:
    """Print a file in base 64."""
    with open(path, "rb") as f:
        while True:
            data = f.read(CHUNK)
            if not data:
                break
            print(binascii.b2a_base64(data).decode().strip())


def make_folders(path: str) -> None:
    """Have the folders that a file lies in."""
    at = path.find("/", 1)
    while at > 0:
        if not kind(path[:at]):
            os.mkdir(path[:at])
        at = path.find("/", at + 1)


def put(path: str, size: int) -> None:
    """Write a file from what comes in base 64, a chunk at a time, each after READY."""
    make_folders(path)
    with open(path, "wb") as f:
        while size > 0:
            length = min(size, CHUNK)
            sys.stdout.write(READY)
            f.write(binascii.a2b_base64(sys.stdin.buffer.read((length + 2) // 3 * 4)))
            size -= length


def copy(path: str, to: str) -> None:
    """Copy a small file."""
    make_folders(to)
    with open(path, "rb") as f:
        data = f.read()
    with open(to, "wb") as f:
        f.write(data)


def remove(path: str) -> None:
    """Remove a file, or a folder with all that it holds, if it is there."""
    there = kind(path)
    if there == "file":
        os.remove(path)
    elif there:
        for name in names(path):
            remove(path + "/" + name)
        os.rmdir(path)


def board() -> None:
    """Print the lines of the board file on the device; None if there is none that works."""
    try:
        module = __import__("board")
    except Exception:  # also bytecode of another version, or a file cut short
        print(None)
        return
    print({name: getattr(module, name) for name in dir(module) if name.upper() == name})
