"""The meaning of the entry pad's keys and of its prompt."""

from typing import Final

from controller.core.events import (
    EVENT,
    BankAccepted,
    BankDeclined,
    BetsClosed,
    CollectionTaken,
    Event,
    FloorCalled,
    HandFolded,
    PileChosen,
    PilesDealt,
    PilesDelivered,
    PlayClosed,
    RoundSettled,
    ShoeLoaded,
    WagerPlaced,
    WagerRemoved,
)
from controller.core.orders import Order, ShowPrompt
from drivers.link.codec import WireMessage, wire_message
from drivers.link.session import clip

PROMPT_BYTES: Final = 120

RESERVED_KEYS: Final = frozenset(
    {
        "player",
        "banker",
        "tie",
        "player-pair",
        "banker-pair",
        "natural",
        "bonus",
        "enter",
        "undo",
    }
)

_PLAIN_KEYS: Final[dict[str, Event]] = {
    "bank-yes": BankAccepted(),
    "bank-no": BankDeclined(),
    "collection": CollectionTaken(),
    "close-bets": BetsClosed(),
    "piles-dealt": PilesDealt(),
    "piles-delivered": PilesDelivered(),
    "play-closed": PlayClosed(),
    "settled": RoundSettled(),
    "floor": FloorCalled(),
}


class EntryPadProtocol:
    """A key press is an event; the prompt is the pad's only order."""

    kind = "entry-pad"

    def event(self, message: WireMessage) -> Event | None:
        """The fact a key press stands for; None for the reserved keys."""
        key = message.text("key")
        if key in RESERVED_KEYS:
            return None
        plain = _PLAIN_KEYS.get(key)
        return plain if plain is not None else _numbered_key(key, message.text("press"))

    def command(self, order: Order) -> WireMessage | None:
        """The wire command for a prompt, cut to what the display holds."""
        if isinstance(order, ShowPrompt):
            return wire_message("show_prompt", text=clip(order.text, PROMPT_BYTES))
        return None


def _numbered_key(key: str, press: str) -> Event:
    name, _, value = key.rpartition("-")
    match name:
        case "seat":
            wager = WagerRemoved if press == "long" else WagerPlaced
            return wager(seat=int(value))
        case "fold":
            return HandFolded(seat=int(value))
        case "pile":
            return PileChosen(pile=int(value))
        case "new-shoe":
            return ShoeLoaded(decks=int(value))
    rank = "Jo" if value == "joker" else value
    return EVENT.validate_python({"kind": "card_turned", "rank": rank})
