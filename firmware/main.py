"""The device's start: MicroPython runs this file as /main.py.

Whoever holds BACK at power-on gets the prompt of MicroPython instead of the companion.
"""

from firmware import memory

memory.prepare()

from firmware import hardware  # noqa: E402 (the heap is prepared first)
from firmware.keys import BACK  # noqa: E402

if hardware.held(BACK):
    print("BACK is held: the companion does not start. Power off and on starts it.")
else:
    from firmware import app

    app.run()
