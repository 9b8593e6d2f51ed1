"""The history of rounds that a screen shows, from the rows of a table that was really played."""

from datetime import UTC, datetime, time
from itertools import islice

from hypothesis import given, strategies as st

from controller.bus.messages import Entry
from controller.facts.decisions import Decision, RoundOpened, RoundVoided
from drivers.scoreboard.hub import Hub
from drivers.scoreboard.round_shelf import RESULTS, SHOWN, RoundShelf
from drivers.scoreboard.shares import shares
from drivers.scoreboard.shifts import shift_start
from drivers.scoreboard.shoe_cards import marking_of
from drivers.scoreboard.shoe_history import ShoeHistory
from tests.played_table import PlayedTable

ALL_ROWS = 10**6


def shelf_of(table: PlayedTable) -> RoundShelf:
    shelf = RoundShelf(marking_of(table.game, "stay").side_wagers)
    for row in table.history(0, ALL_ROWS):
        shelf.take(row)
    return shelf


def test_the_last_twenty_rounds_tell_dice_count_and_action() -> None:
    table = PlayedTable("tiles")
    table.rounds(24)
    view = shelf_of(table).view(0)
    assert [line.round for line in view.rounds] == list(range(5, 25))
    assert len(view.rounds) == SHOWN
    assert view.shift_rounds == 24
    for line in view.rounds:
        assert line.points == sum(line.dice)
        assert line.counted is not None
        assert line.bank is not None


def test_a_card_that_was_counted_is_told_by_its_rank() -> None:
    table = PlayedTable("three-card")
    table.rounds(6)
    lines = shelf_of(table).view(0).rounds
    assert all(line.rank is not None and line.button is not None for line in lines)


def test_hands_against_the_bank_are_counted_and_their_shares_make_a_hundred() -> None:
    table = PlayedTable("twenty-one")
    table.rounds(20)
    view = shelf_of(table).view(0)
    assert sum(tally.count for tally in view.results) == view.shift_hands > 20
    assert sum(tally.percent for tally in view.results) == 100
    assert [tally.name for tally in view.results] == list(RESULTS)
    assert {tally.name for tally in view.bonuses} == {"lucky-lucky", "buster"}
    assert any(tally.count for tally in view.bonuses)


def test_the_scorecard_of_a_shift_has_every_hand_of_it() -> None:
    table = PlayedTable("pan9")
    table.rounds(5)
    (first, *_rest) = shelf_of(table).since(0)
    assert len(first.hands) == first.won + first.pushed + first.lost
    assert all(len(hand.cards) in (3, 4) and len(hand.count) == 1 for hand in first.hands)
    assert shelf_of(table).since(first.ended_ms + 1)[0].round == 2


def test_a_voided_round_never_was() -> None:
    shelf = RoundShelf()
    opened = RoundOpened(round=4, bank=2, turn=1)
    decisions: tuple[Decision, ...] = (opened, RoundVoided(round=4, by="Ann Lee"))
    for number, decision in enumerate(decisions, start=1):
        shelf.take(Entry(number=number, at_ms=number, source="daemon", decision=decision))
    assert shelf.view(0).rounds == ()


async def test_a_scoreboard_that_begins_anew_knows_the_rounds_before() -> None:
    table = PlayedTable("fortune")
    table.rounds(22)
    for _start in range(2):
        hub = Hub()
        hub.take(table.board)
        history = ShoeHistory(table, marking_of(table.game, "stay"))
        await history.catch_up(hub.view.number if hub.view else None)
        assert len(history.rounds().rounds) == 0
        hub.learn(history.told())
        assert hub.view is not None
        assert hub.view.history is not None
        assert len(hub.view.history.rounds) == SHOWN


def test_a_shift_began_at_the_last_of_its_times() -> None:
    starts = (time(6), time(14), time(22))
    hours = {5: (17, 22), 6: (18, 6), 13: (18, 6), 14: (18, 14), 23: (18, 22)}
    for hour, (day, began) in hours.items():
        now = datetime(2026, 11, 18, hour, 0, tzinfo=UTC)
        assert shift_start(now, starts) == datetime(2026, 11, day, began, tzinfo=UTC)


@given(st.lists(st.integers(0, 80), min_size=1, max_size=6))
def test_parts_of_a_whole_make_a_hundred_percent(counts: list[int]) -> None:
    names = list(islice("abcdef", len(counts)))
    found = shares(dict(zip(names, counts, strict=True)), names)
    assert sum(tally.percent for tally in found) == (100 if sum(counts) else 0)
    whole = sum(counts) or 1
    assert all(abs(tally.percent - 100 * tally.count / whole) < 1 for tally in found)
