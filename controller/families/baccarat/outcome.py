"""A decided coup and the wagers: which are over, which lines of the pay tables it shows."""

from collections.abc import Iterator
from typing import Literal

from config.game import Game, Wager
from controller.facts.decisions import LineHit, OutcomeDecided
from controller.families.baccarat.coup_result import CoupResult, look_of, meets, stays, won_case


def fate(wager: Wager, outcome: OutcomeDecided) -> Literal["", "won", "lost"]:
    """Without totals nobody can tell; what is decided is taken down by hand."""
    result = _result(outcome)
    if result is None or stays(wager, result):
        return ""
    return "won" if won_case(wager, result) else "lost"


def hits(game: Game, outcome: OutcomeDecided) -> tuple[LineHit, ...]:
    """The lines a coup shows; of a result without cards, what its winner and its marks tell."""
    result = _result(outcome)
    found = _marked(game, outcome) if result is None else _met(game, result)
    return tuple(LineHit(wager=wager, line=line) for wager, line in found)


def _met(game: Game, result: CoupResult) -> Iterator[tuple[str, str]]:
    for wager in game.wagers:
        case = won_case(wager, result)
        if case and not any(meets(condition, result) for condition in wager.pushes):
            yield wager.name, case


def _marked(game: Game, outcome: OutcomeDecided) -> Iterator[tuple[str, str]]:
    """A side that won pays, unless this very result may be a push."""
    for wager in game.wagers:
        marks = [mark for mark in wager.mark_names if mark in outcome.bonuses]
        may_push = outcome.bonuses and any(
            condition.model_fields_set != {"winner"} for condition in wager.pushes
        )
        if marks:
            yield wager.name, marks[0]
        elif _is_on(wager, outcome) and not may_push:
            yield wager.name, wager.name


def _is_on(wager: Wager, outcome: OutcomeDecided) -> bool:
    wins = wager.wins
    is_plain = wins is not None and wins.model_fields_set == {"winner"}
    return is_plain and wins is not None and wins.winner == outcome.winner


def _result(outcome: OutcomeDecided) -> CoupResult | None:
    ours, theirs = outcome.player_total, outcome.banker_total
    if ours is None or theirs is None:
        return None
    cards = (len(outcome.player), len(outcome.banker))
    looks = [look_of(hand) for hand in (outcome.player, outcome.banker) if hand]
    return CoupResult(ours, theirs, *cards, *looks)
