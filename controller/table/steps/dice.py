"""Dice games: the cup is shaken, opened and counted."""

from controller.facts.decisions import DiceCounted
from controller.facts.events import CupOpened, DiceRead, ShakeEnded, ShakeStarted
from controller.table.state import Irregular, RoundState, TableState, Wanted
from controller.table.steps.button import place_by_dice
from controller.table.steps.piles import order_piles
from controller.table.steps.step import DONE, Outcome, Step

SHAKERS = {"": "The bank", "bank": "The bank", "house": "The house dealer"}
OPEN_CUP = (
    Wanted("cup_opened", "Open the dice cup"),
    Wanted("shake_started", "The bank may shake again"),
    Wanted("shake_ended", "The bank puts the cup down"),
)
READ_DICE = (Wanted("dice_read", "The dice are read"),)


def _shake(
    _table: TableState, _round: RoundState, event: ShakeStarted | ShakeEnded, _forced: bool
) -> Outcome:
    return DONE if isinstance(event, ShakeEnded) else None


def _open(
    table: TableState,
    current: RoundState,
    event: CupOpened | DiceRead | ShakeStarted | ShakeEnded,
    forced: bool,
) -> Outcome:
    if isinstance(event, CupOpened):
        current.cup_open = True
        return None
    if isinstance(event, DiceRead):
        return _count(table, current, event, forced)
    if current.cup_open and not forced:
        return Irregular("cup-shaken-again", "the cup was shaken")
    # A shake the floor accepts hides the dice again.
    current.cup_open = False
    return None


def _count(table: TableState, current: RoundState, event: DiceRead, forced: bool) -> Outcome:
    rule = table.rules.game.dice
    assert rule is not None
    seen = "dice " + ", ".join(map(str, event.dice))
    if not current.cup_open and not forced:
        return Irregular("dice-out-of-turn", seen)
    if len(event.dice) != rule.count:
        return Irregular("dice-count-wrong", seen, f"{rule.count} dice")
    current.dice = event.dice
    points = sum(event.dice)
    table.decide(DiceCounted(dice=event.dice, total=points))
    place_by_dice(table, current, points)
    order_piles(table, current)
    return DONE


def _open_wanted(_table: TableState, current: RoundState) -> tuple[Wanted, ...]:
    return READ_DICE if current.cup_open else OPEN_CUP


def shake_step(shaker: str) -> Step:
    """A shake by the bank or by the house dealer; nobody but the order tells them apart."""
    who = SHAKERS[shaker]
    wanted = (
        Wanted("shake_started", f"{who} shakes the dice cup"),
        Wanted("shake_ended", f"{who} puts the cup down"),
    )
    return Step("shake", frozenset({ShakeStarted, ShakeEnded}), lambda _t, _r: wanted, _shake)


SHAKING = shake_step("")
OPENING = Step(
    "open-cup", frozenset({CupOpened, DiceRead, ShakeStarted, ShakeEnded}), _open_wanted, _open
)
