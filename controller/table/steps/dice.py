"""Dice games: the cup is shaken, opened and counted."""

from typing import NamedTuple

from controller.facts.decisions import DiceCounted, Expectation
from controller.facts.events import CupOpened, DiceRead, ShakeEnded, ShakeStarted
from controller.facts.fact import Fact
from controller.facts.phrase import phrase
from controller.table.family import DONE, Step, StepResult
from controller.table.state import Irregular, RoundState, TableState, expect
from controller.table.steps.button import place_by_dice
from controller.table.steps.piles import order_piles

OPEN_CUP = (
    expect("cup_opened", "open-cup"),
    expect("shake_started", "may-shake-again"),
    expect("shake_ended", "cup-down", shaker="bank"),
)
READ_DICE = (expect("dice_read", "dice-read"),)


class Cup(NamedTuple):
    """The opened cup, and the dice once they are read."""

    is_open: bool = False
    dice: tuple[int, ...] = ()
    # The floor let the bank shake once more.
    may_shake: bool = False


def dice_of(current: RoundState | None) -> tuple[int, ...]:
    """The dice of a round, once they are read."""
    cup = current.find(Cup) if current else None
    return cup.dice if cup else ()


def is_cup_open(current: RoundState) -> bool:
    """Tell whether the lid has been lifted over dice that still count."""
    cup = current.find(Cup)
    return cup is not None and cup.is_open


def _begin(_table: TableState, current: RoundState) -> None:
    current.put(Cup())


def _shake(
    _table: TableState, _round: RoundState, event: ShakeStarted | ShakeEnded, _forced: bool
) -> StepResult:
    return DONE if isinstance(event, ShakeEnded) else None


def _open(
    table: TableState,
    current: RoundState,
    event: CupOpened | DiceRead | ShakeStarted | ShakeEnded,
    forced: bool,
) -> StepResult:
    if isinstance(event, CupOpened):
        current.put(Cup(is_open=True))
        return None
    if isinstance(event, DiceRead):
        return _count(table, current, event, forced)
    if is_cup_open(current) and not forced:
        return Irregular("cup-shaken-again")
    if _is_shake_over(table, current) and not forced:
        return Irregular("cup-shaken-after-call")
    # A shake the floor accepts hides the dice again.
    current.put(Cup(may_shake=forced or current.get(Cup).may_shake))
    return None


def _is_shake_over(table: TableState, current: RoundState) -> bool:
    return table.rules.game.deal.calls_after_shake and not current.get(Cup).may_shake


def _count(table: TableState, current: RoundState, event: DiceRead, forced: bool) -> StepResult:
    rule = table.rules.game.dice
    assert rule is not None
    if not is_cup_open(current) and not forced:
        return Irregular("dice-out-of-turn")
    if len(event.dice) != rule.count:
        return Irregular("dice-count-wrong", phrase("dice-expected", count=rule.count))
    current.put(Cup(is_cup_open(current), event.dice))
    points = sum(event.dice)
    table.decide(DiceCounted(dice=event.dice, total=points))
    place_by_dice(table, current, points)
    order_piles(table, current)
    return DONE


def _open_wanted(table: TableState, current: RoundState) -> tuple[Expectation, ...]:
    if is_cup_open(current):
        return READ_DICE
    return OPEN_CUP[:1] if _is_shake_over(table, current) else OPEN_CUP


def shake_step(shaker: str) -> Step:
    """A shake by the bank or by the house dealer; nobody but the order tells them apart."""
    who = shaker or "bank"
    wanted = (
        expect("shake_started", "shake-cup", shaker=who),
        expect("shake_ended", "cup-down", shaker=who),
    )
    events: frozenset[type[Fact]] = frozenset({ShakeStarted, ShakeEnded})
    return Step("shake", events, lambda _t, _r: wanted, _shake, labelled=shake_step)


SHAKING = shake_step("")
OPENING = Step(
    "open-cup",
    frozenset({CupOpened, DiceRead, ShakeStarted, ShakeEnded}),
    _open_wanted,
    _open,
    _begin,
    needs="dice",
    part=Cup,
)
