"""A Raspberry Pi Pico on a breadboard with a 1.3" OLED module (SH1106) and four buttons."""

NAME = "Pico, SH1106 128x64, four buttons"

# Display: an OLED module with four pins (GND, VCC, SCL, SDA). An SH1106 has 132 columns, and the
# glass of most modules begins at the third of them; a picture two pixels off wants 0 here.
CONTROLLER = "SH1106"
BUS = "i2c"
I2C_ID = 0
SDA = 4
SCL = 5
I2C_HERTZ = 400000
ADDRESSES = (0x3C, 0x3D)
FLIP = False
VCC = "3V3"
START_COLUMN = 2

# The LED that tells what is amiss, by MicroPython's name for a Pico's own.
LED = "LED"

# Keys: from the pin to GND. Each is its pin and its code (0 up, 1 down, 2 OK, 3 back).
KEYS = (
    (10, 0),
    (11, 1),
    (12, 2),
    (13, 3),
)

# The names of lines above that nobody has tried on a real board yet.
UNCONFIRMED = ("START_COLUMN", "KEYS")
