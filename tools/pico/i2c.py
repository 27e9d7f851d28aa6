"""The Pico's I2C controller with the bus's own time, and a place for the chips on it.

As the emulator ships it a byte takes no time at all. Here every byte takes its nine bit times
(eight and the acknowledgement; START makes the address ten), STOP one, at the speed the firmware
has set, and TX_EMPTY rises when a byte has left the wire and not when it entered the shift
register (RP2040 datasheet 4.3.10, IC_CON.TX_EMPTY_CTRL), which is what paces the firmware.
"""

from collections.abc import Callable
from typing import Protocol

from tools.pico.emulator import (
    ENABLE,
    IC_ENABLE,
    R_TX_EMPTY,
    RPI2C,
    I2CMode,
    I2CState,
    IAlarm,
)

_ADDRESS_BITS = 10
_BYTE_BITS = 9
_STOP_BITS = 1


class I2CDevice(Protocol):
    """A chip on the bus. A write reaches it whole, from START to STOP: what it acknowledges is
    settled byte by byte before (`I2CWire.acknowledges`), and what it says of it does not count."""

    def write(self, data: bytes) -> int:
        """Takes the bytes of one write that were acknowledged."""
        ...


class I2CWire:
    """What is soldered to one bus: chips by 7-bit address, and how the bus misbehaves.

    It outlives the power; `TimedI2C` is the controller of one powered run and looks here.
    """

    def __init__(self, sda: int, scl: int) -> None:
        self.sda = sda
        self.scl = scl
        self.devices: dict[int, I2CDevice] = {}
        # The number of bytes of a write that are acknowledged; the next one is not.
        self.acknowledges: int | None = None
        # For how many clocks yet a chip holds SDA low, as one does that was left in the middle
        # of a byte when the Pico was reset. Looked at when the Pico gets power.
        self.holds_for = 0
        self.bytes_sent = 0
        self.last_byte_us = 0.0

    def takes_byte(self, number: int) -> bool:
        """Whether byte `number`, from 0, of a write is acknowledged."""
        return self.acknowledges is None or number < self.acknowledges

    def deliver(self, address: int, data: bytes) -> None:
        """Hands a chip a write that has ended."""
        device = self.devices.get(address)
        if device is not None:
            device.write(data)


class TimedI2C(RPI2C):
    """The emulator's controller in real time. It is given to a controller that exists already."""

    _wire: I2CWire
    _alarm: IAlarm
    _next: Callable[[], None]
    _data: bytearray
    _address: int
    _on_the_wire: bool
    _stalled: bool

    def connect(self, wire: I2CWire) -> None:
        """Puts the controller on a bus."""
        self._wire = wire
        self._alarm = self.rp2040.clock.create_alarm(self._fire)
        self._data = bytearray()
        self._address = -1
        self._on_the_wire = False
        self._stalled = False
        self.on_connect = self._send_address
        self.on_write_byte = self._send_byte
        self.on_read_byte = self._receive_byte
        self.on_stop = self._send_stop

    def reset(self) -> None:
        super().reset()
        self._alarm.cancel()
        self._data.clear()
        self._on_the_wire = False
        self._stalled = False

    def write_uint32(self, offset: int, value: int) -> None:
        if offset == IC_ENABLE and not value & ENABLE and self._stalled:
            self._stalled = False
            self._busy = False
            self._state = I2CState.IDLE
        super().write_uint32(offset, value)

    def _set_interrupts(self, mask: int) -> None:
        if mask == R_TX_EMPTY and self._on_the_wire:
            return
        super()._set_interrupts(mask)

    def _after(self, bits: int, action: Callable[[], None]) -> None:
        clocks = (self.scl_low_period + self.scl_high_period) * bits
        self._next = action
        self._alarm.schedule(clocks * 1e9 / self.rp2040.clk_sys)

    def _fire(self) -> None:
        self._next()

    def _left_the_wire(self) -> None:
        self._on_the_wire = False
        if self._tx_fifo.item_count <= self.tx_threshold:
            self._set_interrupts(R_TX_EMPTY)

    def _deliver(self) -> None:
        if self._data:
            self._wire.deliver(self._address, bytes(self._data))
            self._data.clear()

    def _send_address(self, address: int, mode: I2CMode) -> None:
        self._deliver()
        if self._wire.holds_for:
            # No START while SDA is low: the controller waits, until it is switched off.
            self._stalled = True
            return

        def sent() -> None:
            self._address = address
            present = address in self._wire.devices
            if not present:
                # The firmware waits for the byte behind the address, which is thrown away.
                self._set_interrupts(R_TX_EMPTY)
            self.complete_connect(present)

        self._after(_ADDRESS_BITS, sent)

    def _send_byte(self, value: int) -> None:
        def sent() -> None:
            acknowledged = self._wire.takes_byte(len(self._data))
            if acknowledged:
                self._data.append(value)
            self._wire.bytes_sent += 1
            self._wire.last_byte_us = self.rp2040.clock.nanos / 1000
            self._left_the_wire()
            self.complete_write(acknowledged)

        self._on_the_wire = True
        self._after(_BYTE_BITS, sent)

    def _receive_byte(self, acknowledge: bool) -> None:
        def received() -> None:
            self._left_the_wire()
            # None of the project's displays is ever read; an undriven line reads as ones.
            self.complete_read(0xFF)

        self._on_the_wire = True
        self._after(_BYTE_BITS, received)

    def _send_stop(self) -> None:
        def sent() -> None:
            self._deliver()
            self.complete_stop()

        self._after(_STOP_BITS, sent)
