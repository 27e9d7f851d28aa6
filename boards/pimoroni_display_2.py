"""Pimoroni's Pico Display Pack 2.0: a colour display, four keys and an RGB LED."""

NAME = "Pimoroni Pico Display Pack 2.0, 320x240, four keys"

CONTROLLER = "ST7789"
BUS = "spi"
SPI_ID = 0
SCK = 18
MOSI = 19
CS = 17
DC = 16
RST = None
BL = 20
SPI_HERTZ = 62500000
FLIP = False

# The glass: width, height, and where its upper left is in the controller's memory.
GLASS = (320, 240, 0, 0)
# How many pixels wide the five columns of a letter are (most strokes are in the first and fourth,
# the last is mostly the gap to the next letter), and how many high its rows.
CELL = (3, 2, 2, 3, 2)
LINE = 3
# The colours: dark, light, felt or amber.
THEME = "dark"

# The LED that tells what is amiss is the red one of three that are lit by a low pin; the other
# two are kept high.
LED = 6
LED_LIT = 0
KEPT_HIGH = (7, 8)

# Keys: from the pin to GND. Each is its pin and its code (0 up, 1 down, 2 OK, 3 back); LABELS are
# what they are called on the board.
KEYS = (
    (14, 0),
    (15, 1),
    (12, 2),
    (13, 3),
)
LABELS = ("X", "Y", "A", "B")

# The names of lines above that nobody has tried on a real board yet.
UNCONFIRMED = ("FLIP", "GLASS", "KEYS", "LED_LIT")
