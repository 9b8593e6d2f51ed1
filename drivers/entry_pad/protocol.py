"""The meaning of the entry pad's keys and of its prompt."""

import time
from collections.abc import Callable
from functools import partial
from typing import Final, get_args

from config.words import ENGLISH, words
from controller.facts.events import (
    EVENT,
    BankAccepted,
    BankDeclined,
    BetsClosed,
    CardsDealt,
    CardsRevealed,
    CollectionTaken,
    CoverageDeclared,
    EvenMoneyTaken,
    Event,
    FaultSeen,
    FloorCalled,
    HandDoubled,
    HandFolded,
    HandRescued,
    HandSplit,
    HandsSet,
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
    StageSettled,
    SweepDeclared,
    WagerChosen,
    WagerPlaced,
    WagerRemoved,
)
from controller.facts.kinds import SeenFault
from controller.facts.orders import Order, ShowPrompt
from drivers.wire.codec import WireMessage, wire_message
from drivers.wire.session import clip

PROMPT_BYTES: Final = 120


def wall_clock_ms() -> int:
    """The time a press is told with, UTC; two presses are compared by it."""
    return time.time_ns() // 1_000_000


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
        "suit-clubs",
        "suit-diamonds",
        "suit-hearts",
        "suit-spades",
        "cut-card",
    }
)

_PLAIN_KEYS: Final[dict[str, Callable[[], Event]]] = {
    "bank-yes": BankAccepted,
    "bank-no": BankDeclined,
    "collection": CollectionTaken,
    "close-bets": BetsClosed,
    "piles-dealt": PilesDealt,
    "piles-delivered": PilesDelivered,
    "hands-set": HandsSet,
    "cards-dealt": CardsDealt,
    "play-closed": PlayClosed,
    "settled": RoundSettled,
    "stage-settled": StageSettled,
    "floor": FloorCalled,
    "covered": partial(CoverageDeclared, covers=True),
    "short": partial(CoverageDeclared, covers=False),
    "revealed": CardsRevealed,
    "stand": HandStood,
    "double": HandDoubled,
    "split": HandSplit,
    "surrender": HandSurrendered,
    "rescue": HandRescued,
    "insurance-closed": InsuranceClosed,
    "hole-natural": partial(HoleChecked, is_natural=True),
    "hole-clear": partial(HoleChecked, is_natural=False),
    **{fault: partial(FaultSeen, fault=fault) for fault in get_args(SeenFault)},
}


class EntryPadProtocol:
    """A key press is an event; the prompt is the pad's only order."""

    kind = "entry-pad"

    def __init__(self, clock_ms: Callable[[], int] | None = None, language: str = ENGLISH) -> None:
        self._clock_ms = clock_ms
        self._words = words(language)

    def event(self, message: WireMessage) -> Event | None:
        """The fact a key press stands for; keys of an entry are told as keys, with a time.

        A new shoe key loads a shoe when it is held; whether a touch of it does is for the rules.
        """
        key, is_long = message.text("key"), message.text("press") == "long"
        if key in RESERVED_KEYS or (key.startswith("new-shoe-") and not is_long):
            at_ms = self._clock_ms() if self._clock_ms else None
            return KeyPressed(key=key, is_long=is_long, at_ms=at_ms)
        plain = _PLAIN_KEYS.get(key)
        return plain() if plain is not None else _numbered_key(key, message.text("press"))

    def command(self, order: Order) -> WireMessage | None:
        """The wire command for a prompt, cut to what the display holds."""
        if isinstance(order, ShowPrompt):
            text = " / ".join(self._words.sentence(each) for each in order.phrases)
            return wire_message("show_prompt", text=clip(text, PROMPT_BYTES))
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
        case "even":
            return EvenMoneyTaken(seat=int(value))
        case "give-up":
            return HandSurrendered(seat=int(value))
        case "pile":
            return PileChosen(pile=int(value))
        case "new-shoe":
            return ShoeLoaded(decks=int(value))
    rank = "Jo" if value == "joker" else value
    return EVENT.validate_python({"kind": "card_turned", "rank": rank})


PROTOCOL: Final = EntryPadProtocol
