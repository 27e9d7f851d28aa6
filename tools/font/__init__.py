"""Makes the device's font, `firmware/font.py`: X.Org's misc-fixed 5x8 and drawings of our own."""
