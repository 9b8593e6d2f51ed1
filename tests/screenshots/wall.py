"""Pictures of the floor's wall: a real store of played tables, and the wall over it."""

import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from playwright.sync_api import Browser, Page

from tests.browser.wall_floor import PEOPLE, ServedWall, fill, heard, served_wall, twelve

# Whatever has only just appeared takes no touch.
SETTLE_MS: Final = 400
SIZES: Final = {"landscape": (1920, 1080), "portrait": (1080, 1920)}
# The controls that lead to each scene, and what is there then.
SCENES: Final[dict[str, tuple[tuple[str, ...], str]]] = {
    "tables": ((), ".tile"),
    "table": (("table-oaks/table-7",), "[data-read]"),
    "report": (("view-report", "hours-8"), "[data-report]"),
    "search": (("view-search", "find"), "[data-found]"),
}


class WallShot(NamedTuple):
    """One picture: a scene, how the screen is turned, in which language."""

    scene: str
    turned: str = "landscape"
    language: str = "en"

    @property
    def name(self) -> str:
        """The same name at every run."""
        return f"wall-{self.scene}-{self.turned}-dark-{self.language}.webp"


SHOTS: Final = (
    WallShot("tables"),
    WallShot("tables", "portrait", "zh-Hans"),
    WallShot("table"),
    WallShot("report"),
)


def shoot_wall(
    browser: Browser, wanted: Sequence[WallShot], keep: Callable[[Page, str], None]
) -> None:
    """Fill a store with twelve played tables and take the pictures."""
    with tempfile.TemporaryDirectory(prefix="uf-") as folder:
        url = f"sqlite:{Path(folder) / 'floor.sqlite'}"
        fill(url, twelve())
        with served_wall(Path(folder), url) as wall:
            for shot in wanted:
                heard(url)
                _shoot(browser, wall, shot, keep)


def _shoot(
    browser: Browser, wall: ServedWall, shot: WallShot, keep: Callable[[Page, str], None]
) -> None:
    width, height = SIZES[shot.turned]
    context = browser.new_context(viewport={"width": width, "height": height})
    context.add_cookies([{"name": "language", "value": shot.language, "url": wall.origin}])
    page = context.new_page()
    page.goto(f"{wall.origin}/log-in?to=/wall")
    _touch(page, f'[data-control="{PEOPLE[0].person}"]')
    for key in (*PEOPLE[0].pin, "enter"):
        _touch(page, f'[data-key="{key}"]')
    page.wait_for_url("**/wall")
    controls, there = SCENES[shot.scene]
    for control in controls:
        _touch(page, f'[data-control="{control}"]')
    page.wait_for_selector(there)
    page.wait_for_timeout(2 * SETTLE_MS)
    keep(page, shot.name)
    context.close()


def _touch(page: Page, selector: str) -> None:
    page.wait_for_selector(selector)
    page.wait_for_timeout(SETTLE_MS)
    page.click(selector)
