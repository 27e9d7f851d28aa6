"""The child's end of the line to the simulator: messages, the clock and the input pins.

Interrupts come when messages are read, which is inside every sleep, pin read and bus transfer,
so in the middle of whatever the firmware is doing. The clock is the computer's, or a virtual one:
then time passes only by sleeping, by bus transfers and a little by asking for it, and never
beyond the limit the parent has granted, so that every edge comes at its own microsecond.

The time that flash takes passes afterwards, with the next use of the clock: nothing is read from
the line, and so nothing can go wrong with it, in the middle of a change to the disk.
"""

import struct
import sys
import time

import messages

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

_time: "Any" = time

if sys.implementation.name == "micropython":
    from stream_micropython import Stream
else:
    from stream_cpython import Stream


# What asking for the time costs, so that a loop that only does that ends.
_ASK_US = 5

_MS = 1000

# The longest that interrupts are off at a time: flash erases a block.
_BLIND_US = 45000


def _host_us() -> int:
    """The computer's own clock: only MicroPython's has ticks, and only CPython's is monotonic."""
    if sys.implementation.name == "micropython":
        return _time.ticks_us()
    return _time.monotonic_ns() // 1000


def _host_sleep_us(us: int) -> None:
    if sys.implementation.name == "micropython":
        _time.sleep_us(us)
    else:
        _time.sleep(us / 1000000)


class Wire:
    """The line, once for the process. `address` is what the parent named."""

    def __init__(self, address: str, virtual: bool) -> None:
        self.virtual = virtual
        # The level of each input, and who is told of its edges.
        self.levels: dict[int, int] = {}
        self.handlers: dict[int, Callable[[int], None]] = {}
        # By question: what is given the rest of it, and returns the text of the answer.
        self.answers: dict[int, Callable[[str], str]] = {}
        # Called whenever the firmware sleeps.
        self.on_sleep: Callable[[], None] | None = None
        self._stream = Stream(address)
        self._head = bytearray(4)
        self._born_us = _host_us()
        self._now_us = 0
        self._limit_us = 0
        self._interrupted = False
        # The pins whose edges came while no interrupt could; None while they can.
        self._missed: set[int] | None = None
        # What flash has taken and has still to pass.
        self._owed_us = 0

    def send(self, operation: int, number: int, data: "bytes | bytearray" = b"") -> None:
        """Send a message."""
        self._stream.write(struct.pack(messages.HEADER, operation, number, len(data)) + data)

    def request(self, operation: int, number: int, data: bytes = b"") -> "tuple[int, bytearray]":
        """Send a message and return its answer: the operation and the bytes."""
        self.send(operation, number, data)
        while True:
            operation, number, answer = self._receive()
            if operation in (messages.ACKS, messages.DATA):
                return operation, answer
            self._handle(operation, number, answer)

    def pump(self, timeout_ms: int = 0) -> None:
        """Handle what has arrived; wait for the first message for `timeout_ms`.

        Nothing is handled during an interrupt: on a Pico those of pins do not nest.
        """
        while not self._interrupted and self._stream.ready(timeout_ms):
            operation, number, data = self._receive()
            self._handle(operation, number, data)
            timeout_ms = 0

    def owe(self, us: int) -> None:
        """Note that flash was busy for so long: that time will be `blind`."""
        self._owed_us += us

    def _pay(self) -> None:
        while self._owed_us and self._missed is None and not self._interrupted:
            us = min(self._owed_us, _BLIND_US)
            self._owed_us -= us
            self.blind(us)

    def spend(self, us: int) -> None:
        """Let time pass: a transfer, or a wait."""
        self._pay()
        self._spend(us)

    def _spend(self, us: int) -> None:
        if self.virtual:
            self._spend_virtual(us)
            return
        end = _host_us() + us
        while end - _host_us() >= _MS:
            self.pump((end - _host_us()) // _MS)
        self.pump()
        left = end - _host_us()
        if left > 0:
            _host_sleep_us(left)

    def blind(self, us: int) -> None:
        """Let time pass as while flash is erased: what pins interrupt for comes afterwards, once
        for each."""
        missed: set[int] = set()
        self._missed = missed
        try:
            self._spend(us)
        finally:
            self._missed = None
            for number in missed:
                self._interrupt(number)

    def ticks_us(self) -> int:
        """Microseconds since power-on; they do not wrap."""
        self._pay()
        if not self.virtual:
            return _host_us() - self._born_us
        if not self._interrupted:
            self._spend_virtual(_ASK_US)
        return self._now_us

    def sleep_us(self, us: int) -> None:
        """What the firmware's sleeps do."""
        if self.on_sleep is not None and not self._interrupted:
            self.on_sleep()
        self.spend(us)

    def _spend_virtual(self, us: int) -> None:
        target = self._now_us + us
        while target > self._limit_us:
            self._now_us = self._limit_us
            self.send(messages.WAIT, 0, struct.pack(messages.TIME, self._now_us))
            while self._limit_us == self._now_us:
                operation, number, data = self._receive()
                self._handle(operation, number, data)
        self._now_us = target

    def _receive(self) -> "tuple[int, int, bytearray]":
        self._stream.fill(self._head)
        operation, number, size = struct.unpack(messages.HEADER, self._head)
        data = bytearray(size)
        if size:
            self._stream.fill(data)
        return operation, number, data

    def _handle(self, operation: int, number: int, data: bytearray) -> None:
        if operation == messages.EDGE:
            self.levels[number] = data[0]
            if self._missed is None:
                self._interrupt(number)
            else:
                self._missed.add(number)
        elif operation == messages.LIMIT:
            self._limit_us = struct.unpack(messages.TIME, data)[0]
        elif operation == messages.QUESTION:
            self._answer(number, self.answers[number](bytes(data).decode()).encode())

    def _interrupt(self, number: int) -> None:
        handler = self.handlers.get(number)
        if handler is not None:
            before = self._interrupted
            self._interrupted = True
            try:
                handler(self.levels[number])
            finally:
                self._interrupted = before

    def _answer(self, question: int, text: bytes) -> None:
        while len(text) >= messages.FULL:
            self.send(messages.ANSWER, question, text[: messages.FULL])
            text = text[messages.FULL :]
        self.send(messages.ANSWER, question, text)


_wires: "list[Wire]" = []


def connect(address: str, virtual: bool) -> Wire:
    """Open the line."""
    _wires.append(Wire(address, virtual))
    return _wires[0]


def wire() -> Wire:
    """The open line."""
    return _wires[0]
