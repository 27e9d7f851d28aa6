"""The page and its socket, on this computer only."""

import asyncio
import contextlib
import json
from pathlib import Path
from typing import cast
from urllib.parse import urlsplit

from aiohttp import WSMsgType, web

from tools.sim.boards import KEY_NAMES
from tools.sim.runner import Live, Runner, View

_PAGE = Path(__file__).resolve().parent / "page"
_TYPES = {".html": "text/html", ".css": "text/css", ".js": "text/javascript"}
HOST = "127.0.0.1"

# Seconds between two pictures, at least.
_PACE = 1 / 60


class Server:
    """Serves one device to any number of pages."""

    def __init__(self, device: Live, record: Path | None) -> None:
        self._device = device
        self._loop = asyncio.get_running_loop()
        self._news = asyncio.Event()
        self._sockets: dict[web.WebSocketResponse, View | None] = {}
        self._runner = Runner(device, self._changed, record)
        app = web.Application()
        app.router.add_get("/socket", self._socket)
        app.router.add_get("/", self._file)
        app.router.add_get("/{name}", self._file)
        self._app_runner = web.AppRunner(app, access_log=None, shutdown_timeout=1)
        self._teller: asyncio.Task[None] | None = None
        self.problem = ""

    async def start(self, port: int) -> int:
        """Serve, and run the device. Returns the port; OSError if it is in use."""
        await self._app_runner.setup()
        site = web.TCPSite(self._app_runner, HOST, port)
        await site.start()
        self._runner.start()
        self._teller = asyncio.create_task(self._tell())
        return cast("tuple[str, int]", self._app_runner.addresses[0])[1]

    async def stop(self) -> None:
        """Close the pages' sockets and end the device's thread."""
        if self._teller:
            self._teller.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._teller
            await self._loop.run_in_executor(None, self._runner.stop)
        for socket in list(self._sockets):
            await socket.close(message=b"stopped")
        await self._app_runner.cleanup()

    @property
    def view(self) -> View:
        """What there is to see now."""
        return self._runner.view

    def _changed(self) -> None:
        with contextlib.suppress(RuntimeError):  # the loop has ended
            self._loop.call_soon_threadsafe(self._news.set)

    async def _tell(self) -> None:
        while True:
            await self._news.wait()
            self._news.clear()
            self._say()
            for socket in list(self._sockets):
                await self._show(socket)
            await asyncio.sleep(_PACE)

    def _say(self) -> None:
        """Tell the terminal when something went wrong."""
        view = self._runner.view
        if view.problem != self.problem:
            self.problem = view.problem
            if view.problem:
                print(f"\n{view.problem}\n{view.output}", flush=True)

    async def _show(self, socket: web.WebSocketResponse) -> None:
        """Send what is new to this page."""
        view = self._runner.view
        before = self._sockets.get(socket)
        self._sockets[socket] = view
        with contextlib.suppress(ConnectionError, RuntimeError):
            if before is None or before.frame != view.frame:
                await socket.send_bytes(view.frame)
            news = {
                name: value
                for name, value in vars(view).items()
                if name != "frame" and (before is None or getattr(before, name) != value)
            }
            if news:
                await socket.send_str(json.dumps(news))

    async def _file(self, request: web.Request) -> web.StreamResponse:
        name = request.match_info.get("name") or "index.html"
        path = _PAGE / name
        if path.parent != _PAGE or path.suffix not in _TYPES or not path.is_file():
            raise web.HTTPNotFound
        return web.Response(
            body=path.read_bytes(),
            content_type=_TYPES[path.suffix],
            charset="utf-8",
            headers={"Cache-Control": "no-store"},
        )

    async def _socket(self, request: web.Request) -> web.StreamResponse:
        # Other pages in the same browser have no business here.
        origin = request.headers.get("Origin")
        if origin and urlsplit(origin).netloc != request.host:
            raise web.HTTPForbidden
        socket = web.WebSocketResponse(heartbeat=20, max_msg_size=4096)
        await socket.prepare(request)
        board = self._device.board
        await socket.send_str(
            json.dumps(
                {
                    "board": board.name,
                    "keys": list(board.keys),
                    "held": board.held,
                    "wires": board.wires,
                    "size": [self._device.display.width, self._device.display.height],
                    "depth": self._device.display.depth,
                }
            )
        )
        self._sockets[socket] = None
        await self._show(socket)
        down: set[str] = set()
        try:
            async for message in socket:
                if message.type == WSMsgType.TEXT:
                    self._heard(str(message.data), down)
        finally:
            self._sockets.pop(socket, None)
            for name in down:
                self._runner.key(name, False)
        return socket

    def _heard(self, text: str, down: set[str]) -> None:
        """A page's message: {"key": name, "down": bool} or {"power": bool}."""
        try:
            message = json.loads(text)
        except ValueError:
            return
        if not isinstance(message, dict):
            return
        said = cast("dict[str, object]", message)
        name = said.get("key")
        if isinstance(name, str) and name in KEY_NAMES and name in self._device.board.keys:
            if said.get("down"):
                down.add(name)
            else:
                down.discard(name)
            self._runner.key(name, bool(said.get("down")))
        if "power" in said:
            self._runner.power(bool(said["power"]))
