"""Naming on the pad: the house dealer keys in what a device could not read, and the hold ends."""

from typing import Final

from controller.facts.cards import RANKS, Card
from controller.facts.decisions import EntryRefused
from controller.facts.events import (
    CardDrawn,
    CardTurned,
    CardUnreadable,
    CutCardDrawn,
    DiceRead,
    Event,
    KeyPressed,
    RulingGiven,
)
from controller.facts.phrase import Phrase, phrase
from controller.table import rounds, shoe
from controller.table.holds import subject
from controller.table.shoe import copies_seen
from controller.table.state import Hold, TableState

DEALER: Final = "the house dealer"
SUITS: Final = {"suit-clubs": "c", "suit-diamonds": "d", "suit-hearts": "h", "suit-spades": "s"}
CUT_CARD: Final = "cut-card"
UNDO: Final = "undo"
CARD_KEYS: Final = frozenset({*SUITS, CUT_CARD, UNDO})
DICE_KEYS: Final = frozenset({UNDO})
MOST_PIPS: Final = 6


def takes(hold: Hold, event: Event) -> bool:
    """Tell whether an event is a key that names what the hold is for; any other waits."""
    if not isinstance(event, CardTurned | KeyPressed):
        return False
    what = subject(hold)
    if not what or isinstance(event, CardTurned):
        return bool(what)
    return not event.is_long and event.key in (CARD_KEYS if what == "card" else DICE_KEYS)


def press(table: TableState, hold: Hold, event: Event) -> RulingGiven | None:
    """Take a key of the naming; the last one gives the ruling that ends the hold."""
    table.hold = hold = hold._replace(said=None)
    if isinstance(event, CardTurned):
        is_card = isinstance(hold.event, CardUnreadable)
        return (_press_rank if is_card else _press_die)(table, hold, event.rank)
    key = event.key if isinstance(event, KeyPressed) else UNDO
    if key == UNDO:
        table.hold = hold._replace(named=())
        return None
    return _press_cut_card(table, hold) if key == CUT_CARD else _press_suit(table, hold, key)


def _press_rank(table: TableState, hold: Hold, rank: str) -> RulingGiven | None:
    """A rank waits for its suit, and another rank takes its place; a joker has no suit."""
    if rank == Card.JOKER:
        return _use_card(table, hold, Card.JOKER)
    table.hold = hold._replace(named=(rank,))
    return None


def _press_suit(table: TableState, hold: Hold, key: str) -> RulingGiven | None:
    if not hold.named:
        return _refused(table, hold, phrase("suit-needs-rank"))
    return _use_card(table, hold, Card(hold.named[0] + SUITS[key]))


def _press_die(table: TableState, hold: Hold, rank: str) -> RulingGiven | None:
    rule = table.rules.game.dice
    pips = RANKS.find(rank) + 1
    if rule is None or not rounds.takes(table, DiceRead(dice=(1,))):
        return _refused(table, hold, phrase("no-dice-due"))
    if not 1 <= pips <= MOST_PIPS:
        return _refused(table, hold, phrase("die-shows", most=MOST_PIPS))
    named = (*hold.named, str(pips))
    table.hold = hold._replace(named=named)
    if len(named) < rule.count:
        return None
    return RulingGiven(by=DEALER, ruling="use-dice", dice=tuple(map(int, named)))


def _press_cut_card(table: TableState, hold: Hold) -> RulingGiven:
    """It was no card of the decks: it is not counted, and is out before what waits."""
    drawn, named = table.shoe.drawn - 1, table.shoe.cut_named + 1
    table.shoe = table.shoe._replace(drawn=drawn, cut_named=named)
    table.hold = hold._replace(late=((CutCardDrawn(),), *hold.late))
    return RulingGiven(by=DEALER, ruling="resume", note="the cut card")


def _use_card(table: TableState, hold: Hold, card: Card) -> RulingGiven | None:
    wrong = why_not(table, card)
    if wrong:
        return _refused(table, hold, wrong)
    return RulingGiven(by=DEALER, ruling="use-card", card=card)


def why_not(table: TableState, card: Card) -> Phrase | None:
    """Why an unread card cannot be this one: the shoe is judged as if the card had been read."""
    if not rounds.takes(table, CardDrawn(card=card)):
        return phrase("no-card-due")
    trial = table.draft()
    shoe.identify(trial, card)
    wrong = shoe.fault(trial, card)
    if wrong is None:
        return None
    copies = copies_seen(trial.shoe, card)
    code = "named-foreign-card" if wrong.name == "foreign-card" else "named-surplus-card"
    return phrase(code, card=card, copy=copies, decks=trial.shoe.decks)


def _refused(table: TableState, hold: Hold, reason: Phrase) -> RulingGiven | None:
    table.hold = hold._replace(named=(), said=reason)
    table.decide(EntryRefused(reason=reason))
    return None
