"""The Pico's SPI controller with the bus's own time, and a place for the chip on it.

A frame of bits takes its clocks at the speed the firmware has set. What is sent while the chip is
selected and its D/C line keeps its level reaches the chip in one piece.
"""

from typing import Protocol

from tools.pico.emulator import RPSPI, GPIOPinState, IAlarm

# RP2040 datasheet 2.15.7: CLK_PERI_CTRL and its field AUXSRC, with the frequencies of a Pico.
_CLK_PERI_CTRL = 0x48
_AUXSRC_SHIFT = 5
_AUXSRC_MASK = 7
_HZ_OF_SOURCE = {0: 125e6, 1: 125e6, 2: 48e6, 4: 12e6}


class SPIDevice(Protocol):
    """A display on the bus; it cannot answer."""

    def write_spi(self, dc: int, data: bytes) -> None:
        """Takes what was sent while its D/C line had the level `dc`."""
        ...

    def reset(self) -> None:
        """Its reset line has become low."""
        ...


class SPIWire:
    """What is soldered to one bus: a display, and the pins its D/C, select and reset lines are on;
    None where it is reset together with the Pico.

    It outlives the power; `TimedSPI` is the controller of one powered run and looks here.
    """

    def __init__(self) -> None:
        self.device: SPIDevice | None = None
        self.dc = -1
        self.cs = -1
        self.rst: int | None = None
        self.bytes_sent = 0
        self.last_byte_us = 0.0

    def attach(self, device: SPIDevice, dc: int, cs: int, rst: int | None = None) -> None:
        """Puts a display on the bus; to be done before the Pico gets power."""
        self.device, self.dc, self.cs, self.rst = device, dc, cs, rst


class TimedSPI(RPSPI):
    """The emulator's controller in real time. It is given to a controller that exists already."""

    _wire: SPIWire
    _alarm: IAlarm
    _value: int
    _data: bytearray
    _dc: int

    def connect(self, wire: SPIWire) -> None:
        """Puts the controller on a bus."""
        self._wire = wire
        self._alarm = self.rp2040.clock.create_alarm(self._sent)
        self._value = 0
        self._data = bytearray()
        self._dc = 0
        self.on_transmit = self._send
        if wire.device is not None:
            self.rp2040.gpio[wire.dc].add_listener(self._line_changed)
            self.rp2040.gpio[wire.cs].add_listener(self._line_changed)
            if wire.rst is not None:
                self.rp2040.gpio[wire.rst].add_listener(self._reset_changed)

    def reset(self) -> None:
        super().reset()
        self._alarm.cancel()
        self._data.clear()

    def _line_changed(self, _value: GPIOPinState, _last_value: GPIOPinState) -> None:
        if self._data and self._wire.device is not None:
            self._wire.device.write_spi(self._dc, bytes(self._data))
            self._data.clear()
        self._dc = int(self.rp2040.gpio[self._wire.dc].value == GPIOPinState.HIGH)

    def _reset_changed(self, value: GPIOPinState, _last_value: GPIOPinState) -> None:
        if value == GPIOPinState.LOW and self._wire.device is not None:
            self._data.clear()
            self._wire.device.reset()

    def _listens(self) -> bool:
        """Whether the display takes what is sent. A line that nobody drives yet neither selects
        nor resets: displays have pull-ups there."""
        wire, gpio = self._wire, self.rp2040.gpio
        if wire.device is None or gpio[wire.cs].value != GPIOPinState.LOW:
            return False
        return wire.rst is None or gpio[wire.rst].value != GPIOPinState.LOW

    def _clock_hz(self) -> float:
        """The bus clock. The emulator takes it from clk_sys, but firmware from 1.24 on runs the
        peripherals at the USB's 48 MHz."""
        source = self.rp2040.clocks.read_uint32(_CLK_PERI_CTRL) >> _AUXSRC_SHIFT & _AUXSRC_MASK
        return self.clock_frequency * _HZ_OF_SOURCE[source] / self.rp2040.clk_peri

    def _send(self, value: int) -> None:
        self._value = value
        self._alarm.schedule(self.data_bits * 1e9 / self._clock_hz())

    def _sent(self) -> None:
        wire = self._wire
        wire.bytes_sent += 1
        wire.last_byte_us = self.rp2040.clock.nanos / 1000
        if self._listens():
            self._data.append(self._value)
        self.complete_transmit(0)
