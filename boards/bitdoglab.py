"""BitDogLab: a Pico W with an OLED (SSD1306), two buttons and a joystick to press."""

NAME = "BitDogLab, SSD1306 128x64, buttons A and B, joystick"

# Display.
CONTROLLER = "SSD1306"
BUS = "i2c"
I2C_ID = 1
SDA = 14
SCL = 15
I2C_HERTZ = 400000
ADDRESSES = (0x3C, 0x3D)
FLIP = False

# The LED that tells what is amiss, by MicroPython's name for a Pico's own.
LED = "LED"

# Keys: from the pin to GND. Each is its pin, its code (0 up, 1 down, 2 OK, 3 back), and its code
# when it is held.
KEYS = (
    (5, 0),  # A
    (6, 1),  # B
    (22, 2, 3),  # the joystick, pressed
)

# The names of lines above that nobody has tried on a real board yet.
UNCONFIRMED = ("I2C_HERTZ", "ADDRESSES", "FLIP", "KEYS")
