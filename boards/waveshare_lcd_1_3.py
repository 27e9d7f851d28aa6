"""Waveshare's Pico-LCD-1.3: a colour display, a joystick and four keys under a Pico."""

NAME = "Waveshare Pico-LCD-1.3, 240x240, joystick and four keys"

CONTROLLER = "ST7789"
BUS = "spi"
SPI_ID = 1
SCK = 10
MOSI = 11
CS = 9
DC = 8
RST = 12
BL = 13
SPI_HERTZ = 62500000
FLIP = False

# The glass: width, height, and where its upper left is in the controller's memory.
GLASS = (240, 240, 0, 0)
# How many pixels wide the five columns of a letter are (the last is mostly the gap to the next
# letter), and how many high its rows.
CELL = (2, 2, 2, 2, 1)
LINE = 3
# The colours: dark, light, felt or amber.
THEME = "dark"

# The LED that tells what is amiss, by MicroPython's name for a Pico's own.
LED = "LED"

# Keys: from the pin to GND. Each is its pin and its code (0 up, 1 down, 2 OK, 3 back); LABELS are
# what they are called on the board.
KEYS = (
    (2, 0),
    (18, 1),
    (3, 2),
    (16, 3),
    (20, 2),
    (15, 2),
    (17, 3),
    (19, 0),
    (21, 1),
)
LABELS = (
    "joystick up",
    "joystick down",
    "joystick pressed",
    "joystick left",
    "joystick right",
    "A",
    "B",
    "X",
    "Y",
)

# The names of lines above that nobody has tried on a real board yet.
UNCONFIRMED = ("SPI_HERTZ", "FLIP", "GLASS", "KEYS")
