"""The host's end of the Pico's USB serial port."""

from collections.abc import Callable

from tools.pico.emulator import USBCDC, RPUSBController


class Console:
    """Bytes to and from the device over its USB port.

    As the emulator ships it the host answers every read with an empty packet when it has nothing
    to say, and the firmware spends most of its time on those. Here a read stays armed until there
    is something to send, as on a real bus, where the host asks and not the device.
    """

    def __init__(self, usb: RPUSBController, on_data: Callable[[bytes], None]) -> None:
        self.connected = False
        self._usb = usb
        self._waiting = bytearray()
        self._armed: list[tuple[int, int]] = []
        self._cdc = USBCDC(usb)
        self._cdc.on_serial_data = lambda data: on_data(bytes(data))
        self._cdc.on_device_connected = self._connect
        self._control_read = usb.on_endpoint_read
        self._controller_reset = usb.on_reset
        usb.on_endpoint_read = self._read_armed
        usb.on_reset = self._reset

    def send(self, data: bytes) -> None:
        """Queues bytes; they go out as fast as the device takes them, in packets."""
        self._waiting += data
        self._serve()

    def _connect(self) -> None:
        self.connected = True
        self._serve()

    def _reset(self) -> None:
        """The device has dropped off the bus: what was queued is lost."""
        self.connected = False
        self._armed.clear()
        self._waiting.clear()
        if self._controller_reset is not None:
            self._controller_reset()

    def _read_armed(self, endpoint: int, size: int) -> None:
        if endpoint == 0:
            if self._control_read is not None:
                self._control_read(endpoint, size)
            return
        self._armed.append((endpoint, size))
        self._serve()

    def _serve(self) -> None:
        while self._armed and self._waiting and self.connected:
            endpoint, size = self._armed.pop(0)
            packet = bytes(self._waiting[:size])
            del self._waiting[:size]
            self._usb.endpoint_read_done(endpoint, packet)
