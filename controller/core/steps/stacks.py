"""Shuffler games: stacks to the seats, the bank's card, the rest unloaded, the play decisions."""

from controller.core.events import (
    CardTurned,
    DeckUnloaded,
    HandFolded,
    PlayClosed,
    StackDispensed,
)
from controller.core.seats import around
from controller.core.state import Irregular, RoundState, TableState, Wanted
from controller.core.steps.button import place_by_card
from controller.core.steps.step import DONE, Outcome, Step

TURN_CARD = (Wanted("card_turned", "Turn the bank's bottom card and enter its rank"),)
UNLOAD = (Wanted("deck_unloaded", "Unload the rest of the deck to the discard rack"),)


def _begin(table: TableState, current: RoundState) -> None:
    """Seats with a wager clockwise from the bank's left, the bank last."""
    bank, rules = table.bank.seat, table.rules
    order = around(bank, rules.seats, rules.game.bank.direction)[1:]
    current.stack_seats = (*(seat for seat in order if seat in current.wagers), bank)


def _stack_wanted(_table: TableState, current: RoundState) -> tuple[Wanted, ...]:
    seat = current.stack_seats[current.stacks]
    of = len(current.stack_seats)
    whom = "the bank, " if current.stacks == of - 1 else ""
    text = f"Stack {current.stacks + 1} of {of} to {whom}seat {seat}"
    return (Wanted("stack_dispensed", text, seat),)


def _dispense(
    table: TableState, current: RoundState, event: StackDispensed, forced: bool
) -> Outcome:
    wrong = _stack_fault(table, current, event)
    if wrong and not forced:
        return wrong
    current.stacks += 1
    table.deck = table.deck._replace(in_tray=True)
    return DONE if current.stacks == len(current.stack_seats) else None


def _stack_fault(table: TableState, current: RoundState, event: StackDispensed) -> Irregular | None:
    stacks, due = table.rules.game.stacks, table.deck.due
    assert stacks is not None
    seen = f"stack {event.stack}, {event.count} cards, {event.colour} deck"
    if event.stack != current.stacks + 1:
        return Irregular("stack-out-of-turn", seen, f"stack {current.stacks + 1}")
    if event.count != stacks.size:
        return Irregular("stack-size-wrong", seen, f"{stacks.size} cards")
    if due and event.colour != due:
        return Irregular("wrong-deck-colour", seen, f"the {due} deck")
    return None


def _turn(table: TableState, current: RoundState, event: CardTurned, _forced: bool) -> Outcome:
    place_by_card(table, current, event.rank)
    return DONE


def _unload(table: TableState, current: RoundState, event: DeckUnloaded, forced: bool) -> Outcome:
    stacks = table.rules.game.stacks
    assert stacks is not None
    left = stacks.deck_size - stacks.size * current.stacks
    if event.count != left and not forced:
        return Irregular("unload-count-wrong", f"{event.count} cards unloaded", f"{left} cards")
    return DONE


def _play_wanted(_table: TableState, current: RoundState) -> tuple[Wanted, ...]:
    folds = tuple(
        Wanted("hand_folded", f"Seat {seat} folds", seat)
        for seat in current.stack_seats[:-1]
        if seat not in current.folded
    )
    return (Wanted("play_closed", "Every seat has played or folded"), *folds)


def _play(
    _table: TableState, current: RoundState, event: HandFolded | PlayClosed, _forced: bool
) -> Outcome:
    if isinstance(event, PlayClosed):
        return DONE
    if event.seat not in current.stack_seats[:-1] or event.seat in current.folded:
        return Irregular("entry-refused", f"seat {event.seat} folds")
    current.folded |= {event.seat}
    return None


STACKS = Step("stacks", frozenset({StackDispensed}), _stack_wanted, _dispense, _begin)
BANK_CARD = Step("bank-card", frozenset({CardTurned}), lambda _t, _r: TURN_CARD, _turn)
UNLOADING = Step("unload", frozenset({DeckUnloaded}), lambda _t, _r: UNLOAD, _unload)
PLAY = Step("play", frozenset({HandFolded, PlayClosed}), _play_wanted, _play)
