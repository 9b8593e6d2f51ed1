"""Rulings: a supervisor ends a hold under a name; the record keeps both."""

from typing import Final, get_args

from controller.facts.decisions import HoldReleased, RoundVoided, RulingRefused
from controller.facts.events import (
    CardDrawn,
    CardUnreadable,
    DeckUnloaded,
    DiceRead,
    DiceUnreadable,
    Event,
    RulingGiven,
    WagerRemoved,
)
from controller.facts.kinds import HandRuling
from controller.facts.phrase import Phrase, phrase
from controller.table import (
    decks,
    devices,
    missing,
    rounds,
    shoe,
    staying_wagers as staying,
    unread,
)
from controller.table.state import Hold, TableState

PENALTIES: Final = frozenset({"lose-maximum", "win-minimum"})
# Whoever rules on these has compared the record with the cards on the table.
COMPARED: Final = frozenset({missing.ASKED, missing.DISAGREES, devices.RESTARTED})
HAND_RULINGS: Final = frozenset(get_args(HandRuling))


def give(table: TableState, event: RulingGiven) -> None:
    """Apply a ruling to the hold, or to a hand of the shoe, or say why it does not fit."""
    hold = table.hold
    if event.hold is not None and (hold is None or hold.name != event.hold):
        return _refuse(table, phrase("another-hold"))
    if event.ruling in HAND_RULINGS:
        return table.rules.family.rule_on_hand(table, event)
    if hold is None:
        return _refuse(table, phrase("not-on-hold"))
    if event.ruling == "resume":
        return _release(table, hold, event)
    if event.ruling == "void-round":
        return _void(table, hold, event)
    if event.ruling in PENALTIES:
        return _penalise(table, hold, event)
    ruled = _ruled_event(hold, event)
    if isinstance(ruled, Phrase):
        return _refuse(table, ruled)
    if not rounds.takes(table, ruled):
        return _refuse(table, phrase("nothing-waits"))
    wrong = unread.why_not(table, event.card) if event.card is not None else None
    if wrong is not None:
        return _refuse(table, wrong)
    _release(table, hold, event)
    if event.card is not None:
        (shoe.account if hold.name == missing.ASKED else shoe.identify)(table, event.card)
    rounds.take(table, ruled, forced=True)
    if isinstance(ruled, DeckUnloaded):
        decks.came_out(table, ruled)
    return None


def _penalise(table: TableState, hold: Hold, event: RulingGiven) -> None:
    """A wager taken away before the pay-off stays in the round, for what the book prints."""
    if not isinstance(hold.event, WagerRemoved) or table.rules.game.removed_wager is None:
        return _refuse(table, phrase("penalty-not-printed"))
    return _release(table, hold, event)


def _release(table: TableState, hold: Hold, event: RulingGiven) -> None:
    table.hold = None
    if hold.name in COMPARED or event.ruling == "void-round":
        devices.settle_doubts(table)
    table.decide(HoldReleased(name=hold.name, by=event.by, ruling=event.ruling, note=event.note))


def _ruled_event(hold: Hold, event: RulingGiven) -> Event | Phrase:
    """Name the event a ruling puts in force, or why there is none."""
    if event.ruling == "use-card":
        is_lacking = isinstance(hold.event, CardUnreadable) or hold.name == missing.ASKED
        if not is_lacking or event.card is None:
            return phrase("use-card-needs-face")
        return CardDrawn(card=event.card)
    if event.ruling == "use-dice":
        if not isinstance(hold.event, DiceUnreadable | DiceRead) or not event.dice:
            return phrase("use-dice-needs-values")
        return DiceRead(dice=event.dice)
    if hold.event is None or isinstance(hold.event, CardUnreadable | DiceUnreadable):
        return phrase("nothing-to-accept")
    return hold.event


def _void(table: TableState, hold: Hold, event: RulingGiven) -> None:
    current = table.round
    if current is None:
        return _refuse(table, phrase("no-round-open"))
    counted = missing.stacks_counted(table)
    _release(table, hold, event)
    table.decide(RoundVoided(round=current.number, by=event.by))
    decks.spoil(table, current, hold, counted)
    staying.undo(table, current)
    return rounds.finish(table, rotates=False)


def _refuse(table: TableState, reason: Phrase) -> None:
    table.decide(RulingRefused(reason=reason))
