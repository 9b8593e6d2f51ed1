"""Shuffler games: stacks by the game's plan, the bank's card, the rest unloaded."""

from functools import lru_cache
from typing import NamedTuple

from config.poker import Delivery
from controller.facts.decisions import Expectation
from controller.facts.events import CardsRevealed, CardTurned, DeckUnloaded, StackDispensed
from controller.facts.phrase import phrase
from controller.facts.seats import around, next_seat
from controller.table.family import DONE, Step, StepResult
from controller.table.state import Irregular, RoundState, Rules, TableState, expect
from controller.table.steps.button import covers, place_by_card
from controller.table.steps.holders import CENTRE, deal_to, holders_of

TURN_CARD = (expect("card_turned", "turn-bottom-card"),)
TURN_UP = (expect("card_turned", "enter-face-up-card"),)
TURN_SECOND = (expect("card_turned", "turn-bank-enter-second"),)
TURN_ALL = (expect("cards_revealed", "turn-bank-cards"),)
UNLOAD = (expect("deck_unloaded", "unload-rest"),)


class StacksOut(NamedTuple):
    """How many stacks, and how many cards in them, the shuffler has put out."""

    stacks: int = 0
    cards: int = 0


class Stack(NamedTuple):
    """One stack of a round: for which seat (0: the centre), how many cards, in which stage."""

    seat: int
    cards: int
    stage: str
    due: tuple[Expectation, ...]
    # Of its cards, those out of play.
    burned: int = 0


@lru_cache(maxsize=4096)
def plan_of(
    rules: Rules, bank: int, wagers: frozenset[int], first_hand: int = 0
) -> tuple[Stack, ...]:
    """List every stack of a round in the order the shuffler puts them out."""
    stacks = rules.game.stacks
    assert stacks is not None
    direction = rules.game.bank.direction
    if stacks.first == "first-hand":
        first = first_hand or bank
    elif stacks.first == "bank-left":
        first = next_seat(bank, rules.seats, direction)
    else:
        first = 1 if direction == "clockwise" else rules.seats
    every = around(first, rules.seats, direction)
    order = [seat for seat in every if seat in wagers]
    ends = {"wagers": order, "bank": [bank], "community": [CENTRE], "seats": every}
    dealt = [(seat, part) for part in stacks.plan for seat in ends[part.to]]
    return tuple(
        Stack(seat, part.count, part.stage, (_due(number, len(dealt), seat, part),), part.burn)
        for number, (seat, part) in enumerate(dealt, 1)
    )


def _due(number: int, of: int, seat: int, part: Delivery) -> Expectation:
    whom = {"bank": "stack-to-bank", "community": "stack-to-centre"}.get(part.to, "stack-to-seat")
    code = f"{whom}-burned" if part.burn else whom
    return expect(
        "stack_dispensed",
        code,
        seat or None,
        number=number,
        of=of,
        count=part.count,
        face=part.face,
        burned=part.burn,
    )


def _plan(table: TableState, current: RoundState) -> tuple[Stack, ...]:
    stacks = table.rules.game.stacks
    if stacks is not None and stacks.first == "first-hand":
        return plan_of(table.rules, table.bank.seat, frozenset(), current.button.first_hand or 0)
    return plan_of(table.rules, table.bank.seat, current.betting.wagers)


def due_stack(table: TableState, current: RoundState) -> Stack:
    """Name the stack the shuffler puts out next."""
    return _plan(table, current)[stacks_out(current)]


def stacks_out(current: RoundState) -> int:
    """How many stacks of this round the shuffler has put out."""
    part = current.find(StacksOut)
    return part.stacks if part else 0


def stacks_lying(table: TableState, current: RoundState) -> dict[int, int]:
    """How many cards in play the stacks put out so far brought to each seat and the centre."""
    lying: dict[int, int] = {}
    for stack in _plan(table, current)[: stacks_out(current)]:
        lying[stack.seat] = lying.get(stack.seat, 0) + stack.cards - stack.burned
    return lying


def is_open(current: RoundState) -> bool:
    """Tell whether stacks of this round are still to be put out."""
    return any(name.partition(":")[0] == "stacks" for name in current.open_steps)


def is_dispensing(current: RoundState) -> bool:
    """Tell whether some stacks of this round are out and some are not."""
    return 0 < stacks_out(current) < len(holders_of(current))


def cards_left(table: TableState, current: RoundState) -> int:
    """Count what must still lie in the shuffler."""
    stacks = table.rules.game.stacks
    assert stacks is not None
    part = current.find(StacksOut)
    return max(0, (table.deck.cards or stacks.deck_size) - (part.cards if part else 0))


def _begin(table: TableState, current: RoundState) -> None:
    deal_to(current, tuple(stack.seat for stack in _plan(table, current)))
    current.put(current.find(StacksOut) or StacksOut())


def _stack_wanted(table: TableState, current: RoundState) -> tuple[Expectation, ...]:
    return due_stack(table, current).due


def _dispense(
    table: TableState, current: RoundState, event: StackDispensed, forced: bool
) -> StepResult:
    plan, out = _plan(table, current), current.get(StacksOut)
    stack = plan[out.stacks]
    wrong = _stack_fault(table, current, event, stack)
    if wrong and not forced:
        return wrong
    out = StacksOut(out.stacks + 1, out.cards + event.count)
    current.put(out)
    table.deck = table.deck._replace(in_tray=True)
    ends = out.stacks == len(plan) or plan[out.stacks].stage != stack.stage
    return DONE if ends else None


def _stack_fault(
    table: TableState, current: RoundState, event: StackDispensed, stack: Stack
) -> Irregular | None:
    stacks, due = table.rules.game.stacks, table.deck.due or table.deck.loaded
    assert stacks is not None
    number = stacks_out(current) + 1
    colours = (due,) if due else stacks.colours
    if event.stack != number:
        return Irregular("stack-out-of-turn", phrase("stack-expected", number=number))
    if event.count != stack.cards:
        return Irregular("stack-size-wrong", phrase("cards-expected", count=stack.cards))
    if event.colour not in colours:
        return Irregular("wrong-deck-colour", phrase("deck-expected", colours=colours))
    return None


def _turn_wanted(table: TableState, current: RoundState) -> tuple[Expectation, ...]:
    rule = table.rules.game.button
    if table.rules.game.stacks is None:
        return TURN_UP
    if rule is None or rule.used == "always":
        return TURN_CARD
    return TURN_ALL if covers(current) else TURN_SECOND


def _turn(
    table: TableState, current: RoundState, event: CardTurned | CardsRevealed, _forced: bool
) -> StepResult:
    """A bank that covers everything needs no button: its cards are turned and nothing counted."""
    if isinstance(event, CardTurned):
        place_by_card(table, current, event.rank)
    elif not covers(current):
        return Irregular("entry-refused")
    return DONE


def _unload(
    table: TableState, current: RoundState, event: DeckUnloaded, forced: bool
) -> StepResult:
    left = cards_left(table, current)
    if event.count != left and not forced:
        return Irregular("unload-count-wrong", phrase("cards-expected", count=left))
    return DONE


STACKS: Step = Step(
    "stacks",
    frozenset({StackDispensed}),
    _stack_wanted,
    _dispense,
    _begin,
    needs="stacks",
    part=StacksOut,
    labelled=lambda _label: STACKS,
)
BANK_CARD = Step("bank-card", frozenset({CardTurned, CardsRevealed}), _turn_wanted, _turn)
UNLOADING = Step(
    "unload", frozenset({DeckUnloaded}), lambda _t, _r: UNLOAD, _unload, needs="stacks"
)
