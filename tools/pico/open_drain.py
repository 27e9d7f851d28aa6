"""The two lines of an I2C bus, with their pull-ups, for firmware that moves the pins itself.

`I2C.scan`, `SoftI2C` and what frees a hanging bus do not use the controller. Here the lines are
watched as a chip would: START and STOP are edges of SDA while SCL is high, bits are taken when
SCL rises (I2C specification UM10204, 3.1). Nothing answers a read: no display of the project's is
ever read.
"""

from collections.abc import Sequence

from tools.pico.emulator import GPIOPin, GPIOPinState
from tools.pico.i2c import I2CWire

_BITS = 8


class Lines:
    """SDA and SCL of one bus during one powered run."""

    def __init__(self, gpio: Sequence[GPIOPin], wire: I2CWire) -> None:
        self._wire = wire
        self._sda = gpio[wire.sda]
        self._scl = gpio[wire.scl]
        self._sda_high = self._scl_high = True
        self._pulls_low = wire.holds_for > 0  # a chip, on SDA
        self._bits = 0
        self._count = -1  # bits of the byte so far; -1 outside a transfer
        self._address: int | None = None
        self._data = bytearray()
        self._sda.set_input_value(not self._pulls_low)
        self._scl.set_input_value(True)
        self._sda.add_listener(self._moved)
        self._scl.add_listener(self._moved)

    def _moved(self, _value: GPIOPinState, _last_value: GPIOPinState) -> None:
        scl = self._scl.value != GPIOPinState.LOW
        if scl != self._scl_high:
            self._scl_high = scl
            self._scl.set_input_value(scl)
            if scl:
                self._clock_rises()
            else:
                self._clock_falls()
        sda = self._sda.value != GPIOPinState.LOW and not self._pulls_low
        if sda != self._sda_high:
            self._sda_high = sda
            if self._scl_high:
                self._end()
                self._count = -1 if sda else 0
        self._sda.set_input_value(sda)

    def _clock_rises(self) -> None:
        if 0 <= self._count < _BITS:
            self._bits = self._bits << 1 & 0xFF | int(self._sda_high)
        if self._count >= 0:
            self._count += 1

    def _clock_falls(self) -> None:
        wire = self._wire
        if wire.holds_for:
            wire.holds_for -= 1
            self._pulls_low = wire.holds_for > 0
        elif self._count == _BITS:
            self._pulls_low = self._acknowledge(self._bits)
        elif self._count > _BITS:
            self._pulls_low = False
            self._count = 0

    def _acknowledge(self, byte: int) -> bool:
        """Takes a byte; whether a chip acknowledges it by pulling SDA low."""
        if self._address is None:
            self._address = byte >> 1
        elif not self._wire.takes_byte(len(self._data)):
            return False
        else:
            self._data.append(byte)
        return self._address in self._wire.devices

    def _end(self) -> None:
        """START and STOP both end what came before."""
        if self._address is not None and self._data:
            self._wire.deliver(self._address, bytes(self._data))
        self._address = None
        self._data.clear()
