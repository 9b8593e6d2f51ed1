"""A room that asks for more than a PIN, in a real Chromium: a code, a badge, and neither."""

import os
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.async_api import Browser, expect

from controller.bus.desk_client import DeskClient
from controller.facts.roles import DEMONSTRATION_DEALER, DEMONSTRATION_TECHNICIAN
from controller.people.one_time_code import code_at
from tests.browser.desk_page import DeskOnTrial, PersonAtDesk, desk_of, person_at
from tests.browser.kiosk_page import EVENTUALLY_MS, IN_CHROMIUM
from tests.unit.controller.desk.test_typed_keys import typed

pytestmark = [
    *IN_CHROMIUM,
    pytest.mark.skipif(os.geteuid() != 0, reason="the first badge is given from a root shell"),
]
TOM, DEALER = DEMONSTRATION_TECHNICIAN, DEMONSTRATION_DEALER.person
BADGE = ";6045780012345678?"
# The kernel's grab is for input devices; the reader of this test is a pipe with the same bytes.
DESK = """
from controller.desk import badge_reader
badge_reader.grab = lambda descriptor: None
from controller.cli.main import main
main()
"""


def enrol(desk: DeskOnTrial, badge: str | None) -> str:
    client = DeskClient(desk.table.run)
    client.log_in("root", None, "test", emergency=True)
    return client.enrol_person(TOM.person, badge, "").app_address


async def lock_the_dealer(person: PersonAtDesk) -> None:
    """What changes the staff asks for PIN and proof."""
    await person.press(person.control("sheet-staff"))
    await person.press(person.control(f"lock-{DEALER}"))
    await person.press(person.page.locator('[data-dialog="confirm"] [data-answer="alarm"]'))
    await person.type_pin(TOM.pin)
    await expect(person.page.locator('[data-dialog="proof"]')).to_have_count(
        1, timeout=EVENTUALLY_MS
    )


def changes(desk: DeskOnTrial) -> int:
    return desk.kinds().count("staff_changed")


async def test_a_code_of_an_app_is_asked_for_and_a_wrong_or_missing_one_does_nothing(
    browser: Browser,
) -> None:
    async with desk_of(added='second = "totp"') as desk, person_at(desk, browser) as tom:
        secret = parse_qs(urlsplit(enrol(desk, None)).query)["secret"][0]
        await tom.log_in(TOM, "/technician")
        before = changes(desk)
        await lock_the_dealer(tom)
        await tom.press(tom.page.locator('[data-dialog="proof"] [data-answer="no"]'))
        await expect(tom.page.locator("dialog")).to_have_count(0)
        await lock_the_dealer(tom)
        await tom.type_pin("000000")
        await tom.says("That does not prove Demo Technician")
        assert changes(desk) == before
        await lock_the_dealer(tom)
        await tom.type_pin(code_at(secret, int(time.time()) // 30))
        await desk.recorded("staff_changed", before + 1)


async def test_a_badge_typed_into_the_page_proves(browser: Browser) -> None:
    async with desk_of(added='second = "badge"') as desk, person_at(desk, browser) as tom:
        enrol(desk, BADGE)
        await tom.log_in(TOM, "/technician")
        before = changes(desk)
        await lock_the_dealer(tom)
        await tom.page.keyboard.type(";9999?")
        await tom.page.keyboard.press("Enter")
        await tom.says("That does not prove Demo Technician")
        assert changes(desk) == before
        await lock_the_dealer(tom)
        await tom.page.keyboard.type(BADGE)
        await tom.page.keyboard.press("Enter")
        await desk.recorded("staff_changed", before + 1)


@pytest.fixture
def pipe() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(dir="/dev/shm", prefix="uf-") as folder:
        path = Path(folder) / "event-kbd"
        os.mkfifo(path)
        yield path


async def test_a_badge_at_the_reader_of_this_machine_proves(browser: Browser, pipe: Path) -> None:
    added = f'second = "badge"\nbadge_reader = "{pipe}"'
    async with desk_of(added=added, code=DESK) as desk, person_at(desk, browser) as tom:
        enrol(desk, BADGE)
        reader = os.open(pipe, os.O_WRONLY)
        await tom.log_in(TOM, "/technician")
        before = changes(desk)
        os.write(reader, typed(BADGE))
        await lock_the_dealer(tom)
        os.write(reader, typed(";9999?", at=10))
        await tom.says("That does not prove Demo Technician")
        assert changes(desk) == before
        await lock_the_dealer(tom)
        os.write(reader, typed(BADGE, at=20))
        await desk.recorded("staff_changed", before + 1)
        os.close(reader)
