"""`make screenshots`: plays emulated tables and takes a picture of every screen for the docs."""

import base64
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import Browser, Error, Page, sync_playwright

from controller.facts.board import Board
from controller.web.page_keys import PAD_VARIABLE
from tests.screenshots import boards, floor, technician, wall
from tests.screenshots.staged_table import QUICK, SLOW, StagedTable, StagingError

OUT = Path(__file__).parents[2] / "docs" / "screenshots"
SIZES = {"landscape": (1920, 1080), "portrait": (1080, 1920)}
SCREENS = ("kiosk", "payout", "sign", "tower", "scorecard", "idle", "start")
LOOKS = (("dark", "en"), ("bright", "en"), ("dark", "zh-Hans"))
# Tables beside baccarat: what their kiosk shows after so many rounds.
OTHERS = ("supreme",)
# Other screens of a game played at seats.
MORE = (("pan9", "tower", "portrait"), ("pan9", "scorecard", "landscape"))
ON_ROADS = ("baccarat", "by-hand", "supreme")
HANDS = 46
ROUNDS = 20
MOST_BYTES = 5_000_000
QUALITY = 74
PATIENCE_MS = 60_000
SETTLE_S = 1.5
DRAWN_IN_ITS_FACES = """() => document.fonts.ready
  .then(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  .then(() => document.fonts.ready).then(() => true)"""
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]


class Shot(NamedTuple):
    """One picture: which screen of which table, how it is turned, coloured and worded."""

    table: str
    screen: str
    turned: str = "landscape"
    theme: str = "dark"
    language: str = "en"

    @property
    def name(self) -> str:
        """The same name at every run."""
        return f"{self.screen}-{self.table}-{self.turned}-{self.theme}-{self.language}.webp"

    @property
    def path(self) -> str:
        """The page and its options."""
        page = "" if self.screen == "kiosk" else self.screen
        key = os.environ[PAD_VARIABLE]
        return f"/{page}?theme={self.theme}&lang={self.language}&key={key}"


def shots() -> Iterator[Shot]:
    """Every picture of the docs."""
    for turned in SIZES:
        for screen in SCREENS:
            for theme, language in LOOKS if screen == "kiosk" else LOOKS[:1]:
                yield Shot("baccarat", screen, turned, theme, language)
    for table in OTHERS:
        for turned in SIZES:
            yield Shot(table, "kiosk", turned)
    yield from (Shot(*each) for each in MORE)
    for turned in SIZES:
        yield Shot("by-hand", "dealer", turned)


def main(words: Sequence[str]) -> int:
    """Take the pictures whose name holds one of the words, or all."""
    wanted = [shot for shot in shots() if _is_wanted(shot.name, words)]
    of_boards = [shot for shot in boards.SHOTS if _is_wanted(shot.name, words)]
    of_floor = [shot for shot in floor.SHOTS if _is_wanted(shot.name, words)]
    of_technician = [shot for shot in technician.SHOTS if _is_wanted(shot.name, words)]
    of_wall = [shot for shot in wall.SHOTS if _is_wanted(shot.name, words)]
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if chromium is None or not (wanted or of_boards or of_floor or of_technician or of_wall):
        missing = "no chromium on this machine; install the package chromium"
        print(f"error: {'no picture of that name' if chromium else missing}", file=sys.stderr)
        return 2
    OUT.mkdir(parents=True, exist_ok=True)
    troubles: list[str] = []
    if of_boards:
        boards.shoot_boards(chromium, FLAGS, of_boards, _write)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        for table, group in groupby(wanted, key=lambda shot: shot.table):
            troubles += _shoot_table(browser, table, list(group))
        if of_floor:
            floor.shoot_floor(browser, of_floor, _keep)
        if of_technician:
            technician.shoot_technician(browser, of_technician, _keep)
        if of_wall:
            wall.shoot_wall(browser, of_wall, _keep)
        browser.close()
    return _report(troubles)


def _is_wanted(name: str, words: Sequence[str]) -> bool:
    return not words or any(word in name for word in words)


def _shoot_table(browser: Browser, name: str, wanted: Sequence[Shot]) -> list[str]:
    with tempfile.TemporaryDirectory(prefix="uf-") as folder:
        table = StagedTable(name, Path(folder))
        try:
            _stage(table)
            return [trouble for shot in wanted if (trouble := _shoot(browser, table, shot))]
        except StagingError as error:
            return [str(error)]
        finally:
            table.stop()


def _stage(table: StagedTable) -> None:
    """Play quickly until there is something to see, then as people do."""
    print(f"{table.name}: playing an emulated table on port {table.port}", flush=True)
    table.start()
    table.play(QUICK)
    if table.name in ON_ROADS:
        table.wait_for(
            lambda board: board.shoe is not None and len(board.shoe.hands) >= HANDS,
            f"{HANDS} hands of a shoe",
        )
    else:
        table.wait_for(lambda board: board.round > ROUNDS, f"{ROUNDS} rounds")
    table.play(SLOW)
    table.wait_for(lambda board: bool(board.bank), "the bank")
    table.calm()


def _shoot(browser: Browser, table: StagedTable, shot: Shot) -> str:
    """Take one picture; say what hindered it, or nothing."""
    width, height = SIZES[shot.turned]
    page = browser.new_page(viewport={"width": width, "height": height})
    try:
        port = table.desk_port if shot.screen == "dealer" else table.port
        answer = page.goto(f"http://127.0.0.1:{port}{shot.path}", timeout=PATIENCE_MS)
        if answer is None or not answer.ok:
            return f"{shot.name}: the scoreboard does not serve {shot.path}"
        has_roads = table.name in ON_ROADS
        table.wait_for(lambda board: bool(board.bank and (has_roads or _is_full(board))), "hands")
        time.sleep(SETTLE_S)
        _keep(page, shot.name)
    except Error as error:
        return f"{shot.name}: {error.message.splitlines()[0]}"
    finally:
        page.close()
    return ""


def _is_full(board: Board) -> bool:
    """Everything lies on the table: hands, what they count, and who has the action."""
    return bool(board.hands) and board.phase == "settling"


def _keep(page: Page, name: str) -> None:
    _write(_picture(page), name)


def _write(content: bytes, name: str) -> None:
    (OUT / name).write_bytes(content)
    print(f"  {name}  {len(content) // 1024} kB", flush=True)


def _picture(page: Page) -> bytes:
    # What has only just been drawn may ask for a face that is not there yet.
    page.evaluate(DRAWN_IN_ITS_FACES)
    session = page.context.new_cdp_session(page)
    options = {"format": "webp", "quality": QUALITY}
    answer = session.send("Page.captureScreenshot", options)
    return base64.b64decode(answer["data"])


def _report(troubles: list[str]) -> int:
    pictures = sorted(OUT.glob("*.webp"))
    total = sum(path.stat().st_size for path in pictures)
    print(f"{len(pictures)} pictures in {OUT.name}, {total / 1e6:.1f} MB")
    if total > MOST_BYTES:
        troubles.append(f"{total} bytes are more than {MOST_BYTES}; lower QUALITY or take fewer")
    for trouble in troubles:
        print(f"error: {trouble}", file=sys.stderr)
    return 1 if troubles else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
