"""The meaning of the entry pad's keys and of its prompt."""

from typing import Final, get_args

from config.pai_gow import SeenFault
from controller.core.events import (
    EVENT,
    BankAccepted,
    BankDeclined,
    BetsClosed,
    CardsDealt,
    CardsRevealed,
    CollectionTaken,
    CoverageDeclared,
    Event,
    FaultSeen,
    FloorCalled,
    HandDoubled,
    HandFolded,
    HandRescued,
    HandSplit,
    HandStood,
    HandSurrendered,
    HoleChecked,
    InsuranceClosed,
    InsuranceTaken,
    KeyPressed,
    PileChosen,
    PilesDealt,
    PilesDelivered,
    PlayClosed,
    PlayPlaced,
    RoundSettled,
    ShoeLoaded,
    SweepDeclared,
    WagerChosen,
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
    "cards-dealt": CardsDealt(),
    "play-closed": PlayClosed(),
    "settled": RoundSettled(),
    "floor": FloorCalled(),
    "covered": CoverageDeclared(covers=True),
    "short": CoverageDeclared(covers=False),
    "revealed": CardsRevealed(),
    "stand": HandStood(),
    "double": HandDoubled(),
    "split": HandSplit(),
    "surrender": HandSurrendered(),
    "rescue": HandRescued(),
    "insurance-closed": InsuranceClosed(),
    "hole-natural": HoleChecked(is_natural=True),
    "hole-clear": HoleChecked(is_natural=False),
    **{fault: FaultSeen(fault=fault) for fault in get_args(SeenFault)},
}


class EntryPadProtocol:
    """A key press is an event; the prompt is the pad's only order."""

    kind = "entry-pad"

    def event(self, message: WireMessage) -> Event | None:
        """The fact a key press stands for; a reserved key is recorded as just that."""
        key = message.text("key")
        if key in RESERVED_KEYS:
            return KeyPressed(key=key, is_long=message.text("press") == "long")
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
        case "play":
            return PlayPlaced(seat=int(value))
        case "flex":
            return WagerChosen(wager=key)
        case "sweep":
            return SweepDeclared(seat=int(value))
        case "insure":
            return InsuranceTaken(seat=int(value))
        case "pile":
            return PileChosen(pile=int(value))
        case "new-shoe":
            return ShoeLoaded(decks=int(value))
    rank = "Jo" if value == "joker" else value
    return EVENT.validate_python({"kind": "card_turned", "rank": rank})
