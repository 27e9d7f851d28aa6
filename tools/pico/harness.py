"""The emulated Pico: real firmware, driven from a test or a tool one call at a time.

    pico = Pico({"main.py": b"print('hello')"})
    pico.i2c(0).devices[0x3C] = chip
    pico.power_on()
    pico.press(10, at_ms=300)
    pico.run(500)
    print(pico.exec("print(6 * 7)"))
    pico.power_off()
    print(pico.files())

Nothing runs between the calls, so what a script does it does at the same instant of the device's
own time every time: the same script on the same firmware image reads the same `ticks_us`. Waiting
is nearly free; busy code runs some 3 to 20 times slower than on a Pico.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar, cast

from tools.pico import file_system
from tools.pico.console import Console
from tools.pico.emulator import (
    BOOTROM_B1,
    FLASH_START_ADDRESS,
    FUNCTION_PWM,
    RP2040,
    ConsoleLogger,
    LogLevel,
    Simulator,
    execute_batch,
    load_uf2,
)
from tools.pico.firmware import find_image
from tools.pico.flash import Cut, FlashCounts, Moment, TimedFlash
from tools.pico.i2c import I2CWire, TimedI2C
from tools.pico.open_drain import Lines
from tools.pico.spi import SPIWire, TimedSPI

_NS_PER_MS = 1_000_000
_TIMEOUT_MS = 30_000.0
_CYCLES_PER_US = 125  # at any `machine.freq`: see the emulator's clock
_PROMPT = b">>> "
_RAW_PROMPT = b"raw REPL; CTRL-B to exit\r\n>"
_END = b"\x04"
_BUSES = 2

# SDA and SCL of each bus where the breadboards have them; a wire can be given others while the
# power is off.
_I2C_PINS = ((4, 5), (6, 7))

_Block = TypeVar("_Block")


class PowerCut(Exception):
    """The power has gone, as `cut_power` arranged; the Pico is off. The text says at what."""


class DeviceError(Exception):
    """Code run by `exec` ended with an exception; the text is the device's own traceback."""


def _as(block: object, its_class: type[_Block]) -> _Block:
    """Gives a block of the chip, which the emulator has made, a class of ours instead."""
    block.__class__ = its_class
    return cast(_Block, block)


class _Machine:
    """The chip while it has power: one run from power-on to power-off."""

    def __init__(
        self,
        image: Path,
        file_system_image: bytes,
        i2c: Sequence[I2CWire],
        spi: Sequence[SPIWire],
        on_data: Callable[[bytes], None],
    ) -> None:
        self.chip = RP2040()
        self.chip.logger = ConsoleLogger(LogLevel.ERROR)
        self.chip.load_bootrom(BOOTROM_B1)
        load_uf2(image, self.chip)
        start = file_system.START
        self.chip.flash[start : start + file_system.SIZE] = file_system_image
        self.simulator = Simulator(rp2040=self.chip)
        # The project does not use the two PIO blocks. Hidden from the loop that would step them
        # at every instruction they do not take a third of its time.
        self._pio: Any = self.chip.pio
        self.chip.pio = []
        for number in range(_BUSES):
            _as(self.chip.i2c[number], TimedI2C).connect(i2c[number])
            _as(self.chip.spi[number], TimedSPI).connect(spi[number])
            if i2c[number].devices or i2c[number].holds_for:
                Lines(self.chip.gpio, i2c[number])
        self.flash = _as(self.chip.ssi, TimedFlash)
        self.console = Console(self.chip.usb_ctrl, on_data)
        self.chip.watchdog.on_watchdog_trigger = self._reset
        self.resets = 0
        self.chip.core.pc = FLASH_START_ADDRESS

    def _reset(self) -> None:
        """`machine.reset()`: the chip starts again, the clock goes on."""
        self.resets += 1
        self.chip.pio = self._pio
        self.chip.enter_reset(from_watchdog=True)
        self.chip.pio = []
        self.chip.leave_reset()

    def file_system_image(self) -> bytes:
        start = file_system.START
        return bytes(self.chip.flash[start : start + file_system.SIZE])


class Pico:
    """A Pico on the table: what is in its flash, what is wired to it, and its power switch.

    `files` is what its file system holds, by path. Its firmware is the image that
    `firmware.find_image` finds. Wiring and flash outlive the power.
    """

    def __init__(self, files: Mapping[str, bytes] | None = None) -> None:
        self._image = find_image()
        self._file_system = file_system.build(files or {})
        self._i2c = [I2CWire(sda, scl) for sda, scl in _I2C_PINS]
        self._spi = [SPIWire() for _ in range(_BUSES)]
        self._machine: _Machine | None = None
        self._counts = FlashCounts()
        self._power_went = ""
        self._raw = False
        self._read = 0
        self.output = bytearray()
        self.on_output: Callable[[bytes], None] | None = None

    # Power

    @property
    def powered(self) -> bool:
        return self._machine is not None

    def power_on(self) -> None:
        """Gives it power; time starts at 0 and passes in the calls that wait for something."""
        if self._machine is not None:
            raise RuntimeError("the Pico is on already")
        self.output.clear()
        self._read = 0
        self._raw = False
        self._power_went = ""
        self._machine = _Machine(
            self._image, self._file_system, self._i2c, self._spi, self._receive
        )
        self._machine.flash.counts = self._counts
        self._machine.flash.cut = None
        self._machine.flash.on_cut = self._cut

    def power_off(self) -> None:
        """Pulls the plug now; the flash keeps what it holds at this instant."""
        if self._machine is not None:
            self._file_system = self._machine.file_system_image()
            self._machine = None

    @property
    def resets(self) -> int:
        """How often the device has reset itself (`machine.reset()`) since power-on."""
        return self._on().resets

    def cut_power(self, operation: int, moment: Moment = "before") -> None:
        """Arranges for the power to go at the n-th flash operation from now (1 is the next), just
        before it, in its middle or just after it. The call that runs into it raises PowerCut."""
        if operation < 1:
            raise ValueError("flash operations are counted from 1")
        self._on().flash.cut = Cut(operation, moment)

    def __enter__(self) -> "Pico":
        if self._machine is None:
            self.power_on()
        return self

    def __exit__(self, *exception: object) -> None:
        self.power_off()

    # Time

    @property
    def now_us(self) -> float:
        """The device's own time since power-on, in microseconds."""
        return self._on().chip.clock.nanos / 1000

    @property
    def awake_us(self) -> float:
        """For how much of its time its core has been awake, in microseconds."""
        return self._on().chip.core.cycles / _CYCLES_PER_US

    def run(self, ms: float) -> None:
        """Lets `ms` of the device's time pass."""
        machine = self._on()
        self._run_to(machine.chip.clock.nanos + ms * _NS_PER_MS, lambda: False)

    def run_until(
        self, condition: Callable[[], bool], timeout_ms: float = _TIMEOUT_MS, *, step_ms: float = 1
    ) -> None:
        """Runs until `condition` holds, looked at every `step_ms` of the device's time.

        Raises TimeoutError after `timeout_ms` of it.
        """
        deadline = self.now_us + timeout_ms * 1000
        while not condition():
            if self.now_us >= deadline:
                raise TimeoutError(self._late(timeout_ms))
            self.run(step_ms)

    def at(self, ms: float, action: Callable[[], None]) -> None:
        """Has `action` called `ms` of the device's time from now."""
        self._on().chip.clock.create_alarm(action).schedule(ms * _NS_PER_MS)

    # USB console and code

    def send(self, data: bytes) -> None:
        """Types bytes at the device's console."""
        self._on().console.send(data)

    @property
    def connected(self) -> bool:
        """True once the host has found the device on USB, some 15 ms after power-on."""
        return self._on().console.connected

    def wait_for(self, text: bytes, timeout_ms: float = _TIMEOUT_MS) -> bytes:
        """Runs until the console has printed `text`; returns what it printed since the last
        call, up to and with it. Raises TimeoutError after `timeout_ms` of the device's time."""
        machine = self._on()
        deadline = machine.chip.clock.nanos + timeout_ms * _NS_PER_MS
        self._run_to(deadline, lambda: self.output.find(text, self._read) >= 0)
        found = self.output.find(text, self._read)
        if found < 0:
            raise TimeoutError(self._late(timeout_ms, text))
        end = found + len(text)
        answer = bytes(self.output[self._read : end])
        self._read = end
        return answer

    def reconnect(self) -> None:
        """Forgets the console's state, as a host does that finds the device anew after a reset."""
        self._raw = False
        self._read = len(self.output)

    def wait_for_prompt(self, timeout_ms: float = _TIMEOUT_MS) -> None:
        """Runs until the REPL shows its prompt; what runs before it (main.py) may end first."""
        self.send(b"\r\n")
        self.wait_for(_PROMPT, timeout_ms)

    def exec(self, source: str, timeout_ms: float = _TIMEOUT_MS) -> str:
        """Runs `source` on the device through the raw REPL and returns what it printed.

        What runs already is interrupted the first time. Raises DeviceError with the traceback if
        the code raises, TimeoutError after `timeout_ms` of the device's time.
        """
        if not self._raw:
            self.send(b"\r\x03\x03\x01")
            self.wait_for(_RAW_PROMPT, timeout_ms)
            self._raw = True
        self.send(source.encode() + _END)
        self.wait_for(b"OK", timeout_ms)
        printed = self.wait_for(_END, timeout_ms)[:-1]
        error = self.wait_for(_END, timeout_ms)[:-1]
        self.wait_for(b">", timeout_ms)
        if error:
            raise DeviceError(error.decode(errors="replace").replace("\r\n", "\n").strip())
        return printed.decode(errors="replace").replace("\r\n", "\n")

    def start(self) -> None:
        """Soft-resets out of the raw REPL, so that boot.py and main.py run again."""
        self.send(b"\x02" if self._raw else b"\x03\x03")
        self._raw = False
        self.wait_for(_PROMPT)
        self.send(_END)
        self.wait_for(b"soft reboot\r\n")

    def heap(self) -> tuple[int, int]:
        """Returns the bytes in use and the bytes free after a collection."""
        printed = self.exec("import gc\ngc.collect()\nprint(gc.mem_alloc(), gc.mem_free())")
        used, free = printed.split()
        return int(used), int(free)

    # Wiring

    def i2c(self, number: int) -> I2CWire:
        """Returns what is on I2C bus `number`: `devices[address] = chip` puts a chip there.

        A bus that has none when the Pico gets power is no bus: its pins are free and float.
        """
        return self._i2c[number]

    def spi(self, number: int) -> SPIWire:
        """Returns what is on SPI bus `number`."""
        return self._spi[number]

    def hold(self, pin: int) -> None:
        """Holds down the key on a pin: it is connected to ground."""
        self._on().chip.gpio[pin].set_input_value(False)

    def release(self, pin: int) -> None:
        """Lets go of the key on a pin, which its pull-up then takes high."""
        self._on().chip.gpio[pin].release_input()

    def press(
        self, pin: int, at_ms: float = 0, for_ms: float = 80, bounces_us: Iterable[float] = ()
    ) -> None:
        """Presses the key on a pin `at_ms` from now for `for_ms`.

        `bounces_us` are the times after the contact at which it opens, closes, opens ... again.
        """
        self.at(at_ms, lambda: self.hold(pin))
        opens = True
        for bounce in bounces_us:
            change = self.release if opens else self.hold
            self.at(at_ms + bounce / 1000, lambda change=change: change(pin))
            opens = not opens
        self.at(at_ms + for_ms, lambda: self.release(pin))

    def pin_is_high(self, pin: int) -> bool:
        """Returns the level the firmware drives a pin to; false where it drives none."""
        gpio = self._on().chip.gpio[pin]
        return gpio.output_enable and gpio.output_value

    def part_high(self, pin: int) -> float:
        """Returns for which part of the time, 0 to 1, the firmware drives a pin high: as its PWM
        slice is set (RP2040 datasheet 4.5.2), or by its level."""
        chip = self._on().chip
        if chip.gpio[pin].function_select != FUNCTION_PWM:
            return float(self.pin_is_high(pin))
        channel = chip.pwm.channels[pin // 2 % 8]
        compared = channel.cc >> 16 if pin % 2 else channel.cc & 0xFFFF
        return min(1.0, compared / (channel.top + 1))

    # Flash

    @property
    def firmware(self) -> bytes:
        """What lies in flash before the file system: MicroPython."""
        return bytes(self._on().chip.flash[: file_system.START])

    @property
    def flash_counts(self) -> FlashCounts:
        """Erases and programs since the Pico was made; assign to its fields to start again."""
        return self._counts

    @property
    def file_system(self) -> bytes:
        """The image of the file system as it is at this instant; set it while the power is off."""
        return self._machine.file_system_image() if self._machine else self._file_system

    @file_system.setter
    def file_system(self, image: bytes) -> None:
        if self._machine is not None:
            raise RuntimeError("the flash can only be exchanged while the Pico is off")
        if len(image) != file_system.SIZE:
            raise ValueError(f"a Pico's file system has {file_system.SIZE} bytes")
        self._file_system = bytes(image)

    def files(self) -> dict[str, bytes]:
        """Returns the files in flash at this instant, by path."""
        return file_system.read(self.file_system)

    # Inner works

    def _on(self) -> _Machine:
        if self._machine is None:
            raise RuntimeError("the Pico is off")
        return self._machine

    def _late(self, timeout_ms: float, text: bytes = b"") -> str:
        what = f"no {text!r}" if text else "nothing"
        return f"{what} after {timeout_ms:g} ms; last printed: {bytes(self.output[-500:])!r}"

    def _receive(self, data: bytes) -> None:
        self.output += data
        if self.on_output is not None:
            self.on_output(data)
        self._on().simulator.stopped = True

    def _cut(self, when: str) -> None:
        self._power_went = when
        self._on().simulator.stopped = True

    def _run_to(self, deadline_ns: float, done: Callable[[], bool]) -> None:
        """Runs to an instant of the device's time, or until `done` holds. That is looked at
        whenever the device has printed something, at that very instant."""
        machine = self._on()
        clock = machine.chip.clock
        simulator = machine.simulator

        def stop() -> None:
            simulator.stopped = True

        alarm = clock.create_alarm(stop)
        alarm.schedule(max(0, deadline_ns - clock.nanos))
        try:
            while not done() and clock.nanos < deadline_ns:
                simulator.stopped = False
                while not simulator.stopped:
                    # One clock tick an instruction, so that every alarm is on time.
                    execute_batch(simulator, 1)
                if self._power_went:
                    self.power_off()
                    raise PowerCut(self._power_went)
        finally:
            alarm.cancel()
