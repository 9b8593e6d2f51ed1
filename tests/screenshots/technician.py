"""Pictures of the technician's page: an emulated table with a silent pad, and lamps on trial."""

import tempfile
from collections.abc import Callable, Sequence
from itertools import groupby
from pathlib import Path
from typing import Final, NamedTuple

from playwright.sync_api import Browser, Page

from controller.facts.roles import DEMONSTRATION_TECHNICIAN
from tests.browser.technician_table import TechnicianTable

# Whatever has only just appeared takes no touch.
SETTLE_MS: Final = 400
PATIENCE_MS: Final = 60_000
SIZES: Final = {"landscape": (1920, 1080), "portrait": (1080, 1920), "small": (800, 480)}
# The controls that lead to each scene, and what is there when it is reached.
SCENES: Final[dict[str, tuple[tuple[str, ...], str]]] = {
    "lost": ((), ".alarm[data-priority=high]"),
    "findings": (("sheet-findings",), ".finding[data-verdict=bad]"),
    "test": (("try-lamps-1", "yes", "light-3"), ".heard time"),
    "camera": (("try-shoe-1", "yes"), ".camera[data-view]:not([data-blind])"),
}


class TechnicianShot(NamedTuple):
    """One picture: a scene, how the screen is turned, in which language."""

    scene: str
    turned: str = "landscape"
    language: str = "en"

    @property
    def name(self) -> str:
        """The same name at every run."""
        return f"technician-{self.scene}-baccarat-{self.turned}-dark-{self.language}.webp"


SHOTS: Final = (
    TechnicianShot("lost"),
    TechnicianShot("lost", "small", "vi"),
    TechnicianShot("findings"),
    TechnicianShot("findings", "portrait", "zh-Hans"),
    TechnicianShot("test"),
    TechnicianShot("test", "portrait"),
    TechnicianShot("camera", "small"),
    TechnicianShot("camera", "portrait", "zh-Hans"),
)


def shoot_technician(
    browser: Browser, wanted: Sequence[TechnicianShot], keep: Callable[[Page, str], None]
) -> None:
    """Take the pictures: the pad is lost first; lamps are tried when it is back."""
    seen = [shot for shot in wanted if shot.scene == "camera"]
    others = [shot for shot in wanted if shot.scene != "camera"]
    if others:
        _shoot_at("baccarat", browser, others, keep)
    if seen:
        _shoot_at("cameras", browser, seen, keep)


def _shoot_at(
    game: str,
    browser: Browser,
    wanted: Sequence[TechnicianShot],
    keep: Callable[[Page, str], None],
) -> None:
    with tempfile.TemporaryDirectory(prefix="uf-") as folder:
        table = TechnicianTable(Path(folder), game)
        try:
            # The pad is lost, for all but the scenes that try something.
            if any(shot.scene != "camera" for shot in wanted):
                table.silence("pad-1")
            for scene, shots in groupby(wanted, key=lambda shot: shot.scene):
                if scene == "test":
                    table.mend("pad-1")
                for shot in shots:
                    _shoot(browser, table, shot, keep)
        finally:
            table.table.close()


def _shoot(
    browser: Browser,
    table: TechnicianTable,
    shot: TechnicianShot,
    keep: Callable[[Page, str], None],
) -> None:
    width, height = SIZES[shot.turned]
    context = browser.new_context(viewport={"width": width, "height": height})
    origin = f"http://127.0.0.1:{table.table.desk_port}"
    context.add_cookies([{"name": "language", "value": shot.language, "url": origin}])
    page = context.new_page()
    page.set_default_timeout(PATIENCE_MS)
    person, _role, pin = DEMONSTRATION_TECHNICIAN
    page.goto(f"{origin}/log-in?to=/technician")
    controls, sign = SCENES[shot.scene]
    for name in (person, *pin, "enter", *controls):
        _touch(page, name)
    page.wait_for_selector(sign)
    page.wait_for_timeout(3 * SETTLE_MS)
    keep(page, shot.name)
    if any(name.startswith("try-") for name in controls):
        _touch(page, "end-test")
        page.wait_for_selector("[data-control^=try-]")
    context.close()


def _touch(page: Page, name: str) -> None:
    """A control, a key of the PIN, or the answer to a question, by its name."""
    kinds = ("control", "key", "answer")
    selector = ", ".join(f'[data-{kind}="{name}"]' for kind in kinds)
    page.wait_for_selector(selector)
    page.wait_for_timeout(SETTLE_MS)
    page.click(selector)
