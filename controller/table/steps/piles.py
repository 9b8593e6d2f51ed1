"""Piles: dealt before the house dealer, one chosen by the bank, all delivered round the table."""

from functools import lru_cache
from typing import Final, NamedTuple

from config.game import Game, Piles
from controller.facts.decisions import Expectation, PilesOrdered
from controller.facts.events import PileChosen, PilesDealt, PilesDelivered
from controller.facts.phrase import phrase
from controller.facts.seats import Direction, around
from controller.table.family import DONE, Step, StepResult
from controller.table.state import Irregular, RoundState, Rules, TableState, expect

FIRST_PILE: Final = 1


class ChosenPile(NamedTuple):
    """The pile that the bank chose for the first hand."""

    number: int


def _dealt_wanted(table: TableState, _round: RoundState) -> tuple[Expectation, ...]:
    piles = _piles_of(table.rules.game)
    count, size = piles.count, piles.size
    if piles.dealt == "rows":
        return (expect("piles_dealt", "stack-tile-rows", count=count, size=size),)
    left = piles.left_over
    return (
        expect("piles_dealt", "deal-piles", count=count, size=size, way=piles.dealt, left=left),
    )


def _piles_of(game: Game) -> Piles:
    assert game.piles is not None
    return game.piles


def _chosen_wanted(table: TableState, _round: RoundState) -> tuple[Expectation, ...]:
    return (expect("pile_chosen", "choose-action-pile", table.bank.seat),)


def _delivered_wanted(table: TableState, current: RoundState) -> tuple[Expectation, ...]:
    return _delivering(table.rules.game, current.button.first_hand)


def _delivering(game: Game, seat: int | None) -> tuple[Expectation, ...]:
    first = "deliver-first-row" if _piles_of(game).dealt == "rows" else "deliver-first-pile"
    code = "deliver-action-pile" if _is_chosen(game) else first
    return (expect("piles_delivered", code, seat),)


def _done(
    _table: TableState, _round: RoundState, _event: PilesDealt | PilesDelivered, _forced: bool
) -> StepResult:
    return DONE


def _choose(table: TableState, current: RoundState, event: PileChosen, _forced: bool) -> StepResult:
    piles = _piles_of(table.rules.game)
    if event.pile > piles.count:
        return Irregular("entry-refused", phrase("pile-expected", count=piles.count))
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
    if piles is None or button is None or not pile or not rules.game.deal.has("piles"):
        return None
    side: Direction = "clockwise" if piles.follows == "right" else "counter-clockwise"
    seats = around(first_hand, rules.seats, button.direction)
    return PilesOrdered(piles=around(pile, piles.count, side), seats=seats)


def _is_chosen(game: Game) -> bool:
    return game.deal.has("action-pile")


PILES = Step("piles", frozenset({PilesDealt}), _dealt_wanted, _done, needs="piles")
ACTION_PILE = Step(
    "action-pile",
    frozenset({PileChosen}),
    _chosen_wanted,
    _choose,
    needs="piles",
    part=ChosenPile,
)
DELIVERY = Step("deliver", frozenset({PilesDelivered}), _delivered_wanted, _done, needs="piles")
