"""The laptop's hand on a real Pico: `flash` puts the companion on it, `pull` brings its matches
home, `doctor` checks its wiring.

`link` is the way to the device, through mpremote; `device` is what can be asked of it; `update`
changes what is on it. The modules `on_device`, `finish` and `probe` run on the device itself.
"""
