"""The hands of the shoe in play, counted from 1: taking one back, putting another in its place.

A hand that is decided but not settled yet is the last of them: it is on the road already.
"""

from typing import Final

from controller.facts.decisions import HandCorrected, HandInserted, HandTakenBack, OutcomeDecided
from controller.facts.phrase import Phrase, phrase
from controller.table.state import RoundState, TableState, TakenHand

RESULT: Final = "result"
MOST_TAKEN: Final = 20


def all_hands(table: TableState) -> tuple[OutcomeDecided, ...]:
    """Every hand on the road, the unsettled one included."""
    unsettled = table.round.outcome if table.round else None
    return (*table.shoe.hands, unsettled) if unsettled else table.shoe.hands


def unknown_hand(table: TableState, number: int) -> Phrase | None:
    """Say why there is no hand of this number, or None when there is."""
    hands = len(all_hands(table))
    if 1 <= number <= hands:
        return None
    if not hands:
        return phrase("no-hand-yet")
    return phrase("no-such-hand", hand=number, hands=hands)


def take_back(table: TableState, number: int, by: str, note: str = "") -> None:
    """Take one hand off the road; one not settled yet waits for its result again."""
    taken = all_hands(table)[number - 1]
    current = table.round
    if current is not None and number > len(table.shoe.hands):
        _reopen(table, current)
    else:
        hands, out = table.shoe.hands, (*table.shoe.taken, TakenHand(number, taken))
        table.shoe = table.shoe._replace(
            hands=(*hands[: number - 1], *hands[number:]), taken=out[-MOST_TAKEN:]
        )
        if number == len(hands):
            table.last = hands[-2] if number > 1 else None
    table.decide(HandTakenBack(shoe=table.shoe.number, hand=number, taken=taken, by=by, note=note))


def last_taken(table: TableState, place: int | None) -> TakenHand | None:
    """The hand last taken off the road, or last taken from a place of it."""
    taken = reversed(table.shoe.taken)
    return next((each for each in taken if place in (None, each.place)), None)


def insert_hand(
    table: TableState, number: int, inserted: OutcomeDecided, by: str, note: str = ""
) -> None:
    """Put a hand in before the one that has this number now, or after the last."""
    hands = table.shoe.hands
    table.shoe = table.shoe._replace(hands=(*hands[: number - 1], inserted, *hands[number - 1 :]))
    is_last = number == len(hands) + 1
    if is_last and not (table.round and table.round.outcome):
        table.last = inserted
    table.decide(
        HandInserted(shoe=table.shoe.number, hand=number, inserted=inserted, by=by, note=note)
    )


def _reopen(table: TableState, current: RoundState) -> None:
    current.outcome = None
    for place, group in enumerate(table.rules.game.deal.steps):
        if RESULT in group:
            current.group, current.open = place, table.rules.open_steps[(RESULT,)]


def replace_hand(
    table: TableState, number: int, after: OutcomeDecided, by: str, note: str = ""
) -> None:
    """Put another result in a hand's place."""
    before = all_hands(table)[number - 1]
    current, hands = table.round, table.shoe.hands
    if current is not None and number > len(hands):
        current.outcome = after
    else:
        table.shoe = table.shoe._replace(hands=(*hands[: number - 1], after, *hands[number:]))
    if table.last is before:
        table.last = after
    table.decide(
        HandCorrected(
            shoe=table.shoe.number, hand=number, before=before, after=after, by=by, note=note
        )
    )
