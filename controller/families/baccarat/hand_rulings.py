"""Rulings on hands already on the road, and on a hand nobody bets on; they need no hold."""

import re
from dataclasses import replace
from typing import Final

from controller.facts.decisions import HoldReleased, RulingRefused
from controller.facts.events import CardDrawn, ResultEntered, RulingGiven
from controller.facts.phrase import Phrase, phrase
from controller.families.baccarat import free_hands
from controller.families.baccarat.coup_result import LETTERS
from controller.families.baccarat.possible_results import Kind, mark_text, settle_kind
from controller.families.baccarat.result import entered_outcome
from controller.families.baccarat.shoe_hands import (
    all_hands,
    insert_hand,
    last_taken,
    replace_hand,
    take_back,
    unknown_hand,
)
from controller.table.state import TableState

# A hand that the floor puts in is of no round of the record.
NO_ROUND: Final = 0
_MARK: Final = re.compile(r"([PBT])([npb]{0,3})")


def rule_on_hand(table: TableState, event: RulingGiven) -> None:
    """Do what the ruling says, or say why it cannot be done."""
    return _RULED[event.ruling](table, event)


def _undo(table: TableState, event: RulingGiven) -> None:
    number = event.hand or len(all_hands(table))
    wrong = unknown_hand(table, number)
    if wrong:
        return _refuse(table, wrong)
    return take_back(table, number, event.by, event.note)


def _correct(table: TableState, event: RulingGiven) -> None:
    if event.hand is None:
        return _refuse(table, phrase("which-hand"))
    wrong = unknown_hand(table, event.hand)
    if wrong:
        return _refuse(table, wrong)
    result = _result(table, event)
    if isinstance(result, Phrase):
        return _refuse(table, result)
    before = all_hands(table)[event.hand - 1]
    if (before.mark, before.bonuses) == (result.mark, result.bonuses):
        return _refuse(table, phrase("same-already", hand=event.hand, mark=before.mark))
    entered = result.model_copy(update={"is_free": before.is_free})
    after = replace(entered_outcome(before.round, entered), is_ruled=True)
    return replace_hand(table, event.hand, after, event.by, event.note)


def _insert(table: TableState, event: RulingGiven) -> None:
    """Without a result, a hand that was taken back is put back as it was."""
    if not table.shoe.number:
        return _refuse(table, phrase("no-shoe-to-deal"))
    return _put_back(table, event) if event.to is None else _put_in(table, event)


def _put_back(table: TableState, event: RulingGiven) -> None:
    taken = last_taken(table, event.hand)
    if taken is None:
        return _refuse(table, phrase("nothing-to-put-back"))
    others = tuple(each for each in table.shoe.taken if each is not taken)
    table.shoe = table.shoe._replace(taken=others)
    place = min(taken.place, len(table.shoe.hands) + 1)
    back = replace(taken.hand, is_ruled=True)
    return insert_hand(table, place, back, event.by, event.note)


def _put_in(table: TableState, event: RulingGiven) -> None:
    places = len(table.shoe.hands) + 1
    if event.hand is None or event.hand > places:
        return _refuse(table, phrase("which-place", places=places))
    result = _result(table, event)
    if isinstance(result, Phrase):
        return _refuse(table, result)
    inserted = replace(entered_outcome(NO_ROUND, result), is_ruled=True)
    return insert_hand(table, event.hand, inserted, event.by, event.note)


def _result(table: TableState, event: RulingGiven) -> ResultEntered | Phrase:
    """Read the mark of a ruling as a result of this game, or say why it is none."""
    if event.to is None:
        return phrase("which-result")
    match = _MARK.fullmatch(event.to)
    if match is None or len(set(match[2])) < len(match[2]):
        return phrase("no-outcome", mark=event.to)
    kind = Kind(LETTERS[match[1]], "n" in match[2], _in_order(table, event.bonuses))
    settled = settle_kind(table.rules, kind)
    if isinstance(settled, Phrase):
        return settled
    mark = mark_text(settled, "p" in match[2], "b" in match[2])
    return ResultEntered(mark=mark, bonuses=settled.bonuses)


def _in_order(table: TableState, bonuses: tuple[str, ...]) -> tuple[str, ...]:
    known = [mark for mark in table.rules.tallied if mark in bonuses]
    return (*known, *(mark for mark in bonuses if mark not in known))


def _free(table: TableState, event: RulingGiven) -> None:
    """Start a free hand; a card that came out before its time becomes its first card."""
    hold = table.hold
    if hold is not None and not isinstance(hold.event, CardDrawn):
        return _refuse(table, phrase("on-hold-for", name=hold.name))
    wrong = free_hands.fault(table)
    if wrong:
        return _refuse(table, wrong)
    table.hold = None
    if hold is not None:
        released = HoldReleased(name=hold.name, by=event.by, ruling=event.ruling, note=event.note)
        table.decide(released)
    free_hands.start(table)
    if hold is not None and hold.event is not None:
        free_hands.deal(table, hold.event)
    return None


def _refuse(table: TableState, reason: Phrase) -> None:
    table.decide(RulingRefused(reason=reason))


_RULED: Final = {
    "correct-hand": _correct,
    "undo-hand": _undo,
    "insert-hand": _insert,
    "free-hand": _free,
}
