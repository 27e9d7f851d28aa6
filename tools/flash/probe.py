"""What the doctor has the device do, after `on_device`: sent to it as it is, and run there."""

# pyright: basic, reportMissingImports=false, reportMissingModuleSource=false
# pyright: reportAttributeAccessIssue=false, reportArgumentType=false

from time import sleep_ms, ticks_add, ticks_diff, ticks_ms

from machine import I2C, Pin, SoftI2C

_NO_OPERATION = b"\x00\xe3"
_SETTLE_MS = 30


def _answering(bus: I2C, addresses: "tuple[int, ...]") -> "list[int]":
    """Return the addresses at which a transfer arrives; a scan can see more than that."""
    found: list[int] = []
    for address in addresses:
        try:
            if bus.writeto(address, _NO_OPERATION) == len(_NO_OPERATION):
                found.append(address)
        except OSError:
            pass
    return found


def display(number: int, sda: int, scl: int, hertz: int, addresses: "tuple[int, ...]") -> None:
    """Print which of a display's addresses answer; if none does: what else answers, whether the
    lines are high while nobody speaks, and which addresses answer on swapped lines."""
    bus = I2C(number, sda=Pin(sda), scl=Pin(scl), freq=hertz)
    found = _answering(bus, addresses)
    if found:
        print((found, [], (1, 1), []))
        return
    others = bus.scan()
    # Without an own pull-up: those of the display have to do it.
    idle = tuple([Pin(pin, Pin.IN, Pin.PULL_DOWN).value() for pin in (sda, scl)])
    swapped = _answering(SoftI2C(sda=Pin(scl), scl=Pin(sda), freq=100000), addresses)
    print((found, others, idle, swapped))


def picture(lines: "dict[str, object]") -> None:
    """Draw the test picture with the companion's own driver; print whether it is on the device,
    and whether the display took it."""

    try:
        from firmware.canvas import COLUMNS, ROWS, Canvas
        from firmware.display import wiring
    except ImportError:
        print((False, False))
        return
    canvas = Canvas()
    canvas.invert(0, 0, COLUMNS)
    canvas.invert(0, ROWS - 1, COLUMNS)
    for row in range(1, ROWS - 1):
        canvas.invert(0, row, 1)
        canvas.invert(COLUMNS - 1, row, 1)
    canvas.centre(1, "▲ up ▲")
    canvas.centre(3, "BIRIBA COMPANION")
    canvas.centre(5, "♠ ♥ ♦ ♣")
    screen = wiring.display(type("Board", (), lines))
    try:
        screen.init()
        canvas.flush(screen)
    except OSError:
        print((True, False))
        return
    print((True, True))


def held(pins: "tuple[int, ...]") -> None:
    """Print which pins are low while nobody touches a key."""
    inputs = [Pin(pin, Pin.IN, Pin.PULL_UP) for pin in pins]
    sleep_ms(5)
    print([pins[i] for i in range(len(pins)) if inputs[i].value() == 0])


def watch(wanted: int, pins: "tuple[int, ...]", limit_ms: int) -> None:
    """Print each pin that goes low with how often it moved and for how many ms it was down, until
    it is the wanted one or the time is over."""
    inputs = [Pin(pin, Pin.IN, Pin.PULL_UP) for pin in pins]
    sleep_ms(5)
    was = [pin.value() for pin in inputs]
    end = ticks_add(ticks_ms(), limit_ms)
    while ticks_diff(end, ticks_ms()) > 0:
        for i in range(len(pins)):
            level = inputs[i].value()
            if level == was[i]:
                continue
            was[i] = level
            if level == 0:
                print((pins[i],) + _follow(inputs[i], end))
                was[i] = inputs[i].value()
                if pins[i] == wanted:
                    return


def _follow(pin: Pin, end: int) -> "tuple[int, int]":
    """Count the edges of a press until it is over; returns them, and the ms it took."""
    began = changed = ticks_ms()
    level = 0
    edges = 1
    while ticks_diff(end, ticks_ms()) > 0:
        now = ticks_ms()
        if pin.value() != level:
            level = 1 - level
            edges += 1
            changed = now
        elif level and ticks_diff(now, changed) >= _SETTLE_MS:
            break
    return (edges, ticks_diff(changed, began))
