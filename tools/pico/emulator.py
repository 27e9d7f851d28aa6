"""The one place that imports rp2040py, so that which of its cores is loaded is settled first.

Private names of its classes are used by those derived from them here: the version is pinned.
"""

from collections.abc import Callable
from pathlib import Path
from typing import cast

from tools.pico import fast_core
from tools.pico.firmware import lacks_image

# Without an image nothing will be emulated, and nothing need be built.
if lacks_image() is None:
    fast_core.use()

from rp2040py.clock.clock import IAlarm, IClock  # noqa: E402
from rp2040py.device.bootrom import BOOTROM_B1  # noqa: E402
from rp2040py.device.load_flash import (  # noqa: E402
    load_uf2 as _load_uf2,  # pyright: ignore[reportUnknownVariableType]
)
from rp2040py.execute_batch import execute_batch  # noqa: E402
from rp2040py.gpio_pin import FUNCTION_PWM, GPIOPin, GPIOPinState  # noqa: E402
from rp2040py.memory_map import FLASH_START_ADDRESS  # noqa: E402
from rp2040py.peripherals.i2c import (  # noqa: E402
    ENABLE,
    IC_ENABLE,
    R_TX_EMPTY,
    RPI2C,
    I2CMode,
    I2CState,
)
from rp2040py.peripherals.spi import RPSPI  # noqa: E402
from rp2040py.peripherals.ssi import (  # noqa: E402
    CMD_BLOCK_ERASE,
    CMD_PAGE_PROGRAM,
    CMD_SECTOR_ERASE,
    FLASH_BLOCK_SIZE,
    FLASH_PAGE_SIZE,
    FLASH_SECTOR_SIZE,
    RPSSI,
)
from rp2040py.peripherals.usb import RPUSBController  # noqa: E402
from rp2040py.rp2040 import RP2040  # noqa: E402
from rp2040py.simulator import Simulator  # noqa: E402
from rp2040py.usb.cdc import USBCDC  # noqa: E402
from rp2040py.utils.logging import ConsoleLogger, LogLevel  # noqa: E402

__all__ = (
    "BOOTROM_B1",
    "CMD_BLOCK_ERASE",
    "CMD_PAGE_PROGRAM",
    "CMD_SECTOR_ERASE",
    "ENABLE",
    "FLASH_BLOCK_SIZE",
    "FLASH_PAGE_SIZE",
    "FLASH_SECTOR_SIZE",
    "FLASH_START_ADDRESS",
    "FUNCTION_PWM",
    "IC_ENABLE",
    "RP2040",
    "RPI2C",
    "RPSPI",
    "RPSSI",
    "R_TX_EMPTY",
    "USBCDC",
    "ConsoleLogger",
    "GPIOPin",
    "GPIOPinState",
    "I2CMode",
    "I2CState",
    "IAlarm",
    "IClock",
    "LogLevel",
    "RPUSBController",
    "Simulator",
    "execute_batch",
    "load_uf2",
)

load_uf2 = cast("Callable[[Path, RP2040], None]", _load_uf2)
