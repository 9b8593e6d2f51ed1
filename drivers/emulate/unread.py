"""What an emulated house dealer keys in for a card or dice that no camera could read."""

from typing import Final

from controller.facts.board import HoldView
from controller.facts.cards import RANKS
from drivers.shoe.emulator import CUT_CARD

SUIT_KEYS: Final = {"c": "suit-clubs", "d": "suit-diamonds", "h": "suit-hearts", "s": "suit-spades"}


def naming_keys(hold: HoldView, last_card: str, dice: tuple[int, ...]) -> list[str]:
    """The keys that name what lies on the felt; none when the hold is for people."""
    if hold.naming == "card":
        keys = card_keys(last_card)
    elif hold.naming == "dice":
        keys = [f"rank-{RANKS[pips - 1]}" for pips in dice]
    else:
        return []
    # Somebody may have left a name half keyed in.
    return ["undo", *keys] if hold.named and keys else keys


def card_keys(card: str) -> list[str]:
    """The keys of a card: rank and suit, or the one key of a joker or a cut card."""
    if card == CUT_CARD:
        return ["cut-card"]
    if card == "Jo":
        return ["rank-joker"]
    return [f"rank-{card[0]}", SUIT_KEYS[card[1]]] if card else []
