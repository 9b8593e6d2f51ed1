"""Which results a game's draws allow: what the bonus key offers and an entry may claim."""

import pytest

from controller.families.baccarat.coup import coup_rule
from controller.families.baccarat.possible_results import (
    Kind,
    bonus_choices,
    looked_results,
    possible_kinds,
    settle_kind,
)
from controller.simulate import simulate
from tests.conftest import game_rules

BACCARAT = (
    "capitol/commission-free-baccarat-dragon-bonus",
    "capitol/ez-baccarat",
    "casino-99/ez-baccarat-panda-8",
    "lucky-derby/ez-baccarat-panda-8",
    "oaks/ez-baccarat-panda-8",
    "oaks/zoobac",
)


def test_panda_and_dragon_go_with_their_own_winner() -> None:
    rules = game_rules("lucky-derby/ez-baccarat-panda-8")
    assert bonus_choices(rules, "player", False) == ((), ("panda-8",))
    assert bonus_choices(rules, "banker", False) == ((), ("dragon-7",))
    assert bonus_choices(rules, "banker", True) == ((),)
    assert bonus_choices(rules, "tie", False) == ((),)


def test_the_margins_of_a_dragon_bonus_come_in_the_order_of_the_book() -> None:
    rules = game_rules("capitol/commission-free-baccarat-dragon-bonus")
    names = [bonuses[0] for bonuses in bonus_choices(rules, "player", False)[1:]]
    assert names == ["player-natural", *(f"player-by-{margin}" for margin in range(9, 3, -1))]


def test_a_bonus_that_is_a_natural_makes_the_hand_one() -> None:
    rules = game_rules("capitol/commission-free-baccarat-dragon-bonus")
    kind = Kind("player", False, ("player-natural",))
    assert settle_kind(rules, kind) == kind._replace(natural=True)


def test_marks_that_come_together_are_offered_together() -> None:
    choices = bonus_choices(game_rules("oaks/zoobac"), "player", False)
    assert ("rabbit", "zoo") in choices
    assert ("rabbit",) not in choices


def test_nothing_claimed_is_always_possible() -> None:
    rules = game_rules("oaks/zoobac")
    kind = Kind("tie", True, ())
    assert settle_kind(rules, kind) == kind


@pytest.mark.parametrize("game", BACCARAT)
def test_every_game_can_be_entered_by_hand(game: str) -> None:
    kinds = possible_kinds(game_rules(game))
    assert {(kind.winner, kind.natural) for kind in kinds} == {
        (winner, natural) for winner in ("player", "banker", "tie") for natural in (True, False)
    }


@pytest.mark.parametrize("game", BACCARAT)
def test_what_is_dealt_is_always_possible(game: str) -> None:
    rules = game_rules(game)
    seen = simulate(rules, rounds=150, seed=3).outcomes
    claimed = {mark for kind in possible_kinds(rules) for mark in kind.bonuses}
    assert set(seen) - {"player", "banker", "tie", "natural"} <= claimed


@pytest.mark.parametrize(("decks", "may_be"), [(1, False), (8, True)])
def test_two_cards_alike_in_rank_and_suit_take_two_decks(decks: int, may_be: bool) -> None:
    results = looked_results(coup_rule(game_rules("capitol/ez-baccarat")), decks)
    looks = [result.player_look for result in results]
    assert any(look is not None and look.pair and look.suited for look in looks) == may_be
