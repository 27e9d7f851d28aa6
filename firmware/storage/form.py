"""The bytes of everything that is written about matches, and judging bytes that are read.

A file of the running match, and each finished match in a pack, is a head and a body:

    0  4  magic, "BIRI"
    4  1  version of the form; these 20 bytes stay as they are in all later ones
    5  1  kind
    6  2  place: number of the segment, or length of the summary
    8  4  number of the match, from 1
   12  4  extent: generation of the segment, or length of the entries behind the summary
   16  4  CRC-32 of the 16 bytes before it and the body
   20     body

Numbers are little-endian. The body of a segment is the link (4 bytes) and entries. The body of a
finished match is the chain's end (4 bytes) and a summary; its entries follow behind.

An entry is an event behind its length as a varint, followed by a check of two bytes. The check
is taken from a CRC-32, the chain, that runs through all that came before in the match: an entry
is right only where it was written. The link is the chain where the segment begins. So the CRC of
the head says whether a file is whole, and where it is not the checks say up to which event it may
be believed. An entry of length 0 with a number as a varint says how many of the events before it
are taken back; it is the last of the last segment.
"""

import binascii
import struct

from engine_core import events

# Kinds.
SEGMENT = const(1)
MARK = const(2)  # of no body: the running match is being put away
FINISHED = const(3)

# What a file or a part of one is.
GOOD = const(0)
EMPTY = const(1)  # of no bytes: created when power went, so it never was
CUT = const(2)  # ends too soon
CHECKSUM = const(3)  # bytes changed
MISSING = const(4)  # a segment or a finished match is not there
MISFIT = const(5)  # bytes as they were written, but the events do not make a match
NEWER = const(6)  # of a later version
FOREIGN = const(7)  # not of this device

VERSION = const(1)
HEAD = const(20)
BODY = const(24)  # where the entries of a segment begin
MAGIC = b"BIRI"
CHECK = const(2)  # bytes of an entry behind its event


def crc(data: "bytes | bytearray | memoryview", before: int = 0) -> int:
    """The CRC-32 of bytes that come after those of another one."""
    return binascii.crc32(data, before)  # pyright: ignore[reportUnknownMemberType]


def sealed(kind: int, place: int, number: int, extent: int, body: "bytes | bytearray") -> bytes:
    """A head and its body in one."""
    head = struct.pack("<4sBBHII", MAGIC, VERSION, kind, place, number, extent)
    return head + struct.pack("<I", crc(body, crc(head))) + body


def is_ours(data: "bytes | bytearray") -> bool:
    """Whether bytes begin as ours do."""
    return data[: len(MAGIC)] == MAGIC


def judge(data: "bytes | bytearray") -> int:
    """What a head and its body are: GOOD or what is amiss."""
    if not data:
        return EMPTY
    if not is_ours(data):
        magic = data[: len(MAGIC)]
        known = sum([byte == MAGIC[i] for i, byte in enumerate(magic)])
        if known < len(magic) - 1:
            # One wrong byte in four is damage, more is something else.
            return FOREIGN
    if len(data) < HEAD:
        return CUT
    found = crc(memoryview(data)[HEAD:], crc(memoryview(data)[:16]))
    if found != struct.unpack_from("<I", data, 16)[0]:
        return CHECKSUM
    if data[4] == VERSION:
        return GOOD
    return NEWER if data[4] > VERSION else FOREIGN


def head(data: "bytes | bytearray") -> tuple[int, int, int, int]:
    """Kind, place, number of the match and extent."""
    kind, place, number, extent = struct.unpack_from("<BHII", data, 5)
    return (kind, place, number, extent)


def link(chain: int) -> bytes:
    """The chain as the four bytes that a body begins with."""
    return struct.pack("<I", chain)


def link_of(data: "bytes | bytearray") -> int:
    """The chain that a body begins with."""
    return struct.unpack_from("<I", data, HEAD)[0]


def _with_check(frame: bytes, chain: int) -> tuple[bytes, int]:
    # Not the chain's lowest bits: a CRC that runs over itself forgets.
    chain = crc(frame, chain)
    check = struct.pack("<H", chain >> 8 & 0xFFFF)
    return (frame + check, crc(check, chain))


def entries(sequence: "bytes | bytearray", at: int, chain: int) -> tuple[bytearray, int]:
    """The events of a sequence from a place on as entries, and the chain after them."""
    out = bytearray()
    end = len(sequence)
    reader = events.Reader(sequence, at)
    while at < end:
        reader.take(reader.varint())
        entry, chain = _with_check(bytes(sequence[at : reader.at]), chain)
        out += entry
        at = reader.at
    return (out, chain)


def taken_back(back: int, chain: int) -> bytes:
    """The entry that says how many events are taken back."""
    return _with_check(b"\0" + events.varint(back), chain)[0]
