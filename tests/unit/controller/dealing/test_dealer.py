"""The one policy of simulated, emulated and scripted people."""

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import TypeVar

import pytest

from controller.dealing.dealer import Act
from controller.dealing.people import Sight
from controller.facts.decisions import Expectation, OutcomeDecided
from controller.facts.events import BankDeclined, HandStood, KeyPressed, PlayClosed, RoundSettled
from controller.families.dealer import dealer_of
from controller.families.opening import closed_table, opening_event
from controller.simulate import simulate
from controller.simulate.hands import SimulatedHands
from controller.table.advance import advance
from tests.conftest import game_rules

T = TypeVar("T")


class Scripted:
    """People whose every choice is written down: the last of what they may do."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def one(self, _sight: Sight, matter: str, options: Sequence[T]) -> T:
        self.asked.append(matter)
        return options[-1]

    def some(self, _sight: Sight, _matter: str, options: Sequence[int], fewest: int) -> list[int]:
        return list(options[:fewest])

    def card(self, _sight: Sight, _wanted: Expectation) -> str:
        return "Kd"


def sight(*expected: Expectation) -> Sight:
    return Sight(expected, round=1, seats=8, bank=2, banker=lambda: ())


def wanted(event: str, seat: int | None = None) -> Expectation:
    return Expectation(event=event, code="due", seat=seat)


def done(people: Scripted, *expected: Expectation) -> Act | None:
    rules = game_rules("oaks/pure-21.5")
    return dealer_of(rules, people, Random(1)).act(sight(*expected))


def test_what_several_may_follow_is_chosen_by_the_people_alone() -> None:
    people = Scripted()
    assert done(people, wanted("bank_accepted", 3), wanted("bank_declined", 3)) == (BankDeclined(),)
    assert done(people, wanted("card_drawn", 3), wanted("hand_stood", 3)) == (HandStood(),)
    assert people.asked == ["bank_accepted", "card_drawn"]


def test_where_nothing_is_left_open_nobody_is_asked() -> None:
    people = Scripted()
    assert done(people, wanted("play_closed")) == (PlayClosed(),)
    assert people.asked == []


def test_what_is_entered_without_a_look_is_what_would_be_done_after_one() -> None:
    dealer = dealer_of(game_rules("oaks/pure-21.5"), Scripted(), Random(1))
    for only in (wanted("collection_taken"), wanted("round_settled"), wanted("hand_stood", 3)):
        assert dealer.entry((only,)) == dealer.act(sight(only))
    for seen_first in ("coverage_declared", "card_drawn", "table_tilted"):
        assert dealer.entry((wanted(seen_first),)) == ()
    assert dealer.entry(()) == ()


@pytest.mark.parametrize("after", ["bets_closed", "coverage_declared", "shake_started"])
def test_wagers_that_nobody_enters_are_passed_over_without_a_look(after: str) -> None:
    rules, people = game_rules("lucky-derby/ez-baccarat-panda-8"), Scripted()
    bets = (wanted("wager_placed"), wanted(after))
    leaves = dealer_of(rules, people, Random(1), enters_wagers=False)
    assert leaves.entry(bets) == (leaves.act(sight(*bets)) if after == "bets_closed" else ())
    assert dealer_of(rules, people, Random(1)).entry(bets) == ()


def test_what_a_device_tells_of_is_left_to_the_body() -> None:
    draw = wanted("card_drawn", 3)
    assert done(Scripted(), draw) is draw
    assert done(Scripted(), unknown := wanted("table_tilted")) is unknown


def test_a_family_brings_its_own_habit_before_the_common_one() -> None:
    rules = game_rules("oaks/pure-21.5")
    undo = KeyPressed(key="undo", is_long=False)
    said: list[Act | None] = [(undo,), None]
    family = replace(
        rules.family, habits=lambda *_: {"round_settled": lambda *_: said.pop(0) if said else None}
    )
    dealer = dealer_of(replace(rules, family=family), Scripted(), Random(1))
    at_the_end = sight(wanted("round_settled"))
    assert dealer.act(at_the_end) == (undo,)
    assert dealer.act(at_the_end) == (RoundSettled(),)


@pytest.mark.parametrize("game_id", ["capitol/ez-baccarat", "oaks/zoobac"])
def test_results_by_hand_are_simulated_with_the_keys_of_the_pad(game_id: str) -> None:
    rules = game_rules(game_id, by_hand=True)
    totals = simulate(rules, 120, seed=3)
    assert (totals.rounds, totals.voided, dict(totals.irregularities)) == (120, 0, {})
    assert totals.outcomes["banker"]
    assert totals.outcomes["player"]


def test_free_hands_and_results_taken_back_come_now_and_then() -> None:
    rules = game_rules("capitol/ez-baccarat", by_hand=True)
    hands, free, taken = SimulatedHands(4, 8), 0, 0
    state, _decisions = advance(closed_table(rules), opening_event(rules))
    while state.rounds < 150:
        state, decisions = advance(state, hands.next_event(state))
        free += sum(isinstance(each, OutcomeDecided) and each.is_free for each in decisions)
        taken += sum(each.kind == "hand_taken_back" for each in decisions)
    assert free
    assert taken
