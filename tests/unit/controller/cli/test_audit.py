"""The command on a record that the real core decided, fair and with loaded dice."""

import json
import re
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from config.table import TABLES
from controller.daemon.keeper import Arrival, TableKeeper
from controller.facts.events import CardDrawn, DiceRead, Event, RulingGiven
from controller.families.opening import rules_of
from controller.families.tables import load_table
from controller.record.journal import Journal
from controller.simulate.faults import FaultInjector, rule_on
from controller.simulate.hands import SimulatedHands
from controller.table.shoe import copies_seen
from controller.table.state import TableState
from tests.command import Done, underfelt

SOURCES = {"card_drawn": "shoe-1", "card_unreadable": "shoe-1", "shoe_loaded": "shoe-1"}


class OneShoe:
    """Hands and their faults, drawing from one shoe: what came undue does not come again."""

    def __init__(self, hands: SimulatedHands, injector: FaultInjector) -> None:
        self._hands = hands
        self._injector = injector
        self._gone: list[Event] = []

    def next_event(self, state: TableState) -> Event:
        struck = self._injector.strike(state)
        if isinstance(struck, CardDrawn):
            if copies_seen(state.shoe, struck.card) == state.shoe.decks:
                return self._due(state)
            self._gone.append(struck)
        return struck or self._due(state)

    def _due(self, state: TableState) -> Event:
        event = self._hands.next_event(state)
        while event in self._gone:
            self._gone.remove(event)
            event = self._hands.next_event(state)
        return event


def same(event: Event) -> Event:
    return event


def play(
    folder: Path, game: str, events: int, faults: str = "", change: Callable[[Event], Event] = same
) -> Path:
    """Play a table of the shipped files into a record, two seconds an event."""
    rules = rules_of(load_table(TABLES / f"emulated-{game}.toml"))
    hands = SimulatedHands(5, rules.game.cards.decks[1])
    injector = FaultInjector(tuple(faults.split(",")) if faults else (), seed=5, rate=0.02)
    shoe = OneShoe(hands, injector)
    with Journal.open(folder / "journal.sqlite") as journal:
        keeper = TableKeeper(rules, journal, partial(next, iter(range(0, 10**9, 2000))))
        for _ in range(events):
            keeper.admit([arrival(keeper, shoe, change)])
    return folder


def arrival(keeper: TableKeeper, shoe: OneShoe, change: Callable[[Event], Event]) -> Arrival:
    state = keeper.state
    if state.hold:
        ruling = rule_on(state)
        return Arrival(f"desk:{ruling.by}", ruling)
    event = change(shoe.next_event(state))
    source = "dice-cup-1" if event.kind.startswith("dice") else SOURCES.get(event.kind, "pad-1")
    return Arrival(source, event)


@pytest.fixture(scope="module")
def baccarat(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("baccarat")
    return play(folder, "baccarat", 4500, "extra-card,unreadable-card")


def audit(*arguments: object) -> Done:
    return underfelt("audit", *map(str, arguments))


def test_a_fair_table_is_told_in_sentences_first_and_then_in_tables(baccarat: Path) -> None:
    done = audit(baccarat)
    assert (done.returncode, done.stderr) == (0, "")
    first, *_ = done.stdout.splitlines()
    assert re.fullmatch(r"None of \d+ tests finds what chance does not explain", first)
    assert "cards left the shoe without being due" in done.stdout
    assert re.search(r"^ {2}simulated supervisor +void round +\d+$", done.stdout, re.MULTILINE)
    assert "\x1b" not in done.stdout


def test_json_has_everything_and_counts_as_the_record_does(baccarat: Path) -> None:
    report = json.loads(audit(baccarat, "--json").stdout)
    with Journal.open_for_reading(baccarat / "journal.sqlite") as journal:
        rows = list(journal.rows())
    drawn = sum(b'"kind":"card_drawn"' in row.body for row in rows)
    unread = sum(b'"kind":"card_unreadable"' in row.body for row in rows)
    closed = sum(b'"kind":"round_closed"' in row.body for row in rows)
    ruled = sum(b'"kind":"ruling_given"' in row.body for row in rows)
    [device] = report["misreads"]["devices"]
    assert (device["reads"], device["misreads"]) == (drawn + unread, unread)
    assert report["tempo"]["rounds"] == closed
    assert sum(each["count"] for each in report["incidents"]["rulings"]) == ruled > 0
    assert sum(shoe["drawn"] for shoe in report["shoes"]) == drawn + unread


@pytest.mark.parametrize("language", ["en", "zh-Hans", "zh-Hant", "vi"])
def test_the_page_stands_alone_and_has_every_section(
    baccarat: Path, tmp_path: Path, language: str
) -> None:
    page = tmp_path / "audit.html"
    assert audit(baccarat, "--html", page, "--lang", language).returncode == 0
    text = page.read_text(encoding="utf-8")
    assert "<svg" in text
    assert "audit-" not in text
    assert not re.search(r"<script|src=|href=|https?://", text)
    assert text.count("<section>") == text.count("</section>") >= 7


def test_loaded_dice_end_the_command_with_1_and_their_name(tmp_path: Path) -> None:
    throws = iter(range(10**9))

    def load(event: Event) -> Event:
        if not isinstance(event, DiceRead) or next(throws) % 8:
            return event
        return DiceRead(dice=(6, *event.dice[1:]))

    done = audit(play(tmp_path, "fortune", 9000, change=load))
    assert done.returncode == 1
    assert re.search(
        r"^Faces of one die, dice-cup-1 1: chance .*; most off is 6,", done.stdout, re.MULTILINE
    )


def test_a_card_that_the_decks_do_not_hold_is_named_with_its_row(tmp_path: Path) -> None:
    played = play(tmp_path, "baccarat", 60)
    with Journal.open(played / "journal.sqlite") as journal:
        keeper = TableKeeper(rules_of(load_table(TABLES / "emulated-baccarat.toml")), journal)
        for _ in range(9):
            card = CardDrawn.model_validate({"card": "7h"}, strict=False)
            keeper.admit([Arrival("shoe-1", card)])
            keeper.admit([Arrival("desk:Ann", RulingGiven(by="Ann", ruling="void-round"))])
    done = audit(played)
    assert done.returncode == 1
    assert re.search(
        r"^7♥ left shoe 1 \d+ times, its decks hold 8; see row \d+$", done.stdout, re.M
    )


def test_what_is_not_there_is_one_line_with_its_remedy(tmp_path: Path) -> None:
    done = audit(tmp_path)
    assert done.returncode == 2
    assert re.fullmatch(r"error: [^\n]+; [^\n]+\n", done.stderr)


def test_a_page_that_cannot_be_written_names_its_option(baccarat: Path, tmp_path: Path) -> None:
    done = audit(baccarat, "--html", tmp_path / "nowhere" / "audit.html")
    assert (done.returncode, "--html" in done.stderr) == (2, True)
