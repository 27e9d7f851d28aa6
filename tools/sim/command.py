"""python3 -m tools simulate: the device in the browser.

Exit status: 0 when it was stopped, 2 when it could not start or keep the emulated Pico's flash.
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
from tools.sim.runner import Live
from tools.sim.server import HOST, Server

PORT = 8420
_LAST_PORT = 65535
_BOARD = "pico_ssd1306"

_DISKS = boards.ROOT / "disks"


def main(argv: list[str]) -> int:
    """Run the simulator until Ctrl-C."""
    parser = _parser()
    options = parser.parse_args(argv)
    if options.pico and (options.python or options.heap is not None):
        parser.error("--heap and --python are not for --pico: a Pico has the heap it has")
    try:
        board = boards.load(options.board)
    except boards.UnknownBoardError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    record: Path | None = options.record
    if record is not None and not record.absolute().parent.is_dir():
        sys.stderr.write(f"There is no folder {record.absolute().parent} for the record.\n")
        return 2
    return _emulate(board, options) if options.pico else _simulate(board, options)


def _simulate(board: boards.Board, options: argparse.Namespace) -> int:
    """Run the device on this computer's MicroPython."""
    disk: Path = options.disk or _DISKS / board.id
    said = settings.said(options)
    try:
        device = Device(
            board,
            virtual=False,
            disk=disk.resolve(),
            heap_kw=PICO_HEAP_KW if options.heap is None else options.heap,
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
        return asyncio.run(_serve(device, device.disk, options))


def _emulate(board: boards.Board, options: argparse.Namespace) -> int:
    """Run the device on an emulated Pico, from the bytecode that a real one would get."""
    venv.ensure("run", "pico")
    from tools import bundle
    from tools.pico import firmware

    folder: Path = (options.disk or _DISKS / board.id).resolve()
    try:
        firmware.find_or_fetch()
    except firmware.NoImageError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    # With an image there, this builds and loads the emulator's fast core.
    from tools.pico import fast_core
    from tools.pico.flash_file import FlashFile
    from tools.pico.live import LivePico

    if not fast_core.use():
        sys.stderr.write(f"{fast_core.SLOW}\n")
    try:
        files = bundle.build(board.id)
        with FlashFile(folder) as flash:
            settings.said(options).put(flash)
            with LivePico(board, files, flash) as device:
                return asyncio.run(_serve(device, folder, options))
    except (bundle.BundleError, DiskError) as error:
        sys.stderr.write(f"{error}\n")
        return 2


def _port(text: str) -> int:
    if text.isdigit() and int(text) <= _LAST_PORT:
        return int(text)
    raise argparse.ArgumentTypeError(f"a port is a number from 0 to {_LAST_PORT}, not {text!r}")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python3 -m tools simulate",
        description="Run the real firmware on simulated hardware and serve it as a page.",
        epilog="exit status: 0 it was stopped, 2 it could not start or keep its disk",
    )
    parser.add_argument(
        "--port",
        type=_port,
        default=PORT,
        help=f"port of the page, 0 for any that is free (default: {PORT})",
    )
    parser.add_argument(
        "--board",
        metavar="ID",
        default=_BOARD,
        help=f"a board of the folder boards/ (default: {_BOARD})",
    )
    parser.add_argument("--no-browser", action="store_true", help="do not open the browser")
    parser.add_argument("--record", type=Path, metavar="FILE", help="save the record as it grows")
    parser.add_argument(
        "--disk",
        type=Path,
        metavar="FOLDER",
        help="where the device's disk is kept (default: disks/ID)",
    )
    parser.add_argument(
        "--pico",
        action="store_true",
        help="run it on an emulated Pico with MicroPython's own image: slower, but all of it real",
    )
    parser.add_argument(
        "--heap",
        type=int,
        metavar="KB",
        help=f"heap, as a Pico counts it (default: {PICO_HEAP_KW})",
    )
    settings.add_arguments(parser)
    parser.add_argument(
        "--python", action="store_true", help="run it on CPython instead of MicroPython"
    )
    return parser


async def _serve(device: Live, files: Path, options: argparse.Namespace) -> int:
    server = Server(device, options.record)
    stopped = asyncio.Event()
    loop = asyncio.get_running_loop()
    for name in (signal.SIGINT, signal.SIGTERM):
        # Windows has no handlers in the loop: there Ctrl-C raises KeyboardInterrupt.
        with contextlib.suppress(NotImplementedError):
            loop.add_signal_handler(name, stopped.set)
    try:
        try:
            port = await server.start(options.port)
        except OSError as error:
            sys.stderr.write(_refused(options.port, error))
            return 2
        url = f"http://{HOST}:{port}/"
        print(f"{device.board.name} is at {url}\nIts disk: {files}\nCtrl-C stops it.")
        sys.stdout.flush()
        if not options.no_browser:
            await loop.run_in_executor(None, webbrowser.open, url)
        await stopped.wait()
        print("\nStopped.")
        return 0
    finally:
        await server.stop()


def _refused(port: int, error: OSError) -> str:
    if error.errno == errno.EADDRINUSE:
        return (
            f"Port {port} is in use, perhaps by another simulator. "
            f"Take another one: --port {port + 1}, or --port 0 for any that is free.\n"
        )
    return f"The page cannot be served on port {port}: {error}.\n"
