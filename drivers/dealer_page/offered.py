"""Whether what a page keys in is what it was offered: a touch on an old picture does nothing."""

from collections.abc import Sequence
from typing import Final

from controller.facts.cards import Card
from controller.facts.events import (
    CardDrawn,
    CardTurned,
    DiceRead,
    Event,
    HandShown,
    KeyPressed,
    StakePlaced,
    WagerChosen,
    WagerPlaced,
    WagerRemoved,
)
from drivers.dealer_page.offer import Act, Control, Keypad, Offer

SUIT: Final = "suit-"


def is_offered(offer: Offer, acts: Sequence[Act]) -> bool:
    """Tell whether a key, a keypad or a seat of the page stands for exactly these acts."""
    timeless = tuple(_timeless(act) for act in acts)
    if not timeless:
        return False
    if any(timeless in (control.acts, control.held) for control in every_control(offer)):
        return True
    if offer.keypad is not None and _is_keyed(offer.keypad, timeless):
        return True
    if len(timeless) == 1 and _is_hand(offer, timeless[0]):
        return True
    return all(_is_wager(offer, act) for act in timeless)


def every_control(offer: Offer) -> tuple[Control, ...]:
    """All keys of the page that stand by themselves."""
    alone = [each for each in (offer.floor, offer.back) if each]
    return *offer.controls, *offer.result, *offer.seats, *offer.more, *alone


def _timeless(act: Act) -> Act:
    """When a key was pressed is the page's to say."""
    if "at_ms" not in type(act.event).model_fields:
        return act
    return Act(device=act.device, event=act.event.model_copy(update={"at_ms": None}))


def _is_keyed(keypad: Keypad, acts: tuple[Act, ...]) -> bool:
    *first, last = acts
    if tuple(first) != keypad.first or last.device != keypad.device:
        return False
    return _fits(keypad, last.event)


def _fits(keypad: Keypad, event: Event) -> bool:
    match keypad.kind:
        case "card":
            return isinstance(event, CardDrawn) and (keypad.has_joker or event.card != Card.JOKER)
        case "dice":
            return isinstance(event, DiceRead) and len(event.dice) == keypad.count
        case "name-card":
            is_suit = isinstance(event, KeyPressed) and event.key.startswith(SUIT)
            return is_suit or isinstance(event, CardTurned)
    return isinstance(event, CardTurned)


def _is_hand(offer: Offer, act: Act) -> bool:
    event = act.event
    if not isinstance(event, HandShown):
        return False
    return any(
        (each.device, each.seat) == (act.device, event.seat)
        and sum(each.rows) == len(event.tiles if each.of_tiles else event.cards)
        for each in offer.hands
    )


def _is_wager(offer: Offer, act: Act) -> bool:
    if offer.wager_device is None or act.device != offer.wager_device:
        return False
    if isinstance(act.event, StakePlaced):
        return True
    if not isinstance(act.event, WagerChosen | WagerPlaced | WagerRemoved):
        return False
    return act.event.wager is None or act.event.wager in {each.wager for each in offer.wagers}
