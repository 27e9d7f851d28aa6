"""The device's start: MicroPython runs this file as /main.py.

Whoever holds BACK at power-on gets the prompt of MicroPython instead of the companion.
"""

from firmware import hardware
from firmware.keys import BACK

if hardware.held(BACK):
    print("BACK is held: the companion does not start. Power off and on starts it.")
else:
    del hardware  # which need not stay
    from firmware import app

    app.run()
