"""Settling as a walk: in the order of the ledger, with what each wager does where it is known."""

from collections.abc import Iterator
from decimal import Decimal

import pytest

from controller.facts.board import Walk
from controller.facts.cards import Card
from controller.facts.events import (
    BankAccepted,
    BetsClosed,
    CardDrawn,
    CollectionTaken,
    Event,
    ShoeLoaded,
    StakePlaced,
    WagerPlaced,
)
from controller.families.catalogue import game_ids
from controller.families.opening import closed_table, opening_event
from controller.families.walk import walk_of
from controller.simulate.hands import SimulatedHands
from controller.table.advance import advance
from controller.table.state import TableState
from tests.conftest import TablePlayer, game_rules

EVENTS = 400


def states(game_id: str) -> Iterator[TableState]:
    rules = game_rules(game_id)
    hands = SimulatedHands(3, rules.game.cards.decks[1])
    state, _ = advance(closed_table(rules), opening_event(rules))
    for _ in range(EVENTS):
        yield state
        state, _ = advance(state, hands.next_event(state))


@pytest.mark.parametrize("game_id", game_ids())
def test_there_is_a_walk_exactly_while_something_is_settled(game_id: str) -> None:
    seen = 0
    for state in states(game_id):
        is_due = any(e.event in ("round_settled", "stage_settled") for e in state.expected)
        walk = walk_of(state)
        assert (walk is not None) == is_due
        seen += is_due
        if walk:
            assert all(step.seat != state.bank.seat for step in walk.steps)
    assert seen


GAME = "lucky-derby/ez-baccarat-panda-8"
# Player 0, Banker 9: a natural, and the Banker wins.
CARDS = ("Kh", "7c", "Qh", "2c")


def settled_by(*bets: Event) -> Walk:
    """The walk of a round that the Banker won; seat 1 banks."""
    table = TablePlayer(game_rules(GAME))
    table.play(BankAccepted(), ShoeLoaded(decks=8), *bets, BetsClosed(), CollectionTaken())
    table.play(*(CardDrawn(card=Card(card)) for card in CARDS))
    walk = walk_of(table.state)
    assert walk is not None
    return walk


def bet(seat: int, wager: str, amount: int) -> WagerPlaced:
    return WagerPlaced(seat=seat, wager=wager, amount=Decimal(amount))


def told(walk: Walk) -> list[tuple[int, str, str, str | None, str | None, str | None]]:
    return [
        (step.seat, w.wager, w.result, w.takes, w.pays, w.uncovered)
        for step in walk.steps
        for w in step.wagers
    ]


def test_with_amounts_the_walk_tells_what_moves() -> None:
    walk = settled_by(bet(3, "banker-line", 20), bet(5, "player-line", 30))
    assert told(walk) == [
        (5, "player-line", "lose", "30", None, None),
        (3, "banker-line", "win", None, "20", None),
    ]


def test_the_walk_ends_where_the_bank_does() -> None:
    stake = StakePlaced(stake=Decimal(15))
    walk = settled_by(stake, bet(3, "banker-line", 20), bet(5, "banker-line", 30))
    assert [(seat, pays, short) for seat, _, _, _, pays, short in told(walk)] == [
        (3, "15", "5"),
        (5, None, "30"),
    ]


def test_without_amounts_the_cards_tell_who_wins_and_the_rest_is_compared() -> None:
    walk = settled_by(WagerPlaced(seat=3))
    results = {(seat, wager): result for seat, wager, result, *_ in told(walk)}
    assert results[3, "banker-line"] == "win"
    assert results[3, "player-line"] == "lose"
    assert results[3, "dragon-7"] == ""
