"""From a board on the feed to the frame that shows it, beside a bare page that draws nothing."""

import asyncio
import re
import shutil
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import ExitStack, asynccontextmanager, suppress
from pathlib import Path

from aiohttp import web
from playwright.async_api import Browser, Page, async_playwright

from config.table import DEFAULT_TABLE
from controller.bus.client import FeedClient
from controller.facts.board import Board
from tests.bench.event_path import running
from tests.bench.figures import Figure, percentile, say

SAMPLES = 250
PACE = 10
PORT = 8465
BARE_PORT = 8466
BARE_EVERY_S = 0.15
PATIENCE_S = 300.0
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
# Notes when the page says, one frame after it was painted, that a number is drawn.
NOTE = """() => {
  window.noted = [];
  const send = WebSocket.prototype.send;
  WebSocket.prototype.send = function (text) {
    const { kind, number } = JSON.parse(text);
    if (kind === "drawn") window.noted.push([number, performance.timeOrigin + performance.now()]);
    return send.call(this, text);
  };
}"""
BARE = """<!doctype html><title>bare</title><script>
const socket = new WebSocket(`ws://${location.host}/ws`);
socket.onmessage = ({ data }) => requestAnimationFrame(() => requestAnimationFrame(() =>
  socket.send(JSON.stringify({ kind: "drawn", number: JSON.parse(data).number }))));
</script>"""
Times = dict[int, float]


def measure() -> list[Figure]:
    """Follow a table that plays, then a bare socket, in the same browser."""
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if chromium is None:
        say("feed to pixels: not measured, no chromium on this machine")
        return []
    say(f"feed to pixels: {SAMPLES} boards of a table at pace {PACE} to the painted frame")
    ours, bare = asyncio.run(_measure(chromium))
    return [_figure(ours, bare, percent) for percent in (50, 99)]


def _figure(ours: list[float], bare: list[float], percent: int) -> Figure:
    mine, floor = percentile(ours, percent), percentile(bare, percent)
    ratio = mine / floor
    target, is_met = ("under 100 ms", mine < 100) if percent == 99 else ("", None)
    name = f"feed to pixels, p{percent}, n {len(ours)}"
    return Figure(name, f"{mine:.1f} ms", f"{floor:.1f} ms bare page", ratio, target, is_met)


async def _measure(chromium: str) -> tuple[list[float], list[float]]:
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        bare = await _bare(browser)
        ours = await _ours(browser)
        await browser.close()
    return ours, bare


async def _ours(browser: Browser) -> list[float]:
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="uf-")))
        for command in _commands(folder):
            stack.enter_context(running(command))
        feed = FeedClient(folder / "run")
        stack.callback(feed.close)
        page = await _open(browser, f"http://127.0.0.1:{PORT}/")
        published = await _follow(feed)
        await asyncio.sleep(1)
        return await _latencies(page, published)


async def _follow(feed: FeedClient) -> Times:
    """When each board was on the feed, by the clock of this process."""
    published: Times = {}
    async with asyncio.timeout(PATIENCE_S):
        async for item in feed.boards():
            if isinstance(item, Board):
                published.setdefault(item.number, time.time() * 1000)
            if len(published) >= SAMPLES:
                return published
    return published


async def _latencies(page: Page, published: Times) -> list[float]:
    """Each board to the first frame with its number or a later one."""
    ahead = await _clock_ahead(page)
    noted: list[list[float]] = await page.evaluate("() => window.noted")
    drawn = [(int(number), at - ahead) for number, at in noted]
    begun = min(at for _, at in drawn)
    found = []
    for number, sent in published.items():
        shown = [at for later, at in drawn if later >= number and at >= sent]
        if shown and sent > begun:
            found.append(min(shown) - sent)
    return found


async def _clock_ahead(page: Page) -> float:
    """How far the page's clock is ahead of ours, from the quickest of many questions."""
    guesses = []
    for _ in range(50):
        asked = time.time() * 1000
        theirs = float(await page.evaluate("() => performance.timeOrigin + performance.now()"))
        answered = time.time() * 1000
        guesses.append((answered - asked, theirs - (asked + answered) / 2))
    return min(guesses)[1]


async def _open(browser: Browser, url: str) -> Page:
    page = await browser.new_page(viewport={"width": 1920, "height": 1080})
    await page.add_init_script(f"({NOTE})()")
    deadline = time.monotonic() + PATIENCE_S
    while True:
        try:
            await page.goto(url)
        except Exception:
            if time.monotonic() > deadline:
                raise
            await asyncio.sleep(0.2)
        else:
            break
    await page.wait_for_function("() => window.noted.length > 0", timeout=PATIENCE_S * 1000)
    return page


async def _bare(browser: Browser) -> list[float]:
    async with _bare_server() as numbers:
        page = await _open(browser, f"http://127.0.0.1:{BARE_PORT}/")
        while len(numbers) < SAMPLES:
            await asyncio.sleep(0.1)
        found = await _latencies(page, numbers)
        await page.close()
        return found


@asynccontextmanager
async def _bare_server() -> AsyncIterator[Times]:
    """Sends a number now and then; notes when."""
    sent: Times = {}

    async def page(_request: web.Request) -> web.Response:
        return web.Response(text=BARE, content_type="text/html")

    async def follow(request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        with suppress(ConnectionError):
            while True:
                number = len(sent) + 1
                sent[number] = time.time() * 1000
                await socket.send_json({"number": number})
                await asyncio.sleep(BARE_EVERY_S)
        return socket

    app = web.Application()
    app.router.add_get("/", page)
    app.router.add_get("/ws", follow)
    runner = web.AppRunner(app, shutdown_timeout=0.1)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", BARE_PORT).start()
    try:
        yield sent
    finally:
        await runner.cleanup()


def _commands(folder: Path) -> list[list[str]]:
    table = folder / "table.toml"
    text = DEFAULT_TABLE.read_text()
    table.write_text(re.sub(r"port = \d+", f"port = {PORT}", text))
    places = ["--table", str(table), "--run-dir", str(folder / "run")]
    ours = [sys.executable, "-m", "controller"]
    drivers = [[*ours, "driver", name, *places] for name in ("shoe-1", "pad-1", "lamps-1")]
    return [
        [*ours, "daemon", *places, "--state-dir", str(folder / "state")],
        [*ours, "scoreboard", *places],
        [*ours, "bench", *places, "--pace", str(PACE)],
        *drivers,
    ]
