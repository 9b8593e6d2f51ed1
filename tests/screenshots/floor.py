"""Pictures of the floor's page: a real daemon and desk, and devices that report for the scene."""

import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from time import sleep
from typing import Final, NamedTuple

from playwright.sync_api import Browser, Page

from controller.facts.cards import Card
from controller.facts.events import BetsClosed, CardDrawn, CardUnreadable, CollectionTaken
from tests.browser.floor_table import PINS, FloorTable

PERSON: Final = "Ann Lee"
# Whatever has only just appeared takes no touch.
SETTLE_MS: Final = 400
# What is wrong around a table is an alarm when it has lasted.
CALM_AFTER_S: Final = 12.0
PATIENCE_MS: Final = 60_000
HANDS: Final = tuple(
    hand.replace("x", suit)
    for suit in "cdhs"
    for hand in ("9x Kx Kx 7x", "Kx 9x Qx Kx", "Jx Tx 7x 7x", "6x 9x Jx Kx", "8x 2x Qx 5x")
)
SIZES: Final = {"landscape": (1920, 1080), "portrait": (1080, 1920)}


class FloorShot(NamedTuple):
    """One picture: a scene, how the screen is turned, in which language."""

    scene: str
    turned: str = "landscape"
    language: str = "en"

    @property
    def name(self) -> str:
        """The same name at every run."""
        return f"floor-{self.scene}-baccarat-{self.turned}-dark-{self.language}.webp"


# The controls that lead to each scene.
SCENES: Final[dict[str, tuple[str, ...]]] = {
    "hands": ("view-hands", "hand-3", "correct-hand", "winner-B"),
    "history": ("view-history", "group-all"),
    "shift": ("view-shift", "hours-4"),
    "hold": (),
    "naming": ("name-7",),
}
SHOTS: Final = (
    FloorShot("hands"),
    FloorShot("history", "portrait"),
    FloorShot("shift", "portrait"),
    FloorShot("shift", "landscape", "zh-Hant"),
    FloorShot("hold"),
    FloorShot("hold", "portrait", "zh-Hans"),
    FloorShot("naming", "portrait"),
)


def shoot_floor(
    browser: Browser, wanted: Sequence[FloorShot], keep: Callable[[Page, str], None]
) -> None:
    """Take the pictures; scenes come in the order in which the table gets there."""
    with tempfile.TemporaryDirectory(prefix="uf-") as folder:
        table = FloorTable(Path(folder))
        try:
            for cards in HANDS:
                table.play(cards)
            with table.heard():
                sleep(CALM_AFTER_S)
            table.calm()
            for scene, shots in _by_scene(wanted):
                _stage(table, scene)
                for shot in shots:
                    with table.heard():
                        _shoot(browser, table, shot, keep)
        finally:
            table.table.close()


def _by_scene(wanted: Sequence[FloorShot]) -> Iterator[tuple[str, list[FloorShot]]]:
    for scene in SCENES:
        shots = [shot for shot in wanted if shot.scene == scene]
        if shots:
            yield scene, shots


def _stage(table: FloorTable, scene: str) -> None:
    if scene == "hold":
        table.early_card()
    elif scene == "naming":
        if table.is_held():
            table.resume()
        table.report(BetsClosed(), CollectionTaken(), CardDrawn(card=Card("5s")))
        table.report(CardUnreadable(reason="unread"))


def _shoot(
    browser: Browser, table: FloorTable, shot: FloorShot, keep: Callable[[Page, str], None]
) -> None:
    width, height = SIZES[shot.turned]
    context = browser.new_context(viewport={"width": width, "height": height})
    origin = f"http://127.0.0.1:{table.table.desk_port}"
    context.add_cookies([{"name": "language", "value": shot.language, "url": origin}])
    page = context.new_page()
    page.set_default_timeout(PATIENCE_MS)
    page.goto(f"{origin}/log-in?to=/floor")
    for name in (f'[data-control="{PERSON}"]', *_keys(PINS[PERSON][1])):
        _touch(page, name)
    page.wait_for_url("**/floor")
    page.wait_for_selector("[data-hold]" if table.is_held() else '[data-control="view-now"]')
    for control in SCENES[shot.scene]:
        _touch(page, f'[data-control="{control}"]')
    page.wait_for_timeout(3 * SETTLE_MS)
    keep(page, shot.name)
    context.close()


def _keys(pin: str) -> Iterator[str]:
    for key in (*pin, "enter"):
        yield f'[data-key="{key}"]'


def _touch(page: Page, selector: str) -> None:
    page.wait_for_selector(selector)
    page.wait_for_timeout(SETTLE_MS)
    page.click(selector)
