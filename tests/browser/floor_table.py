"""A baccarat table with its daemon and desk, people of its staff, and pages of the floor."""

import json
import re
import signal
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from threading import Event, Thread
from typing import Final

from playwright.async_api import Browser, Locator, Page, ViewportSize, expect

from controller.bus.desk_client import DeskClient
from controller.facts.board import Board
from controller.facts.cards import Card
from controller.facts.events import (
    BankAccepted,
    BetsClosed,
    CardDrawn,
    CollectionTaken,
    Event as Reported,
    RoundSettled,
    RulingGiven,
    ShoeLoaded,
)
from controller.facts.roles import DEMONSTRATION_FLOOR, DEMONSTRATION_TECHNICIAN, Role
from tests.browser.kiosk_page import EVENTUALLY_MS, WALL
from tests.browser.settled import settled
from tests.system.processes import TableOnTrial, short_folder, until
from tests.system.reporting import TrialDriver

# A signal makes every PIN given so far an old one, so that a test need not wait five minutes.
DAEMON: Final = """
import signal, time
from controller.people.sessions import Session
from controller.cli.main import main
aged = [float("-inf")]
Session.is_fresh = lambda self, now: self.since > aged[-1]
signal.signal(signal.SIGUSR1, lambda *_: aged.append(time.monotonic()))
main()
"""
# A driver that is not heard for four seconds is called silent.
SPEAKS_S: Final = 1.0
OF_SHOE: Final = ("card_drawn", "card_unreadable", "shoe_loaded")
PINS: Final[dict[str, tuple[Role, str]]] = {
    "Ann Lee": ("floor", "7392"),
    "Bo Chan": ("floor", "8461"),
    "Cy Diaz": ("dealer", "5927"),
}
HANDS: Final = ("9c Kc Kd 7c", "Kc 9c Qd Kh", "Ks Kd 7c 7d")
COUNT_TOUCHES: Final = """() => {
  window.touches = 0;
  const counts = (target) => target.closest("button") && !target.closest("[data-dialog=pin]");
  const count = ({ target }) => { window.touches += counts(target) ? 1 : 0; };
  document.addEventListener("click", count, true);
}"""


class FloorTable:
    """The table, and what its devices report."""

    def __init__(self, folder: Path) -> None:
        self.table = TableOnTrial(folder, "baccarat")
        text = self.table.file.read_text()
        # Nobody speaks for these devices between two reports.
        lasting = re.sub(r'(kind = "(?:shoe|entry-pad)")', r'\1\nwhen_lost = "go-on"', text)
        self.table.file.write_text(lasting)
        self.table.edit("[betting]\ntimer_s = 20\n\n", "")
        places = ("--table", str(self.table.file), "--run-dir", str(self.table.run))
        self.daemon = self.table.start_code(
            DAEMON, "daemon", *places, "--state-dir", str(self.table.state)
        )
        self.table.wait_for_board()
        desk = self.table.start("desk", "--verbose", *places)
        until(lambda: "desk on http" in desk.errors, "the desk")
        self._shoe = TrialDriver(self.table, "shoe-1", "shoe")
        self._pad = TrialDriver(self.table, "pad-1", "entry-pad")
        self._add_people()
        self.report(ShoeLoaded(decks=8), BankAccepted())

    def _technician(self) -> DeskClient:
        name, _role, pin = DEMONSTRATION_TECHNICIAN
        desk = DeskClient(self.table.run)
        desk.log_in(name, pin, "test")
        return desk

    def _add_people(self) -> None:
        desk = self._technician()
        for person, (role, own) in PINS.items():
            desk.add_person(person, role, own, "")

    def lock(self, person: str) -> None:
        """Keep a person out from now on, as a technician does."""
        self._technician().lock_person(person, "")

    def rulings(self) -> list[str]:
        """What was ruled so far, as the record has it."""
        bodies = (json.loads(row[-1]) for row in self.table.events())
        return [body["ruling"] for body in bodies if body["kind"] == "ruling_given"]

    def rulings_taken(self) -> int:
        """How many rulings were not refused by the rules."""
        refused = sum(b'"ruling_refused"' in body for body in self.table.decisions())
        return len(self.rulings()) - refused

    def report(self, *events: Reported) -> None:
        for event in events:
            driver = self._shoe if event.kind in OF_SHOE else self._pad
            driver.greet()
            driver.report(event)

    @contextmanager
    def heard(self) -> Iterator[None]:
        """The drivers are heard meanwhile, though they report nothing."""
        over = Event()
        speaking = Thread(target=self._speak, args=(over,))
        speaking.start()
        try:
            yield
        finally:
            over.set()
            speaking.join()

    def _speak(self, over: Event) -> None:
        while not over.wait(SPEAKS_S):
            self._shoe.greet()
            self._pad.greet()

    def calm(self) -> None:
        """Acknowledge what is wrong around the table, as a technician would."""
        desk, alarms = self._technician(), self.board.alarms
        for alarm in alarms.alarms if alarms else ():
            desk.acknowledge(alarm.number)

    def play(self, cards: str) -> None:
        """A whole hand, settled."""
        self.report(BetsClosed(), CollectionTaken())
        self.finish(cards)

    def finish(self, cards: str) -> None:
        """The cards that a hand still takes, and its settling."""
        self.report(*(CardDrawn(card=Card(code)) for code in cards.split()), RoundSettled())
        if self.board.offered:
            self.report(BankAccepted())

    def early_card(self, code: str = "5s") -> None:
        """A card leaves the shoe before the round is ready: the table holds."""
        self.report(CardDrawn(card=Card(code)))

    @property
    def board(self) -> Board:
        return self.table.wait_for_board()

    def resume(self) -> None:
        """End a hold as the floor would in a shell."""
        ruling = RulingGiven(by=DEMONSTRATION_FLOOR.person, ruling="resume")
        self.table.desk().submit(ruling)

    def age_pins(self) -> None:
        """From now on no PIN counts as just given."""
        self.daemon.send(signal.SIGUSR1)

    def is_held(self) -> bool:
        return self.board.hold is not None

    def marks(self) -> list[str]:
        shoe = self.board.shoe
        return [hand.mark for hand in shoe.hands] if shoe else []


class FloorOnTrial:
    """One person's page."""

    def __init__(self, page: Page, port: int) -> None:
        self.page = page
        self._origin = f"http://127.0.0.1:{port}"

    async def log_in(self, person: str, language: str = "en") -> None:
        cookie = {"name": "language", "value": language, "url": self._origin}
        await self.page.context.add_cookies([cookie])  # type: ignore[list-item]
        await self.page.goto(f"{self._origin}/log-in?to=/floor")
        await self.press(person)
        await self.give_pin(PINS[person][1])
        await self.page.wait_for_url("**/floor")
        await expect(self.page.locator("body[data-number]")).to_have_count(1, timeout=EVENTUALLY_MS)
        await self.page.evaluate(COUNT_TOUCHES)

    async def give_pin(self, pin: str) -> None:
        for key in (*pin, "enter"):
            await self.touch(self.page.locator(f'[data-key="{key}"]'))

    async def press(self, name: str) -> None:
        await self.touch(self.control(name))

    async def touch(self, node: Locator) -> None:
        """Touch what has stood still for the moment in which a control takes no touch."""
        await (await settled(node)).click(timeout=EVENTUALLY_MS)

    def control(self, name: str) -> Locator:
        return self.page.locator(f'[data-control="{name}"]')

    async def shows(self, selector: str, text: str) -> None:
        place = self.page.locator(selector).first
        await expect(place).to_contain_text(text, timeout=EVENTUALLY_MS)

    async def is_held(self, cause: str) -> None:
        await self.shows("[data-cause]", cause)

    async def rules(self, person: str) -> None:
        """Until the page knows that this person rules on the hold."""
        place = self.page.locator(f'[data-ruled-by="{person}"]')
        await expect(place).to_have_count(1, timeout=EVENTUALLY_MS)

    async def is_calm(self) -> None:
        held = self.page.locator("[data-cause]")
        await expect(held).to_have_count(0, timeout=EVENTUALLY_MS)

    async def touches(self) -> int:
        return int(await self.page.evaluate("window.touches"))


@asynccontextmanager
async def floor_table() -> AsyncIterator[FloorTable]:
    with short_folder() as folder:
        table = FloorTable(Path(folder))
        try:
            for cards in HANDS:
                table.play(cards)
            yield table
        finally:
            table.table.close()


@asynccontextmanager
async def floor_of(
    browser: Browser,
    table: FloorTable,
    person: str,
    language: str = "en",
    size: ViewportSize = WALL,
) -> AsyncIterator[FloorOnTrial]:
    context = await browser.new_context(viewport=size)
    try:
        floor = FloorOnTrial(await context.new_page(), table.table.desk_port)
        await floor.log_in(person, language)
        yield floor
    finally:
        await context.close()
