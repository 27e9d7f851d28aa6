"""python3 -m tools simulate: the device in the browser.

Exit status: 0 when it was stopped, 2 when it could not start.
"""

import argparse
import asyncio
import contextlib
import errno
import signal
import sys
import webbrowser
from pathlib import Path

from tools import settings, venv
from tools.sim import boards
from tools.sim.child import PICO_HEAP_KW
from tools.sim.disk import DiskError
from tools.sim.driver import Device
from tools.sim.server import HOST, Server

PORT = 8420

_DISKS = boards.ROOT / "disks"


def main(argv: list[str]) -> int:
    """Run the simulator until Ctrl-C."""
    options = _parser().parse_args(argv)
    try:
        board = boards.load(options.board)
    except boards.UnknownBoardError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    record: Path | None = options.record
    if record is not None and not record.absolute().parent.is_dir():
        sys.stderr.write(f"There is no folder {record.absolute().parent} for the record.\n")
        return 2
    disk: Path = options.disk or _DISKS / board.id
    said = settings.said(options)
    try:
        device = Device(
            board,
            virtual=False,
            disk=disk.resolve(),
            heap_kw=options.heap,
            python=options.python,
            switch_on=False,
            # From the sources: it starts at once, and what was edited runs after a power cut.
            bytecode=False,
        )
    except DiskError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    with device:
        if said != settings.NOTHING:
            venv.ensure("run", "pico")  # with what writes to a disk that no device runs on
            try:
                said.put(device)
            except DiskError as error:
                sys.stderr.write(f"{error}\n")
                return 2
        return asyncio.run(_serve(device, options.port, record, not options.no_browser))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python3 -m tools simulate",
        description="Run the real firmware on simulated hardware and serve it as a page.",
    )
    parser.add_argument("--port", type=int, default=PORT, help="port of the page (0: any)")
    parser.add_argument("--board", default="pico_ssd1306", help="a board of the folder boards/")
    parser.add_argument("--no-browser", action="store_true", help="do not open the browser")
    parser.add_argument("--record", type=Path, metavar="FILE", help="save the record as it grows")
    parser.add_argument(
        "--disk",
        type=Path,
        metavar="FOLDER",
        help="where the device's disk is kept (default: a folder of disks/)",
    )
    parser.add_argument(
        "--heap", type=int, default=PICO_HEAP_KW, metavar="KB", help="heap, as a Pico counts it"
    )
    settings.add_arguments(parser)
    parser.add_argument("--python", action="store_true", help="run it on CPython")
    return parser


async def _serve(device: Device, port: int, record: Path | None, browser: bool) -> int:
    server = Server(device, record)
    stopped = asyncio.Event()
    loop = asyncio.get_running_loop()
    for name in (signal.SIGINT, signal.SIGTERM):
        # Windows has no handlers in the loop: there Ctrl-C raises KeyboardInterrupt.
        with contextlib.suppress(NotImplementedError):
            loop.add_signal_handler(name, stopped.set)
    try:
        try:
            port = await server.start(port)
        except (OSError, OverflowError) as error:
            sys.stderr.write(_refused(port, error))
            return 2
        url = f"http://{HOST}:{port}/"
        print(f"{device.board.name} is at {url}\nIts disk: {device.disk}\nCtrl-C stops it.")
        sys.stdout.flush()
        if browser:
            await loop.run_in_executor(None, webbrowser.open, url)
        await stopped.wait()
        print("\nStopped.")
        return 0
    finally:
        await server.stop()


def _refused(port: int, error: Exception) -> str:
    if isinstance(error, OSError) and error.errno == errno.EADDRINUSE:
        return (
            f"Port {port} is in use, perhaps by another simulator. "
            f"Take another one: --port {port + 1}, or --port 0 for any that is free.\n"
        )
    return f"The page cannot be served on port {port}: {error}.\n"
