"""The device's start: MicroPython runs this file as /main.py."""

from firmware import app

app.run()
