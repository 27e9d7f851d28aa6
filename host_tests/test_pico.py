"""The emulated Pico itself: what it does at which instant of its own time.

Everything later tests say about the device rests on these.
"""

from collections.abc import Iterator

import pytest

from tools.pico import file_system
from tools.pico.flash import Moment
from tools.pico.harness import DeviceError, Pico, PowerCut

pytestmark = pytest.mark.pico

_FILES = {
    "boot.py": b"BOOTED = True\n",
    "lib/words.txt": b"alpha beta",
    "deep/er/still.py": b"WORD = 'found'\n",
}

_SETTINGS = """\
import time
from machine import I2C, Pin
bus = I2C(0, sda=Pin(4), scl=Pin(5), freq=400_000)
frame = bytearray(bytes(range(256)) * 4 + bytes(1))
def timed(call, *arguments):
    start = time.ticks_us()
    answer = call(*arguments)
    return answer, time.ticks_diff(time.ticks_us(), start)
"""


class Recorder:
    """A chip that acknowledges everything and keeps it."""

    def __init__(self) -> None:
        self.writes: list[bytes] = []

    def write(self, data: bytes) -> int:
        self.writes.append(data)
        return len(data)


@pytest.fixture
def chip() -> Recorder:
    return Recorder()


@pytest.fixture
def pico(chip: Recorder) -> Iterator[Pico]:
    device = Pico(_FILES)
    device.i2c(0).devices[0x3C] = chip
    with device:
        yield device


# Code and console


def test_boots_to_its_prompt_and_is_a_pico(pico: Pico) -> None:
    pico.wait_for_prompt()
    assert pico.now_us < 100_000
    printed = pico.exec("import os\nprint(os.uname().machine)\nprint(BOOTED)")
    assert printed == "Raspberry Pi Pico with RP2040\nTrue\n"


def test_code_after_code_shares_its_names(pico: Pico) -> None:
    pico.exec("x = 6")
    pico.exec("y = x * 7")
    assert pico.exec("print(y)") == "42\n"


def test_source_longer_than_any_buffer_arrives_whole(pico: Pico) -> None:
    lines = [f"total += {n}" for n in range(150)]
    assert pico.exec("total = 0\n" + "\n".join(lines) + "\nprint(total)") == "11175\n"


def test_output_longer_than_any_buffer_arrives_whole(pico: Pico) -> None:
    expected = "".join(f"{n}\n" for n in range(300))
    assert pico.exec("for n in range(300): print(n)") == expected


def test_an_exception_comes_back_as_the_device_reports_it(pico: Pico) -> None:
    with pytest.raises(DeviceError, match="ZeroDivisionError: divide by zero"):
        pico.exec("1 / 0")
    assert pico.exec("print('on')") == "on\n"


def test_what_never_ends_is_given_up_at_its_time(pico: Pico) -> None:
    with pytest.raises(TimeoutError, match="after 300 ms"):
        pico.exec("import time\nwhile True: time.sleep(1)", timeout_ms=300)
    assert pico.now_us < 1_000_000


def test_waiting_takes_the_devices_time(pico: Pico) -> None:
    assert pico.exec("import time\nstart = time.ticks_ms()") == ""
    before = pico.now_us
    pico.exec("time.sleep(5)")
    assert 5_000_000 <= pico.now_us - before < 5_010_000


def test_it_sleeps_while_it_waits(pico: Pico) -> None:
    pico.exec("import time")
    slept, spun = (
        _awake(pico, code) for code in ("time.sleep_ms(200)", "for _ in range(20_000): pass")
    )
    assert slept < 20_000
    assert spun > 50_000


def _awake(pico: Pico, code: str) -> float:
    before = pico.awake_us
    pico.exec(code)
    return pico.awake_us - before


def test_the_same_script_takes_the_same_time_to_the_microsecond() -> None:
    script = "import time\nfor n in range(300): str(n)\nprint(time.ticks_us())"
    times: set[str] = set()
    for _ in range(2):
        with Pico(_FILES) as device:
            times.add(device.exec(script))
    assert len(times) == 1


def test_heap_shows_what_is_held(pico: Pico) -> None:
    used, free = pico.heap()
    assert 220_000 < free < 260_000
    pico.exec("held = bytearray(20_000)")
    assert 19_900 <= pico.heap()[0] - used < 20_300


def test_main_starts_by_itself_and_again_after_a_soft_reset() -> None:
    main = b"import time\ntime.sleep(1)\nprint('started', boot)\n"
    with Pico({"boot.py": b"boot = 'after boot'\n", "main.py": main}) as device:
        device.wait_for(b"started after boot")
        assert 1_000_000 < device.now_us < 1_200_000
        device.start()
        device.wait_for(b"started after boot")
        assert device.exec("print(boot)") == "after boot\n"
        device.start()
        device.wait_for(b"started after boot")


def test_the_device_can_reset_itself(pico: Pico) -> None:
    pico.exec("mark = 1")
    pico.send(b"import machine\nmachine.reset()\x04")
    pico.run_until(lambda: pico.resets == 1 and pico.connected)
    pico.reconnect()
    with pytest.raises(DeviceError, match="NameError"):
        pico.exec("mark")
    assert pico.exec("print(BOOTED)") == "True\n"


def test_it_must_be_on_to_do_anything() -> None:
    device = Pico({})
    with pytest.raises(RuntimeError, match="is off"):
        device.run(1)
    device.power_on()
    with pytest.raises(RuntimeError, match="on already"):
        device.power_on()


# Files


def test_files_go_in_and_come_out(pico: Pico) -> None:
    script = (
        "import sys\nsys.path.append('/deep')\nfrom er.still import WORD\n"
        "print(WORD, open('lib/words.txt').read())\n"
        "with open('lib/new.bin', 'wb') as f: f.write(bytes(range(200)) * 30)"
    )
    assert pico.exec(script) == "found alpha beta\n"
    assert pico.files() == {**_FILES, "lib/new.bin": bytes(range(200)) * 30}


def test_flash_outlives_the_power_and_memory_does_not(pico: Pico) -> None:
    pico.exec("with open('kept', 'wb') as f: f.write(b'this')\nlost = 1")
    pico.power_off()
    assert pico.files()["kept"] == b"this"
    pico.power_on()
    assert pico.exec("print(open('kept').read(), 'lost' in globals())") == "this False\n"


def test_an_image_of_another_size_is_refused() -> None:
    with pytest.raises(ValueError, match="1441792"):
        file_system.read(b"\xff" * 4096)


# I2C


def test_a_frame_takes_its_time_on_the_wire(pico: Pico, chip: Recorder) -> None:
    acknowledged, us = pico.exec(_SETTINGS + "print(*timed(bus.writeto, 0x3C, frame))").split()
    assert chip.writes == [bytes(range(256)) * 4 + b"\0"]
    assert acknowledged == "1025"
    # 1026 bytes of 9 bits at 400 kHz are 23.1 ms; the firmware feeds them one at a time.
    assert 23_100 < int(us) < 25_000


def test_a_slower_bus_takes_longer_in_proportion(pico: Pico, chip: Recorder) -> None:
    pico.exec(_SETTINGS + "bus = I2C(0, sda=Pin(4), scl=Pin(5), freq=100_000)")
    us = int(pico.exec("print(timed(bus.writeto, 0x3C, frame[:101])[1])"))
    assert len(chip.writes[0]) == 101
    assert 102 * 90 < us < 102 * 90 * 1.1


def test_a_whole_frame_at_100_khz_runs_into_the_firmwares_timeout(
    pico: Pico, chip: Recorder
) -> None:
    pico.exec(_SETTINGS + "bus = I2C(0, sda=Pin(4), scl=Pin(5), freq=100_000)")
    with pytest.raises(DeviceError, match="ETIMEDOUT"):
        pico.exec("bus.writeto(0x3C, frame)")


def test_where_no_chip_is_the_device_gets_error_5(pico: Pico, chip: Recorder) -> None:
    pico.exec(_SETTINGS)
    for address in ("0x3D", "0x20"):
        printed = pico.exec(
            f"try: bus.writeto({address}, frame)\nexcept OSError as error: print(error.errno)"
        )
        assert printed == "5\n"
    assert pico.exec("print(bus.writeto(0x3C, b'on'))") == "2\n"
    assert chip.writes == [b"on"]


def test_a_byte_not_acknowledged_ends_the_write_without_an_exception(
    pico: Pico, chip: Recorder
) -> None:
    pico.i2c(0).acknowledges = 7
    assert pico.exec(_SETTINGS + "print(bus.writeto(0x3C, frame))") == "7\n"
    assert chip.writes == [bytes(range(7))]


def test_a_chip_can_be_unplugged_and_come_back(pico: Pico, chip: Recorder) -> None:
    pico.exec(_SETTINGS)
    del pico.i2c(0).devices[0x3C]
    with pytest.raises(DeviceError, match="EIO"):
        pico.exec("bus.writeto(0x3C, b'1')")
    pico.i2c(0).devices[0x3C] = chip
    pico.exec("bus.writeto(0x3C, b'2')")
    assert chip.writes == [b"2"]


def test_both_buses_have_chips_of_their_own(pico: Pico, chip: Recorder) -> None:
    other = Recorder()
    pico.i2c(1).devices[0x3C] = other
    pico.exec(_SETTINGS + "I2C(1, sda=Pin(6), scl=Pin(7)).writeto(0x3C, b'there')")
    assert (chip.writes, other.writes) == ([], [b"there"])


def test_the_last_byte_is_dated(pico: Pico, chip: Recorder) -> None:
    pico.exec(_SETTINGS)
    before = pico.now_us
    pico.exec("bus.writeto(0x3C, frame)")
    assert 23_100 < pico.i2c(0).last_byte_us - before < pico.now_us - before
    assert pico.i2c(0).bytes_sent == 1025


def test_a_scan_finds_what_is_on_the_bus(pico: Pico, chip: Recorder) -> None:
    assert pico.exec(_SETTINGS + "print(bus.scan())") == "[60]\n"
    pico.i2c(0).devices[0x20] = Recorder()
    assert pico.exec("print(bus.scan())") == "[32, 60]\n"
    pico.exec("bus.writeto(0x3C, b'after')")
    assert chip.writes == [b"after"]


def test_bits_moved_by_the_firmware_itself_arrive(pico: Pico, chip: Recorder) -> None:
    soft = "from machine import SoftI2C\nsoft = SoftI2C(sda=Pin(4), scl=Pin(5), freq=100_000)\n"
    pico.exec(_SETTINGS + soft + "print(soft.writeto(0x3C, b'by hand'))\nsoft.writeto(0x3C, b'2')")
    assert chip.writes == [b"by hand", b"2"]
    with pytest.raises(DeviceError, match="ENODEV"):
        pico.exec("soft.writeto(0x3D, b'nobody')")
    pico.i2c(0).acknowledges = 3
    assert pico.exec("print(soft.writeto(0x3C, b'refused'))") == "3\n"
    assert chip.writes[2:] == [b"ref"]


def test_a_bus_held_by_a_chip_hangs_until_it_gets_its_clocks(chip: Recorder) -> None:
    device = Pico()
    device.i2c(0).devices[0x3C] = chip
    device.i2c(0).holds_for = 5
    with device:
        with pytest.raises(DeviceError, match="ETIMEDOUT"):
            device.exec(_SETTINGS + "bus.writeto(0x3C, b'lost')")
        clocks = (
            "clock, data = Pin(5, Pin.OPEN_DRAIN, value=1), Pin(4, Pin.OPEN_DRAIN, value=1)\n"
            "seen = [data()]\n"
            "for _ in range(6):\n    clock(0)\n    clock(1)\n    seen.append(data())\n"
            "print(seen)"
        )
        assert device.exec(clocks) == "[0, 0, 0, 0, 0, 1, 1]\n"
        device.exec("bus = I2C(0, sda=Pin(4), scl=Pin(5), freq=400_000)\nbus.writeto(0x3C, b'1')")
        assert chip.writes == [b"1"]


# SPI

_SPI = """\
import time
from machine import Pin, SPI
dc, cs = Pin(8, Pin.OUT), Pin(9, Pin.OUT, value=1)
spi = SPI(1, baudrate=%d, sck=Pin(10), mosi=Pin(11), miso=None)
def send(level, data):
    dc(level)
    cs(0)
    spi.write(data)
    cs(1)
"""


class SPIRecorder:
    """A chip that keeps what it gets over SPI, with the level of its D/C line."""

    def __init__(self) -> None:
        self.writes: list[tuple[int, bytes]] = []

    def write_spi(self, dc: int, data: bytes) -> None:
        self.writes.append((dc, data))

    def reset(self) -> None:
        self.writes.append((-1, b"reset"))


@pytest.fixture
def spi_pico() -> Iterator[tuple[Pico, SPIRecorder]]:
    device = Pico()
    recorder = SPIRecorder()
    device.spi(1).attach(recorder, dc=8, cs=9, rst=12)
    with device:
        yield device, recorder


def test_spi_brings_commands_and_data_in_their_order(
    spi_pico: tuple[Pico, SPIRecorder],
) -> None:
    device, chip = spi_pico
    picture = bytes(range(256)) * 2
    device.exec(_SPI % 10_000_000 + "send(0, b'\\x2a\\x01')\nsend(1, bytes(range(256)) * 2)")
    assert chip.writes == [(0, b"\x2a\x01"), (1, picture)]


def test_a_select_line_that_nobody_drives_selects_nothing(
    spi_pico: tuple[Pico, SPIRecorder],
) -> None:
    device, chip = spi_pico
    device.exec(_SPI % 10_000_000 + "Pin(9, Pin.IN)\nspi.write(b'lost')\nPin(9, Pin.OUT, value=1)")
    device.exec("send(1, b'kept')")
    assert chip.writes == [(1, b"kept")]


def test_a_low_pulse_resets_and_what_is_sent_meanwhile_is_lost(
    spi_pico: tuple[Pico, SPIRecorder],
) -> None:
    device, chip = spi_pico
    device.exec(
        _SPI % 10_000_000 + "send(1, b'kept')\nrst = Pin(12, Pin.OUT, value=0)\n"
        "send(1, b'lost')\nrst(1)\nsend(1, b'too')"
    )
    assert chip.writes == [(1, b"kept"), (-1, b"reset"), (1, b"too")]


@pytest.mark.parametrize("pin", [13, 20])
def test_a_pin_is_high_for_a_part_of_the_time(pin: int) -> None:
    with Pico() as device:
        device.exec("from machine import Pin, PWM")
        assert device.part_high(pin) == 0
        device.exec(f"pwm = PWM(Pin({pin}), freq=1000, duty_u16=0)")
        assert device.part_high(pin) == 0
        device.exec("pwm.duty_u16(16384)")
        assert device.part_high(pin) == pytest.approx(0.25, abs=0.001)
        device.exec("pwm.duty_u16(65535)")
        assert device.part_high(pin) == pytest.approx(1, abs=0.001)
        device.exec(f"pwm.deinit()\nPin({pin}, Pin.OUT, value=1)")
        assert device.part_high(pin) == 1


def test_a_chip_that_is_not_selected_gets_nothing(spi_pico: tuple[Pico, SPIRecorder]) -> None:
    device, chip = spi_pico
    device.exec(_SPI % 10_000_000 + "spi.write(b'lost')\nsend(1, b'kept')")
    assert chip.writes == [(1, b"kept")]
    assert device.spi(1).bytes_sent == 8


def test_spi_takes_its_time(spi_pico: tuple[Pico, SPIRecorder]) -> None:
    device, _ = spi_pico
    script = (
        "start = time.ticks_us()\nsend(1, data)\nprint(time.ticks_diff(time.ticks_us(), start))"
    )
    device.exec(_SPI % 1_000_000 + "data = bytes(1000)")
    # 8000 bits at 1 MHz, and what the firmware does around them.
    assert 8_000 <= int(device.exec(script)) < 8_600


# Keys

_WATCH = """\
import time
from machine import Pin
seen = []
key = Pin(10, Pin.IN, Pin.PULL_UP)
key.irq(lambda pin: seen.append((time.ticks_us(), pin.value(), pin.irq().flags())))
"""


def test_a_press_arrives_at_its_instant(pico: Pico) -> None:
    pico.exec(_WATCH)
    now = pico.now_us
    pico.press(10, at_ms=5, for_ms=20)
    pico.run(50)
    pico.exec("for when, level, flags in seen: print(when, level, flags)\n")
    events = [line.split() for line in pico.exec("for e in seen: print(*e)").splitlines()]
    assert [(level, flags) for _, level, flags in events] == [("0", "4"), ("1", "8")]
    offset = [int(when) - now for when, _, _ in events]
    assert 5_000 <= offset[0] < 5_200
    assert 25_000 <= offset[1] < 25_200


def test_a_key_bounces_as_told(pico: Pico) -> None:
    pico.exec(_WATCH)
    pico.press(10, at_ms=1, for_ms=30, bounces_us=(1000, 2000))
    pico.run(50)
    assert pico.exec("print([level for _, level, _ in seen])") == "[0, 1, 0, 1]\n"


def test_a_key_held_before_power_on_reads_as_pressed(pico: Pico) -> None:
    pico.hold(10)
    assert pico.exec(_WATCH + "print(key.value())") == "0\n"
    pico.release(10)
    assert pico.exec("print(key.value())") == "1\n"


def test_a_tap_inside_an_erase_still_arrives(pico: Pico) -> None:
    pico.exec(_WATCH + "key.irq(lambda pin: seen.append(pin.irq().flags()), hard=True)")
    pico.run(100)
    pico.press(10, at_ms=25, for_ms=10)
    pico.exec("with open('big', 'wb') as f: f.write(bytes(5000))")
    # The erase takes 45 ms with interrupts off: one call, with both edges.
    assert pico.exec("print(seen)") == "[12]\n"


def test_a_driven_pin_can_be_read(pico: Pico) -> None:
    pico.exec("from machine import Pin\nled = Pin(25, Pin.OUT, value=0)")
    assert not pico.pin_is_high(25)
    pico.exec("led.on()")
    assert pico.pin_is_high(25)


# Flash and power

_SAVE = "with open('save', 'wb') as f: f.write({content!r})"


def test_flash_operations_are_counted_and_take_their_time(pico: Pico) -> None:
    pico.exec("import time")
    pico.flash_counts.erases = pico.flash_counts.programs = 0
    start = pico.now_us
    pico.exec("import os\nopen('lib/words.txt').read()")
    assert pico.flash_counts.operations == 0
    pico.exec("with open('new', 'wb') as f: f.write(bytes(9000))")
    counts = pico.flash_counts
    assert counts.erases >= 3
    assert counts.programs >= 9000 // 256
    assert pico.now_us - start > counts.erases * 45_000 + counts.programs * 400


def _save_with_cut(files: bytes, operation: int, moment: Moment) -> tuple[bool, bytes, bytes]:
    """Rewrites a small file with the power going at an operation; returns whether it went, what
    the file then holds, and the same after the device has booted from that flash."""
    device = Pico({})
    device.file_system = files
    device.power_on()
    device.exec("pass")
    device.cut_power(operation, moment)
    try:
        device.exec(_SAVE.format(content=b"new" * 100))
        cut = False
    except PowerCut:
        assert not device.powered
        cut = True
    device.power_off()
    held = device.files()["save"]
    device.power_on()
    booted = device.exec("print(open('save').read())")
    return cut, held, booted.strip().encode()


@pytest.mark.parametrize("moment", ["before", "middle", "after"])
def test_a_cut_at_any_operation_leaves_the_old_or_the_new_file(moment: Moment) -> None:
    with Pico({"save": b"old" * 100}) as device:
        device.exec(_SAVE.format(content=b"old" * 100))
        files = device.file_system
    seen: set[bytes] = set()
    operation = 0
    cut = True
    while cut:
        operation += 1
        cut, held, booted = _save_with_cut(files, operation, moment)
        assert held in (b"old" * 100, b"new" * 100)
        assert booted == held
        seen.add(held)
    assert operation > 1
    assert seen == {b"old" * 100, b"new" * 100}


def test_a_cut_hits_the_named_operation_and_no_other(pico: Pico) -> None:
    pico.exec("pass")
    pico.flash_counts.erases = pico.flash_counts.programs = 0
    pico.cut_power(3, "before")
    with pytest.raises(PowerCut):
        pico.exec("with open('new', 'wb') as f: f.write(bytes(9000))")
    assert pico.flash_counts.operations == 3
    assert "new" not in pico.files()
