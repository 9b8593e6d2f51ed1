"""The shuffler's plan: whoever bets and whoever banks, everybody gets his cards once, in order."""

from functools import cache

from hypothesis import given, strategies as st

from config.device import DeviceEntry, EmulatedEntry
from config.table import Table, TableAndGame
from controller.facts.seats import around
from controller.families.catalogue import load_game
from controller.families.opening import rules_of
from controller.table.state import Rules
from controller.table.steps.holders import CENTRE
from controller.table.steps.stacks import plan_of

GAMES = (
    "lucky-derby/three-card-poker-6-card-bonus",
    "lucky-derby/ultimate-texas-holdem",
    "lucky-derby/ultimate-texas-holdem-bad-beat",
    "casino-99/ultimate-texas-holdem",
)


@cache
def rules(game_id: str) -> Rules:
    game = load_game(game_id)
    devices: dict[str, DeviceEntry] = {kind: EmulatedEntry(kind=kind) for kind in game.equipment}
    table = Table(id="t", game=game.id, seats=game.seats.allowed[0], devices=devices)
    return rules_of(TableAndGame(table=table, game=game))


@st.composite
def tables(draw: st.DrawFn) -> tuple[Rules, int, frozenset[int]]:
    fixed = rules(draw(st.sampled_from(GAMES)))
    bank = draw(st.integers(1, fixed.seats))
    others = [seat for seat in range(1, fixed.seats + 1) if seat != bank]
    wagers = draw(st.sets(st.sampled_from(others), min_size=1))
    return fixed, bank, frozenset(wagers)


@given(tables())
def test_every_wager_and_the_bank_get_one_hand(table: tuple[Rules, int, frozenset[int]]) -> None:
    fixed, bank, wagers = table
    seats = [stack.seat for stack in plan_of(fixed, bank, wagers) if stack.seat != CENTRE]
    assert sorted(seats) == sorted({*wagers, bank})
    assert seats[-1] == bank


@given(tables())
def test_hands_go_clockwise_from_the_printed_start(
    table: tuple[Rules, int, frozenset[int]],
) -> None:
    fixed, bank, wagers = table
    assert fixed.game.stacks is not None
    start = bank if fixed.game.stacks.first == "bank-left" else fixed.seats
    lap = [*around(start, fixed.seats)[1:], start]
    hands = [stack.seat for stack in plan_of(fixed, bank, wagers) if stack.seat in wagers]
    assert hands == [seat for seat in lap if seat in wagers]


@given(tables())
def test_no_plan_needs_more_cards_than_a_deck_has(
    table: tuple[Rules, int, frozenset[int]],
) -> None:
    fixed, bank, wagers = table
    assert fixed.game.stacks is not None
    plan = plan_of(fixed, bank, wagers)
    assert sum(stack.cards for stack in plan) <= fixed.game.stacks.deck_size
    stages = [stack.stage for stack in plan]
    assert stages == sorted(stages, key=stages.index)
