"""An emulated Raspberry Pi Pico that runs the real MicroPython firmware.

`harness.Pico` is the device: file system in and out, keys, chips on the bus, power cuts,
`exec`, and a clock that counts the device's own time. `bench` measures the budgets on it,
`serial_port` offers its USB console as a serial port, so that mpremote talks to it, and `live`
runs it under the simulator's page.
"""
