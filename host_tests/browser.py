"""A headless Chromium, driven over its DevTools protocol."""

import asyncio
import base64
import itertools
import tempfile
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import aiohttp

from tools.testing.suites import chromium

_FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--remote-debugging-port=0",
)
_PATIENCE = 20.0


class Page:
    """One page. `complaints` are the errors it has reported."""

    def __init__(self, socket: "aiohttp.ClientWebSocketResponse[bool]") -> None:
        self._socket = socket
        self._numbers = itertools.count(1)
        self.complaints: list[str] = []

    async def call(self, method: str, **parameters: Any) -> dict[str, Any]:
        """Call a method of the protocol and return its result."""
        number = next(self._numbers)
        await self._socket.send_json({"id": number, "method": method, "params": parameters})
        while True:
            message: dict[str, Any] = await self._socket.receive_json(timeout=_PATIENCE)
            if message.get("id") == number:
                assert "error" not in message, message
                return message["result"]
            if message.get("method") in ("Runtime.exceptionThrown", "Log.entryAdded"):
                self.complaints.append(str(message["params"]))

    async def value(self, expression: str) -> Any:
        """Return the value of an expression in the page."""
        result = await self.call("Runtime.evaluate", expression=expression, returnByValue=True)
        assert "exceptionDetails" not in result, result
        return result["result"].get("value")

    async def wait(self, expression: str) -> Any:
        """Wait until an expression in the page is true, and return it."""
        for _ in range(int(_PATIENCE / 0.05)):
            value = await self.value(expression)
            if value:
                return value
            await asyncio.sleep(0.05)
        raise AssertionError(f"never true: {expression}")

    async def key(self, name: str, hold: float = 0.06, repeats: int = 0) -> None:
        """Type a key; `repeats` are the browser's own while it is held."""
        await self.call("Input.dispatchKeyEvent", type="keyDown", key=name, code=name)
        for _ in range(repeats):
            await self.call(
                "Input.dispatchKeyEvent", type="keyDown", key=name, code=name, autoRepeat=True
            )
        await asyncio.sleep(hold)
        await self.call("Input.dispatchKeyEvent", type="keyUp", key=name, code=name)
        await asyncio.sleep(0.06)

    async def mouse(self, kind: str, x: float, y: float) -> None:
        """Press or release the mouse's button at a place."""
        buttons = 1 if kind == "mousePressed" else 0
        await self.call(
            "Input.dispatchMouseEvent",
            type=kind,
            x=x,
            y=y,
            button="left",
            buttons=buttons,
            clickCount=1,
        )

    async def middle(self, selector: str) -> tuple[float, float]:
        """Return the middle of an element."""
        box = await self.value(
            f"(({{x, y, width, height}}) => [x + width / 2, y + height / 2])"
            f"(document.querySelector({selector!r}).getBoundingClientRect())"
        )
        return box[0], box[1]

    async def click(self, selector: str, hold: float = 0.06) -> None:
        """Click an element."""
        x, y = await self.middle(selector)
        await self.mouse("mousePressed", x, y)
        await asyncio.sleep(hold)
        await self.mouse("mouseReleased", x, y)
        await asyncio.sleep(0.06)

    async def look(self, width: int, height: int, dark: bool = False, scale: float = 1) -> None:
        """Set the size of the window and the theme."""
        await self.call(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=scale,
            mobile=False,
        )
        theme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        await self.call("Emulation.setEmulatedMedia", features=[theme])

    async def screenshot(self, file: Path) -> bytes:
        """Save a picture of the page as PNG, and return it."""
        result = await self.call("Page.captureScreenshot", format="png")
        data = base64.b64decode(result["data"])
        file.write_bytes(data)
        return data


@asynccontextmanager
async def open_page(url: str) -> AsyncGenerator[Page]:
    """Start a browser and open a page in it."""
    program = chromium()
    assert program is not None
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        process = await asyncio.create_subprocess_exec(
            program,
            *_FLAGS,
            f"--user-data-dir={profile}",
            "about:blank",
            stdout=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.DEVNULL,
        )
        try:
            address = await asyncio.wait_for(_address(Path(profile), process), _PATIENCE)
            async with aiohttp.ClientSession() as session:
                async with session.get(f"http://{address}/json/list") as answer:
                    targets: list[dict[str, str]] = await answer.json()
                target = next(t for t in targets if t["type"] == "page")
                async with session.ws_connect(
                    target["webSocketDebuggerUrl"], max_msg_size=0
                ) as socket:
                    page = Page(socket)
                    for domain in ("Runtime", "Log", "Page"):
                        await page.call(f"{domain}.enable")
                    await page.look(1280, 800)
                    await page.call("Page.navigate", url=url)
                    yield page
        finally:
            process.kill()
            await process.wait()


async def _address(profile: Path, process: asyncio.subprocess.Process) -> str:
    """Return where the protocol is spoken, which the browser writes into its profile."""
    file = profile / "DevToolsActivePort"
    while True:
        assert process.returncode is None, "the browser has ended"
        written = file.read_text() if file.exists() else ""
        if "\n" in written:
            return "127.0.0.1:" + written.split("\n")[0]
        await asyncio.sleep(0.05)
