"""Dice games: the cup is shaken, opened and counted."""

from typing import NamedTuple

from controller.facts.decisions import DiceCounted
from controller.facts.events import CupOpened, DiceRead, ShakeEnded, ShakeStarted
from controller.facts.fact import Fact
from controller.table.family import DONE, Step, StepResult
from controller.table.state import Irregular, RoundState, TableState, Wanted
from controller.table.steps.button import place_by_dice
from controller.table.steps.piles import order_piles

SHAKERS = {"": "The bank", "bank": "The bank", "house": "The house dealer"}
OPEN_CUP = (
    Wanted("cup_opened", "Open the dice cup"),
    Wanted("shake_started", "The bank may shake again"),
    Wanted("shake_ended", "The bank puts the cup down"),
)
READ_DICE = (Wanted("dice_read", "The dice are read"),)


class Cup(NamedTuple):
    """The opened cup, and the dice once they are read."""

    is_open: bool = False
    dice: tuple[int, ...] = ()


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
        return Irregular("cup-shaken-again", "the cup was shaken")
    # A shake the floor accepts hides the dice again.
    current.put(Cup())
    return None


def _count(table: TableState, current: RoundState, event: DiceRead, forced: bool) -> StepResult:
    rule = table.rules.game.dice
    assert rule is not None
    seen = "dice " + ", ".join(map(str, event.dice))
    if not is_cup_open(current) and not forced:
        return Irregular("dice-out-of-turn", seen)
    if len(event.dice) != rule.count:
        return Irregular("dice-count-wrong", seen, f"{rule.count} dice")
    current.put(Cup(is_cup_open(current), event.dice))
    points = sum(event.dice)
    table.decide(DiceCounted(dice=event.dice, total=points))
    place_by_dice(table, current, points)
    order_piles(table, current)
    return DONE


def _open_wanted(_table: TableState, current: RoundState) -> tuple[Wanted, ...]:
    return READ_DICE if is_cup_open(current) else OPEN_CUP


def shake_step(shaker: str) -> Step:
    """A shake by the bank or by the house dealer; nobody but the order tells them apart."""
    who = SHAKERS[shaker]
    wanted = (
        Wanted("shake_started", f"{who} shakes the dice cup"),
        Wanted("shake_ended", f"{who} puts the cup down"),
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
