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
from playwright.async_api import Browser, BrowserContext, Page, async_playwright

from config.table import DEFAULT_TABLE
from controller.bus.client import FeedClient
from controller.facts.board import Board
from controller.facts.roles import (
    DEMONSTRATION_FLOOR,
    DEMONSTRATION_TECHNICIAN,
    Demonstration,
)
from tests.bench.event_path import running
from tests.bench.figures import Figure, percentile, say

SAMPLES = 250
PACE = 10
PORT = 8465
BARE_PORT = 8466
BOARD = f"http://127.0.0.1:{PORT}"
# 100 above the scoreboard's, where the table file names none.
DESK = f"http://127.0.0.1:{PORT + 100}"
OTHER_SCREENS = ("payout", "tower", "sign")
STAFF_PAGES = (("floor", DEMONSTRATION_FLOOR), ("technician", DEMONSTRATION_TECHNICIAN))
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
    say(f"feed to pixels: boards of a table at pace {PACE} to the painted frame, page by page")
    found, bare = asyncio.run(_measure(chromium))
    board = found.pop("board")
    figures = [_figure("feed to pixels", board, bare, percent) for percent in (50, 99)]
    pages = [_figure(f"feed to pixels, {name}", times, bare, 99) for name, times in found.items()]
    return [*figures, *pages]


def _figure(what: str, ours: list[float], bare: list[float], percent: int) -> Figure:
    mine, floor = percentile(ours, percent), percentile(bare, percent)
    ratio = mine / floor
    target, is_met = ("under 100 ms", mine < 100) if percent == 99 else ("", None)
    name = f"{what}, p{percent}, n {len(ours)}"
    return Figure(name, f"{mine:.1f} ms", f"{floor:.1f} ms bare page", ratio, target, is_met)


async def _measure(chromium: str) -> tuple[dict[str, list[float]], list[float]]:
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        bare = await _bare(browser)
        ours = await _ours(browser)
        await browser.close()
    return ours, bare


async def _ours(browser: Browser) -> dict[str, list[float]]:
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="uf-")))
        for command in _commands(folder):
            stack.enter_context(running(command))
        run = folder / "run"
        found = {"board": await _timed(browser, run, f"{BOARD}/", SAMPLES)}
        for name in OTHER_SCREENS:
            found[name] = await _timed(browser, run, f"{BOARD}/{name}", SAMPLES)
        for name, person in STAFF_PAGES:
            found[name] = await _timed(browser, run, f"{DESK}/{name}", SAMPLES, person)
        return found


async def _timed(
    browser: Browser, run: Path, url: str, samples: int, person: Demonstration | None = None
) -> list[float]:
    context = await browser.new_context(viewport={"width": 1920, "height": 1080})
    feed = FeedClient(run)
    try:
        if person is not None:
            await _log_in(context, person)
        page = await _open(context, url)
        published = await _follow(feed, samples)
        await asyncio.sleep(1)
        return await _latencies(page, published)
    finally:
        feed.close()
        await context.close()


async def _log_in(context: BrowserContext, person: Demonstration) -> None:
    content = {"person": person.person, "pin": person.pin}
    answer = await context.request.post(f"{DESK}/log-in", data=content, headers={"Origin": DESK})
    if not answer.ok:
        raise RuntimeError(f"{person.person} cannot log in: {await answer.text()}")


async def _follow(feed: FeedClient, samples: int) -> Times:
    """When each board was on the feed, by the clock of this process."""
    published: Times = {}
    async with asyncio.timeout(PATIENCE_S):
        async for item in feed.boards():
            if isinstance(item, Board):
                published.setdefault(item.number, time.time() * 1000)
            if len(published) >= samples:
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


async def _open(context: BrowserContext, url: str) -> Page:
    page = await context.new_page()
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
        context = await browser.new_context(viewport={"width": 1920, "height": 1080})
        page = await _open(context, f"http://127.0.0.1:{BARE_PORT}/")
        while len(numbers) < SAMPLES:
            await asyncio.sleep(0.1)
        found = await _latencies(page, numbers)
        await context.close()
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
        [*ours, "desk", *places],
        [*ours, "emulate", *places, "--pace", str(PACE)],
        *drivers,
    ]
