"""The module `machine` of the simulated Pico: as much of it as the firmware may use."""

import struct
import sys

import messages
from wire import wire

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

PWRON_RESET = 1
WDT_RESET = 3

_EIO = 5
_ETIMEDOUT = 110

_LED = 25
_PINS = 30

# The pins MicroPython takes for the SPIs' MISO unless told.
_MISO = (16, 8)

# Of the processor and, from MicroPython 1.24 on, of the peripherals unless told.
_USB_HZ = 48000000
_clocks = [125000000, _USB_HZ]

_wire = wire()


def _gpio(pin: "int | str | Pin") -> int:
    """The number of GP4, whether it is given as a pin, as 4 or as "GP4"."""
    if isinstance(pin, Pin):
        return pin.gpio
    if pin == "LED":
        return _LED
    number = int(pin[2:]) if isinstance(pin, str) and pin.startswith("GP") else pin
    if isinstance(number, int) and 0 <= number < _PINS:
        return number
    raise ValueError("invalid pin")


class _Irq:
    def __init__(self) -> None:
        self.raised = 0

    def flags(self) -> int:
        """The edges that led to the call."""
        return self.raised


class Pin:
    """A pin: an input follows what the simulator says, an output tells it."""

    IN = 0
    OUT = 1
    OPEN_DRAIN = 2
    PULL_UP = 1
    PULL_DOWN = 2
    IRQ_FALLING = 4
    IRQ_RISING = 8

    def __init__(
        self,
        id: "int | str | Pin",
        mode: int = -1,
        pull: "int | None" = -1,
        *,
        value: "int | None" = None,
        alt: int = -1,
    ) -> None:
        self.gpio = _gpio(id)
        self._mode = mode
        self._level = 1
        self._irq = _Irq()
        if mode != -1:
            self.init(mode, pull, value=value)

    def init(
        self,
        mode: int = -1,
        pull: "int | None" = -1,
        *,
        value: "int | None" = None,
        alt: int = -1,
    ) -> None:
        """Set what the pin is."""
        self._mode = mode
        if mode == Pin.IN:
            up = bytes([1 if pull == Pin.PULL_UP else 0])
            _, level = _wire.request(messages.PIN_INPUT, self.gpio, up)
            _wire.levels[self.gpio] = level[0]
        elif value is not None or mode == Pin.OUT:
            self.value(value or 0)

    def value(self, x: "int | None" = None) -> "int | None":
        """Its level, or set it."""
        if x is not None:
            self._level = 1 if x else 0
            _wire.send(messages.PIN_OUTPUT, self.gpio, bytes([self._level]))
            return None
        if self._mode != Pin.IN:
            return self._level
        if not _wire.virtual:
            _wire.pump()
        return _wire.levels[self.gpio]

    def __call__(self, x: "int | None" = None) -> "int | None":
        return self.value(x)

    def on(self) -> None:
        """Set it high."""
        self.value(1)

    def off(self) -> None:
        """Set it low."""
        self.value(0)

    def toggle(self) -> None:
        """Set it to the other level."""
        self.value(1 - self._level)

    def irq(
        self,
        handler: "Callable[[Pin], None] | None" = None,
        trigger: int = IRQ_FALLING | IRQ_RISING,
        *,
        hard: bool = False,
    ) -> _Irq:
        """Call `handler` at the edges of `trigger`; None: no more."""
        if handler is None:
            _wire.handlers.pop(self.gpio, None)
            return self._irq

        def edge(level: int) -> None:
            flags = trigger & (Pin.IRQ_RISING if level else Pin.IRQ_FALLING)
            if flags:
                self._irq.raised = flags
                handler(self)

        _wire.handlers[self.gpio] = edge
        return self._irq


class I2C:
    """A bus. Transfers take their time: nine bits a byte."""

    def __init__(
        self,
        id: int,
        *,
        scl: "Pin | None" = None,
        sda: "Pin | None" = None,
        freq: int = 400000,
        timeout: int = 50000,
    ) -> None:
        self._id = id
        self._ns_per_byte = 9000000000 // freq
        self._timeout_us = timeout

    def writeto(self, addr: int, buf: "bytes | bytearray | memoryview", stop: bool = True) -> int:
        """The acknowledged bytes; OSError if nobody has the address, or it takes too long."""
        us = self._spend(len(buf))
        _, answer = _wire.request(messages.I2C_WRITE, self._id, bytes([addr]) + bytes(buf))
        acks = struct.unpack("<H", answer)[0]
        if acks == messages.MISSING:
            raise OSError(_EIO)
        if acks == messages.HANGS:
            _wire.spend(self._timeout_us)
            raise OSError(_ETIMEDOUT)
        if us > self._timeout_us:
            raise OSError(_ETIMEDOUT)
        return acks

    def writevto(self, addr: int, vector: "list[bytes]", stop: bool = True) -> int:
        """As `writeto`, of several pieces in one transfer."""
        return self.writeto(addr, b"".join([bytes(part) for part in vector]), stop)

    def readfrom(self, addr: int, nbytes: int, stop: bool = True) -> bytes:
        """Bytes of a chip that can be read; OSError if there is none."""
        self._spend(nbytes)
        question = struct.pack("<BH", addr, nbytes)
        operation, answer = _wire.request(messages.I2C_READ, self._id, question)
        if operation == messages.ACKS:
            raise OSError(_EIO)
        return bytes(answer)

    def scan(self) -> "list[int]":
        """The addresses that are acknowledged."""
        found: list[int] = []
        for address in range(0x08, 0x78):
            _, answer = _wire.request(messages.I2C_WRITE, self._id, bytes([address]))
            if struct.unpack("<H", answer)[0] < messages.HANGS:
                found.append(address)
        return found

    def _spend(self, count: int) -> int:
        """Let the time of a transfer pass, its address included; return it."""
        us = (count + 1) * self._ns_per_byte // 1000
        _wire.spend(us)
        return us


class SPI:
    """A bus to write to. Bytes take their time: eight bits, at the speed nearest below."""

    MSB = 0
    LSB = 1

    def __init__(
        self,
        id: int,
        baudrate: int = 1000000,
        *,
        polarity: int = 0,
        phase: int = 0,
        bits: int = 8,
        firstbit: int = MSB,
        sck: "Pin | None" = None,
        mosi: "Pin | None" = None,
        miso: "Pin | None" = None,
    ) -> None:
        self._id = id
        # The clock is divided by an even number (RP2040 datasheet, 4.4.4).
        hertz = _clocks[1]
        divisor = 2 * max(1, -(-hertz // (2 * baudrate)))
        self._hertz = hertz // divisor
        _wire.send(messages.PIN_FREE, _gpio(_MISO[id] if miso is None else miso))

    def write(self, buf: "bytes | bytearray | memoryview") -> None:
        """Send bytes; whether anybody takes them cannot be told."""
        _wire.spend((8000000 * len(buf) + self._hertz - 1) // self._hertz)
        _wire.send(messages.SPI_WRITE, self._id, bytes(buf))

    def deinit(self) -> None:
        """Send nothing more."""


class PWM:
    """A pin that is high for a part of the time, as soon as it is told how often and how long."""

    def __init__(self, dest: Pin, *, freq: int = 0, duty_u16: "int | None" = None) -> None:
        self._pin = dest
        self._hertz = freq
        self._duty = duty_u16
        self._tell()

    def freq(self, value: "int | None" = None) -> "int | None":
        """How often a second, or set it."""
        if value is None:
            return self._hertz
        self._hertz = value
        self._tell()
        return None

    def duty_u16(self, value: "int | None" = None) -> "int | None":
        """How long it is high, 0 to 65535, or set it."""
        if value is None:
            return self._duty or 0
        self._duty = value
        self._tell()
        return None

    def deinit(self) -> None:
        """Leave the pin low."""
        _wire.send(messages.PIN_PWM, _gpio(self._pin), struct.pack("<H", 0))

    def _tell(self) -> None:
        if self._hertz and self._duty is not None:
            _wire.send(messages.PIN_PWM, _gpio(self._pin), struct.pack("<H", self._duty))


def freq(hz: "int | None" = None, peripheral_hz: int = _USB_HZ) -> "int | None":
    """The processor's clock, which changes nothing here, and the one the SPIs begin from."""
    if hz is None:
        return _clocks[0]
    _clocks[:] = hz, peripheral_hz
    return None


def unique_id() -> bytes:
    """Eight bytes, the same for every simulated Pico."""
    return b"\xe6simulat"


def reset_cause() -> int:
    """Why it starts."""
    return PWRON_RESET


def reset() -> None:
    """Start again."""
    _wire.send(messages.RESET, 0)
    sys.exit()


def soft_reset() -> None:
    """Start again."""
    reset()


def idle() -> None:
    """Wait for an interrupt, or a millisecond."""
    _wire.sleep_us(1000)


def lightsleep(time_ms: int = 0) -> None:
    """Sleep."""
    _wire.sleep_us(time_ms * 1000)
