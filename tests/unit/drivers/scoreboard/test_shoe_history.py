"""Earlier shoes: what the record's decisions make of them, and how they are read and served."""

import asyncio
from collections.abc import Iterator

import pytest
from aiohttp.test_utils import TestClient, TestServer

from config.table import TABLES
from controller.bus.client import DeskError
from controller.bus.messages import Entry
from controller.facts.board import HandMark
from controller.facts.decisions import (
    Decision,
    HandCorrected,
    HandTakenBack,
    OutcomeDecided,
    RoundClosed,
    RoundVoided,
    ShoeEnded,
    ShoeStarted,
)
from controller.families.opening import closed_table, opening_event, rules_of
from controller.families.tables import load_table
from controller.simulate.faults import FaultInjector, rule_on
from controller.simulate.hands import SimulatedHands
from controller.table.advance import advance
from controller.table.board_of import board_of
from controller.table.state import TableState
from drivers.scoreboard.app import make_app
from drivers.scoreboard.hub import Hub
from drivers.scoreboard.road_view import ShoeRoads
from drivers.scoreboard.shoe_cards import MOST_SHOES, ShoeShelf, marking_of
from drivers.scoreboard.shoe_history import ROWS_AT_ONCE, ShoeHistory
from drivers.scoreboard.view import public_view

SUPREME = load_table(TABLES / "emulated-supreme.toml")
MARKING = marking_of(SUPREME.game, "stay")


def outcome(mark: str, number: int = 1, is_free: bool = False) -> OutcomeDecided:
    winner = {"P": "player", "B": "banker", "T": "tie"}[mark[0]]
    return OutcomeDecided(
        round=number,
        winner=winner,  # type: ignore[arg-type]
        player=(),
        banker=(),
        player_total=None,
        banker_total=None,
        mark=mark,
        is_free=is_free,
    )


def entries(*decisions: Decision) -> list[Entry]:
    return [
        Entry(number=number, at_ms=number * 1000, source="daemon", decision=decision)
        for number, decision in enumerate(decisions, start=1)
    ]


def shelf(*decisions: Decision) -> ShoeShelf:
    taken = ShoeShelf(MARKING)
    for entry in entries(*decisions):
        taken.take(entry)
    return taken


def hands_of(taken: ShoeShelf, number: int = 1) -> list[str]:
    card = taken.card(number)
    assert card is not None
    return [hand.mark for hand in card.hands]


START = ShoeStarted(shoe=1, decks=8)
CLOSED = RoundClosed(round=1)


def test_a_hand_counts_once_its_round_is_closed() -> None:
    assert hands_of(shelf(START, outcome("P"))) == []
    assert hands_of(shelf(START, outcome("P"), CLOSED, outcome("Bn"), CLOSED)) == ["P", "Bn"]


def test_a_voided_round_leaves_no_hand() -> None:
    voided = RoundVoided(round=1, by="Ann")
    assert hands_of(shelf(START, outcome("P"), voided, CLOSED)) == []


def test_a_free_hand_needs_no_round() -> None:
    card = shelf(START, outcome("T", is_free=True)).card(1)
    assert card is not None
    assert [hand.is_free for hand in card.hands] == [True]


@pytest.mark.parametrize(("number", "marks"), [(1, ["T", "B"]), (2, ["P", "T"]), (3, ["P", "B"])])
def test_a_corrected_hand_is_shown_as_corrected(number: int, marks: list[str]) -> None:
    corrected = HandCorrected(
        shoe=1, hand=number, before=outcome("P"), after=outcome("T"), by="Ann"
    )
    played = (START, outcome("P"), CLOSED, outcome("B"), CLOSED, outcome("P"), corrected)
    assert hands_of(shelf(*played)) == marks
    assert hands_of(shelf(*played, CLOSED))[number - 1] == "T"


@pytest.mark.parametrize(("number", "marks"), [(1, ["B", "P"]), (2, ["P", "P"]), (3, ["P", "B"])])
def test_a_hand_taken_back_is_gone(number: int, marks: list[str]) -> None:
    taken = HandTakenBack(shoe=1, hand=number, taken=outcome("P"), by="Ann")
    played = (START, outcome("P"), CLOSED, outcome("B"), CLOSED, outcome("P"), taken, CLOSED)
    assert hands_of(shelf(*played)) == marks


def test_shoes_are_listed_with_their_times() -> None:
    ended = ShoeEnded(shoe=1, hands=1)
    known = shelf(START, outcome("P"), CLOSED, ended, ShoeStarted(shoe=2, decks=6))
    first, second = known.lines()
    assert (first.number, first.hands, first.started_ms, first.ended_ms) == (1, 1, 1000, 4000)
    assert (second.number, second.hands, second.ended_ms) == (2, 0, None)
    assert known.card(3) is None


def test_a_shoe_that_began_before_the_first_row_is_not_told_by_halves() -> None:
    assert shelf(outcome("P"), CLOSED, ShoeEnded(shoe=4, hands=30)).lines() == ()


def test_only_the_last_shoes_are_kept() -> None:
    started = [ShoeStarted(shoe=number, decks=8) for number in range(1, MOST_SHOES + 11)]
    numbers = [line.number for line in shelf(*started).lines()]
    assert numbers == list(range(11, MOST_SHOES + 11))


def simulated(seed: int, faults: tuple[str, ...]) -> Iterator[tuple[TableState, Decision]]:
    """Play a table for ever; each decision comes with the state it led to."""
    rules = rules_of(SUPREME)
    hands, injector = SimulatedHands(seed, 8), FaultInjector(faults, seed)
    state, decisions = advance(closed_table(rules), opening_event(rules))
    while True:
        yield from ((state, decision) for decision in decisions)
        event = rule_on(state) if state.hold else injector.strike(state)
        state, decisions = advance(state, event or hands.next_event(state))


@pytest.mark.parametrize("faults", [(), ("extra-card", "unreadable-card", "wrong-key")])
def test_the_record_gives_the_same_shoes_as_the_board(faults: tuple[str, ...]) -> None:
    known, rounds, seen = ShoeShelf(MARKING), 0, set()
    for state, decision in simulated(7, faults):
        known.take(Entry(number=1, at_ms=0, source="daemon", decision=decision))
        seen.add(decision.kind)
        if not isinstance(decision, RoundClosed):
            continue
        rounds += 1
        if rounds % 25 == 0 and not state.shoe.ended:
            shoe = public_view(board_of(state, 1), ShoeRoads()).shoe
            card = known.card(state.shoe.number)
            assert shoe is not None
            assert card is not None
            assert (card.roads, card.figures) == (shoe.roads, shoe.figures)
        if rounds == 300:
            break
    assert ("round_voided" in seen) == bool(faults)
    assert len(known.lines()) > 2


class Record:
    """Answers from a list of rows, as the desk does."""

    def __init__(self, rows: list[Entry]) -> None:
        self.rows = rows
        self.asked: list[int] = []
        self.is_there = True

    def history(self, after: int, limit: int = 500) -> tuple[Entry, ...]:
        self.asked.append(after)
        if not self.is_there:
            raise DeskError("the daemon does not answer")
        return tuple(row for row in self.rows if row.number > after)[:limit]


def played(hands: int) -> list[Entry]:
    decisions: list[Decision] = [START]
    for number in range(1, hands + 1):
        decisions += [outcome("B", number), RoundClosed(round=number)]
    return entries(*decisions)


async def test_reads_the_record_page_by_page_and_then_only_what_is_new() -> None:
    record = Record(played(ROWS_AT_ONCE))
    history = ShoeHistory(record, MARKING)
    await history.catch_up(len(record.rows))
    assert record.asked == [0, ROWS_AT_ONCE, 2 * ROWS_AT_ONCE]
    card = history.card(1, None)
    assert card is not None
    assert card.figures.hands == ROWS_AT_ONCE
    await history.catch_up(len(record.rows))
    assert len(record.asked) == 3


async def test_a_silent_desk_leaves_what_is_known_and_is_asked_again() -> None:
    record = Record(played(3))
    history = ShoeHistory(record, MARKING)
    await history.catch_up(7)
    record.is_there = False
    await history.catch_up(11)
    assert history.shoes(None).shoes[0].hands == 3
    record.rows = played(5)
    record.is_there = True
    await history.catch_up(11)
    assert history.shoes(None).shoes[0].hands == 5


async def test_a_shoe_is_not_told_before_all_its_rows_are_read() -> None:
    record = Record(played(2)[:3])
    history = ShoeHistory(record, MARKING)
    await history.catch_up(5)
    assert (history.shoes(None).shoes, history.card(1, None)) == ((), None)
    assert history.is_reading
    record.rows = played(2)
    await history.catch_up(5)
    assert history.shoes(None).shoes[0].hands == 2
    assert not history.is_reading


async def test_a_shorter_record_is_read_anew() -> None:
    record = Record(played(9))
    history = ShoeHistory(record, MARKING)
    await history.catch_up(19)
    record.rows = played(2)
    await history.catch_up(5)
    assert history.shoes(None).shoes[0].hands == 2


async def test_keeps_up_by_itself_until_it_is_cancelled() -> None:
    history = ShoeHistory(Record(played(4)), MARKING)
    following = asyncio.create_task(history.run(hub_with_shoe("P B", 9)))
    while not history.shoes(None).shoes:
        await asyncio.sleep(0.01)
    following.cancel()
    with pytest.raises(asyncio.CancelledError):
        await following


def hub_with_shoe(marks: str, number: int = 50) -> Hub:
    rules = rules_of(SUPREME)
    shown = board_of(closed_table(rules), number)
    hands = tuple(HandMark(mark=mark) for mark in marks.split())
    view = {"number": 7, "decks": 8, "cards_left": 100, "cut_card_out": False, "hands": hands}
    statistics = {"shoe": 7, "hands": len(hands), "counts": {}}
    hub = Hub()
    hub.take(
        type(shown).model_validate(shown.model_dump() | {"shoe": view | {"statistics": statistics}})
    )
    return hub


async def test_serves_the_shoe_in_play_though_it_began_long_ago() -> None:
    app = make_app(hub_with_shoe("P B T"), shoes=ShoeHistory(Record([]), MARKING))
    async with TestClient(TestServer(app)) as client:
        listed = await (await client.get("/shoes.json")).json()
        card = await (await client.get("/shoe.json")).json()
    assert (listed["current"], listed["shoes"][0]["hands"]) == (7, 3)
    assert (card["number"], len(card["roads"]["bead_plate"]), card["hands"]) == (7, 3, [])


async def test_serves_an_earlier_shoe_with_its_hands() -> None:
    app = make_app(hub_with_shoe("P", 9), shoes=ShoeHistory(Record(played(4)), MARKING))
    async with TestClient(TestServer(app)) as client:
        card = await (await client.get("/shoe.json?number=1")).json()
    assert [hand["number"] for hand in card["hands"]] == [1, 2, 3, 4]
    assert card["figures"]["tallies"][1] == {"name": "banker", "count": 4, "percent": 100}


@pytest.mark.parametrize(
    ("query", "status"),
    [("?number=3", 404), ("?number=x", 400), ("?number=-1", 400), ("?number=" + "9" * 99, 400)],
)
async def test_a_shoe_that_is_not_there_is_said_so(query: str, status: int) -> None:
    async with TestClient(TestServer(make_app(hub_with_shoe("P")))) as client:
        answer = await client.get(f"/shoe.json{query}")
        assert answer.status == status
        assert ";" in await answer.text()
