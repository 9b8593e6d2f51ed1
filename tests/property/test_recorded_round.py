"""A round played live and the same round from its record: one value, one settlement."""

from collections.abc import Iterator
from decimal import Decimal
from functools import cache
from operator import itemgetter
from typing import NamedTuple

import pytest
from hypothesis import given, settings, strategies as st

from controller.facts.decisions import (
    ButtonPlaced,
    Decision,
    HandsDecided,
    OutcomeDecided,
    SettlementOrdered,
)
from controller.facts.events import Event
from controller.families.baccarat.coup_result import CoupResult
from controller.families.baccarat.verdict import verdict_on
from controller.families.catalogue import game_ids
from controller.families.opening import closed_table, opening_event
from controller.families.recorded import recorded_round
from controller.families.settle import button_of, results, stages_of
from controller.settlement.finished import FINISHED_ROUND, FinishedRound
from controller.settlement.ledger import LedgerLine
from controller.simulate.hands import SimulatedHands
from controller.table.advance import advance
from controller.table.state import Rules
from controller.table.steps.finished import finished_round
from tests.unit.controller.simulate.test_every_game import rules_for

SEED = st.integers(0, 1_000_000)
ROUNDS = 8
# A natural is a win that pays more.
NAMED = {"natural": "win"}
rules_of_game = cache(rules_for)
READ = {
    family: tuple(g for g in game_ids() if rules_of_game(g).game.family == family)
    for family in ("baccarat", "twenty-one", "nine")
}


class Played(NamedTuple):
    """A round as the table decided it, and as it is told afterwards."""

    rules: Rules
    decided: tuple[Decision, ...]
    finished: FinishedRound


def played(game_id: str, seed: int, events: list[Event] | None = None) -> Iterator[Played]:
    """Rounds of a simulated table, each with all it decided since the one before."""
    rules, recorded = rules_of_game(game_id), [] if events is None else events
    hands = SimulatedHands(seed, rules.game.cards.decks[1])
    recorded.append(opening_event(rules))
    state, decided = advance(closed_table(rules), recorded[-1])
    rounds = 0
    while rounds < ROUNDS:
        recorded.append(hands.next_event(state))
        state, more = advance(state, recorded[-1])
        decided += more
        for closed in state.closed:
            rounds += 1
            yield Played(rules, decided, finished_round(rules, *closed))
            decided = ()


def last(kind: type[Decision], decided: tuple[Decision, ...]) -> Decision | None:
    return next((each for each in reversed(decided) if isinstance(each, kind)), None)


def announced(decided: tuple[Decision, ...]) -> list[SettlementOrdered]:
    return [each for each in decided if isinstance(each, SettlementOrdered)]


def told_later(rules: Rules, finished: FinishedRound) -> list[SettlementOrdered]:
    """The stages of a finished round; one in which nothing was due is not announced."""
    return [
        SettlementOrdered(
            stage=order.name or None, laps=order.laps, losers_first=order.losers_first
        )
        for order in stages_of(rules.game, rules.seats, finished)
        if order.laps
    ]


def results_of(one: Played) -> tuple[LedgerLine, ...]:
    return results(one.rules.game, one.rules.seats, one.finished)


@pytest.mark.parametrize("game_id", game_ids())
def test_order_and_button_are_those_the_table_announced(game_id: str) -> None:
    for rules, decided, finished in played(game_id, seed=11):
        placed = last(ButtonPlaced, decided)
        assert announced(decided) == told_later(rules, finished)
        button = placed.button if isinstance(placed, ButtonPlaced) else None
        assert button_of(rules.game, rules.seats, finished) == button


@settings(max_examples=25)
@given(st.sampled_from(game_ids()), SEED)
def test_order_and_button_agree_whatever_is_played(game_id: str, seed: int) -> None:
    for rules, decided, finished in played(game_id, seed):
        assert announced(decided) == told_later(rules, finished)


@settings(max_examples=25)
@given(st.sampled_from(READ["baccarat"]), SEED)
def test_a_recorded_coup_is_judged_as_it_was_decided(game_id: str, seed: int) -> None:
    for one in played(game_id, seed):
        outcome = last(OutcomeDecided, one.decided)
        assert isinstance(outcome, OutcomeDecided)
        assert outcome.player_total is not None
        assert outcome.banker_total is not None
        assert (one.finished.player, one.finished.banker) == (outcome.player, outcome.banker)
        held = (len(outcome.player), len(outcome.banker))
        totals = CoupResult(outcome.player_total, outcome.banker_total, *held)
        assert totals.winner == outcome.winner
        kinds = {wager.name: wager for wager in one.rules.game.wagers}
        for line in results_of(one):
            assert line.result == verdict_on(kinds[line.wager], Decimal(1), totals).result
        won = {line.wager for line in results_of(one) if line.result == "win"}
        assert {"player-line", "banker-line"} & won <= {f"{outcome.winner}-line"}


@settings(max_examples=40)
@given(st.sampled_from(READ["twenty-one"] + READ["nine"]), SEED)
def test_recorded_hands_are_judged_as_they_were_decided(game_id: str, seed: int) -> None:
    for one in played(game_id, seed):
        decided = last(HandsDecided, one.decided)
        assert isinstance(decided, HandsDecided)
        live = [
            (hand.seat, NAMED.get(hand.result, hand.result), hand.why) for hand in decided.hands
        ]
        later = [(line.seat, str(line.result), line.why) for line in results_of(one)]
        # The order of dealing need not be the one of settlement; a seat's hands keep theirs.
        assert sorted(later, key=itemgetter(0)) == sorted(live, key=itemgetter(0))


@settings(max_examples=20)
@given(st.sampled_from(game_ids()), SEED)
def test_a_finished_round_survives_being_written_down(game_id: str, seed: int) -> None:
    for _rules, _decided, finished in played(game_id, seed):
        assert FINISHED_ROUND.validate_json(finished.model_dump_json()) == finished


@settings(max_examples=10)
@given(st.sampled_from(game_ids()), SEED, st.integers(1, ROUNDS))
def test_the_record_finds_the_round_that_was_played(game_id: str, seed: int, number: int) -> None:
    events: list[Event] = []
    live = [one.finished for one in played(game_id, seed, events)]
    found = recorded_round(closed_table(rules_of_game(game_id)), events, number)
    assert found.finished == live[number - 1]
