"""Piles: dealt before the house dealer, one chosen by the bank, all delivered round the table."""

from functools import lru_cache
from typing import Final, NamedTuple

from config.game import Game, Piles
from controller.facts.decisions import PilesOrdered
from controller.facts.events import PileChosen, PilesDealt, PilesDelivered
from controller.facts.seats import Direction, around
from controller.table.family import DONE, Step, StepResult
from controller.table.state import Irregular, RoundState, Rules, TableState, Wanted

FIRST_PILE: Final = 1
WAYS: Final = {
    "serpentine": "card by card left to right and back",
    "in-turn": "card by card in turn",
    "whole": "one pile after the other",
}


class ChosenPile(NamedTuple):
    """The pile that the bank chose for the first hand."""

    number: int


def _dealt_wanted(table: TableState, _round: RoundState) -> tuple[Wanted, ...]:
    return _dealing(table.rules)


@lru_cache(maxsize=64)
def _dealing(rules: Rules) -> tuple[Wanted, ...]:
    assert rules.game.piles is not None
    return (Wanted("piles_dealt", _dealing_text(rules.game.piles)),)


def _dealing_text(piles: Piles) -> str:
    if piles.dealt == "rows":
        return f"Shuffle the tiles and stack {piles.count} rows of {piles.size}, face down"
    dealt = f"Deal {piles.count} piles of {piles.size}, {WAYS[piles.dealt]}"
    return f"{dealt}, {piles.left_over} cards left over"


def _piles_of(game: Game) -> Piles:
    assert game.piles is not None
    return game.piles


def _chosen_wanted(table: TableState, _round: RoundState) -> tuple[Wanted, ...]:
    return (Wanted("pile_chosen", "The bank chooses the action pile", table.bank.seat),)


def _delivered_wanted(table: TableState, current: RoundState) -> tuple[Wanted, ...]:
    return _delivering(table.rules, current.button.first_hand)


@lru_cache(maxsize=512)
def _delivering(rules: Rules, seat: int | None) -> tuple[Wanted, ...]:
    first = "the first row" if _piles_of(rules.game).dealt == "rows" else "the first pile"
    what = "the action pile" if _is_chosen(rules.game) else first
    return (Wanted("piles_delivered", f"Deliver the piles, {what} to seat {seat}", seat),)


def _simply(
    _table: TableState, _round: RoundState, _event: PilesDealt | PilesDelivered, _forced: bool
) -> StepResult:
    return DONE


def _choose(table: TableState, current: RoundState, event: PileChosen, _forced: bool) -> StepResult:
    piles = _piles_of(table.rules.game)
    if event.pile > piles.count:
        return Irregular("entry-refused", f"pile {event.pile}", f"a pile from 1 to {piles.count}")
    current.put(ChosenPile(event.pile))
    order_piles(table, current)
    return DONE


def order_piles(table: TableState, current: RoundState) -> None:
    """Once the dice and the choice are known: the chosen pile first, then its neighbours."""
    first_hand, chosen = current.button.first_hand, current.find(ChosenPile)
    if first_hand:
        ordered = _ordered(table.rules, chosen.number if chosen else 0, first_hand)
        if ordered is not None:
            table.decide(ordered)


@lru_cache(maxsize=1024)
def _ordered(rules: Rules, chosen: int, first_hand: int) -> PilesOrdered | None:
    piles, button = rules.game.piles, rules.game.button
    pile = chosen or (0 if _is_chosen(rules.game) else FIRST_PILE)
    if piles is None or button is None or not pile or not _has_step(rules.game, "piles"):
        return None
    side: Direction = "clockwise" if piles.follows == "right" else "counter-clockwise"
    seats = around(first_hand, rules.seats, button.direction)
    return PilesOrdered(piles=around(pile, piles.count, side), seats=seats)


def _is_chosen(game: Game) -> bool:
    return _has_step(game, "action-pile")


def _has_step(game: Game, name: str) -> bool:
    return any(name in group for group in game.deal.steps)


PILES = Step("piles", frozenset({PilesDealt}), _dealt_wanted, _simply, needs="piles")
ACTION_PILE = Step(
    "action-pile",
    frozenset({PileChosen}),
    _chosen_wanted,
    _choose,
    needs="piles",
    part=ChosenPile,
)
DELIVERY = Step("deliver", frozenset({PilesDelivered}), _delivered_wanted, _simply, needs="piles")
