"""A Raspberry Pi Pico on a breadboard with a 0.96" OLED module (SSD1306) and four buttons."""

NAME = "Pico, SSD1306 128x64, four buttons"

# Display: an OLED module with four pins (GND, VCC, SCL, SDA). Its label may give the address as
# 0x78 or 0x7A, which is 0x3C or 0x3D with the bit for writing.
CONTROLLER = "SSD1306"
BUS = "i2c"
I2C_ID = 0
SDA = 4
SCL = 5
I2C_HERTZ = 400000
ADDRESSES = (0x3C, 0x3D)
FLIP = False
VCC = "3V3"

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
UNCONFIRMED = ("KEYS",)
