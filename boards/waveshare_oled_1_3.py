"""Waveshare Pico-OLED-1.3: a hat for the Pico with an OLED (SH1107) and two keys."""

NAME = "Waveshare Pico-OLED-1.3, SH1107 128x64, two keys"

# Display: on SPI as the hat is sold; resistors on its back, moved, put it on I2C: then "i2c".
CONTROLLER = "SH1107"
BUS = "spi"
SPI_ID = 1
SCK = 10
MOSI = 11
CS = 9
DC = 8
RST = 12
SPI_HERTZ = 4000000
I2C_ID = 1
SDA = 6
SCL = 7
I2C_HERTZ = 400000
ADDRESSES = (0x3C, 0x3D)
FLIP = False

# The LED that tells what is amiss, by MicroPython's name for a Pico's own.
LED = "LED"

# Keys: from the pin to GND. Each is its pin, its code (0 up, 1 down, 2 OK, 3 back), and its code
# when it is held.
KEYS = (
    (15, 1, 0),  # KEY0
    (17, 2, 3),  # KEY1
)

# The names of lines above that nobody has tried on a real board yet.
UNCONFIRMED = ("BUS", "SPI_HERTZ", "I2C_ID", "SDA", "SCL", "ADDRESSES", "FLIP", "KEYS")
