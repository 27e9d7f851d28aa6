"""Commands of `python3 -m tools`, and what they say, on the emulated Pico's serial port."""

import subprocess
import sys
from pathlib import Path

from tools import venv
from tools.pico.serial_port import SerialPort


def tools(
    *arguments: "str | Path", port: "SerialPort | None" = None, timeout: float = 240
) -> "subprocess.CompletedProcess[str]":
    """Run a command to its end, on a port if it takes one."""
    command = [sys.executable, "-m", "tools", *map(str, arguments)]
    if port is not None:
        command += ["--port", port.path]
    return subprocess.run(
        command, cwd=venv.ROOT, capture_output=True, text=True, timeout=timeout, check=False
    )
