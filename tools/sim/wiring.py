"""What the Pico's pins lead to: display and keys, and the clock. No processes, no sockets.

`receive` takes the child's messages (see device/messages.py), `send` is where the answers go.
Times are microseconds since power-on.
"""

import heapq
import struct
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from tools.sim import bounce
from tools.sim.device import messages

Send = Callable[[int, int, bytes], None]

_NEVER_US = 2**63

# A pin that is high all of the time.
_FULL = 65535


class Chip(Protocol):
    """A chip model: takes the bytes of a whole write, tells how many it acknowledged."""

    version: int
    complaints: list[str]

    def write(self, data: bytes) -> int: ...

    def pixels(self) -> bytes: ...


class Panel(Protocol):
    """What hangs on an SPI: a display's controller, and the light behind its glass."""

    def write_spi(self, dc: int, data: bytes) -> None: ...

    def reset(self) -> None: ...

    def light(self, part: float) -> None: ...


@dataclass(frozen=True)
class SPI:
    """A display on SPI number `bus`, and the pins of its lines; None where it has no such line."""

    panel: Panel
    bus: int
    cs: int
    dc: int
    rst: int | None = None
    backlight: int | None = None


class Key:
    """One key: where its contact is, and how it bounces."""

    def __init__(self, pin: int, trace: int) -> None:
        self.pin = pin
        self.down = False
        self.level = 1
        self._next = trace

    def change(self, down: bool, now_us: int) -> list[tuple[int, int]]:
        """Press or release it: the changes of its level. Each time it bounces in another way."""
        if down == self.down:
            return []
        self.down = down
        _, make, broken = bounce.TRACES[self._next % len(bounce.TRACES)]
        if not down:
            self._next += 1
        return bounce.changes(make if down else broken, now_us, 0 if down else 1)


class Wiring:
    """Display, keys and clock of one board. It outlives the power of the Pico.

    What can be wrong with the bus: `plugged` is False while the display is pulled off. `disturb`
    is given the length of each transfer and says how many bytes of it get through before one is
    not acknowledged (MISSING: not even the address), or None. `hold` keeps the data line low.
    On SPI nobody acknowledges: what does not get through is lost, and no one is told.
    """

    def __init__(
        self,
        keys: dict[str, int],
        chips: dict[int, Chip],
        clock_pin: int | None = None,
        spi: SPI | None = None,
    ) -> None:
        self.keys = {name: Key(pin, trace) for trace, (name, pin) in enumerate(keys.items())}
        self.chips = chips
        self.plugged = True
        self.disturb: Callable[[int], int | None] | None = None
        self._clock_pin = clock_pin
        self._spi = spi
        self._held_for: float = 0
        self.started = ""
        self.changes = 0
        self.answers: dict[int, bytes] = {}
        self.outputs: dict[int, int] = {}
        self.pull_ups: set[int] = set()
        self.reset_wanted = False
        self.no_disk = 0
        self.waits = False
        self.transfers = 0
        self.bytes_sent = 0
        self.now_us = 0
        self._limit_us = 0
        self._order = 0
        self._edges: list[tuple[int, int, Key, int]] = []
        self._partial: dict[int, bytes] = {}
        self.send: Send = _nobody

    def power_on(self, send: Send) -> None:
        """A new child talks: its clock begins at 0; keys that are down stay down."""
        self.send = send
        self.started = ""
        self.reset_wanted = False
        self.no_disk = 0
        self.waits = False
        self.now_us = self._limit_us = 0
        self.answers.clear()
        self._partial.clear()
        self.outputs.clear()
        self.pull_ups.clear()
        self._edges.clear()
        for key in self.keys.values():
            key.level = 0 if key.down else 1
        if self._spi and self._spi.backlight is not None:
            self._spi.panel.light(0)

    def off(self) -> None:
        """The child has ended; the keys stay where they are."""
        self.send = _nobody
        self.waits = False

    # What the world does.

    def change(self, name: str, down: bool, at_us: int) -> None:
        """Press or release a key at a time of the child's clock."""
        key = self.keys[name]
        for time, level in key.change(down, at_us):
            self._order += 1
            heapq.heappush(self._edges, (time, self._order, key, level))

    def hold(self, clocks: float) -> None:
        """Keep the data line low until so many clocks have come: a chip that lost count in the
        middle of a byte. Infinity is a short circuit, 0 its end."""
        self._held_for = clocks

    def next_edge_us(self) -> int:
        """When the next edge is due; far away if none is."""
        return self._edges[0][0] if self._edges else _NEVER_US

    def due(self, now_us: int) -> None:
        """Send the edges up to now (with a real clock)."""
        while self._edges and self._edges[0][0] <= now_us:
            _, _, key, level = heapq.heappop(self._edges)
            key.level = level
            self.send(messages.EDGE, key.pin, bytes([level]))

    def grant(self, limit_us: int) -> None:
        """Let the virtual clock run to `limit_us`."""
        self._limit_us = limit_us
        if self.waits:
            self._proceed()

    @property
    def parked(self) -> bool:
        """Whether the child stands at the limit of its virtual clock."""
        return self.waits and self.now_us >= self._limit_us

    def ask(self, question: int, rest: str = "") -> None:
        """Ask the child; what it says will be in `answers`."""
        self.answers.pop(question, None)
        self.send(messages.QUESTION, question, rest.encode())

    # What the child says.

    def receive(self, operation: int, number: int, data: bytes) -> None:
        """Handle a message of the child's."""
        if operation == messages.I2C_WRITE:
            acks = self._write(data[0], data[1:])
            self.send(messages.ACKS, 0, struct.pack("<H", acks))
        elif operation == messages.I2C_READ:
            self.send(messages.ACKS, 0, struct.pack("<H", messages.MISSING))
        elif operation == messages.PIN_INPUT:
            if data[0]:
                self.pull_ups.add(number)
            level = next((k.level for k in self.keys.values() if k.pin == number), data[0])
            self.send(messages.DATA, 0, bytes([level]))
        elif operation == messages.WAIT:
            self.now_us = struct.unpack(messages.TIME, data)[0]
            self.waits = True
            self._proceed()
        elif operation == messages.PIN_OUTPUT:
            if number == self._clock_pin and data[0] > self.outputs.get(number, 1):
                self._held_for = max(0, self._held_for - 1)
            self.outputs[number] = data[0]
            self._line(number, _FULL * data[0])
        elif operation == messages.PIN_FREE:
            self.outputs.pop(number, None)
        elif operation == messages.PIN_PWM:
            self._line(number, struct.unpack("<H", data)[0])
        elif operation == messages.SPI_WRITE:
            self._shift(number, data)
        elif operation == messages.STARTED:
            self.started = data.decode()
        elif operation == messages.CHANGED:
            self.changes += 1
        elif operation == messages.ANSWER:
            text = self._partial.pop(number, b"") + data
            if len(data) == messages.FULL:
                self._partial[number] = text
            else:
                self.answers[number] = text
        elif operation == messages.RESET:
            self.reset_wanted = True
        elif operation == messages.NO_DISK:
            self.no_disk = number

    def _write(self, address: int, data: bytes) -> int:
        if self._held_for:
            return messages.HANGS
        chip = self.chips.get(address)
        if chip is None or not self.plugged:
            return messages.MISSING
        self.transfers += 1
        self.bytes_sent += len(data)
        through = self.disturb(len(data)) if self.disturb else None
        if through == messages.MISSING:
            return messages.MISSING
        if through is not None:
            data = data[:through]
        return chip.write(data) if data else 0

    def _line(self, pin: int, duty: int) -> None:
        """A pin is high for so much of the time."""
        spi = self._spi
        if spi is None:
            return
        if pin == spi.rst and duty == 0 and self.plugged:
            spi.panel.reset()
        elif pin == spi.backlight:
            spi.panel.light(duty / _FULL)

    def _shift(self, bus: int, data: bytes) -> None:
        spi = self._spi
        # A line that nobody drives: the controller is not selected, but not reset either.
        reset = spi is not None and spi.rst is not None and self.outputs.get(spi.rst) == 0
        if spi is None or spi.bus != bus or reset or self.outputs.get(spi.cs) != 0:
            return
        if not self.plugged or spi.dc not in self.outputs:
            return
        self.transfers += 1
        self.bytes_sent += len(data)
        through = self.disturb(len(data)) if self.disturb else None
        if through is not None:
            data = data[: 0 if through == messages.MISSING else through]
        spi.panel.write_spi(self.outputs[spi.dc], data)

    def _proceed(self) -> None:
        """The child stands at a limit: what happens at this moment, and then on."""
        self.due(self.now_us)
        limit = min(self._limit_us, self.next_edge_us())
        if limit > self.now_us:
            self.waits = False
            self.send(messages.LIMIT, 0, struct.pack(messages.TIME, limit))


def _nobody(operation: int, number: int, data: bytes) -> None:
    """Where messages go while the power is off."""
