"""Playing cards: fifty-two faces and the joker, written `Td`, `As`, `Jo`."""

from enum import StrEnum
from typing import Final

RANKS: Final = "A23456789TJQK"
SUITS: Final = "cdhs"
DECK_SIZE: Final = 52


class Card(StrEnum):
    """One face; `rank` is 1 (ace) to 13 (king), 0 for a joker; `place` is 0 to 52."""

    rank: int
    suit: str
    place: int

    Ac, Ad, Ah, As = "Ac", "Ad", "Ah", "As"
    C2c, C2d, C2h, C2s = "2c", "2d", "2h", "2s"
    C3c, C3d, C3h, C3s = "3c", "3d", "3h", "3s"
    C4c, C4d, C4h, C4s = "4c", "4d", "4h", "4s"
    C5c, C5d, C5h, C5s = "5c", "5d", "5h", "5s"
    C6c, C6d, C6h, C6s = "6c", "6d", "6h", "6s"
    C7c, C7d, C7h, C7s = "7c", "7d", "7h", "7s"
    C8c, C8d, C8h, C8s = "8c", "8d", "8h", "8s"
    C9c, C9d, C9h, C9s = "9c", "9d", "9h", "9s"
    Tc, Td, Th, Ts = "Tc", "Td", "Th", "Ts"
    Jc, Jd, Jh, Js = "Jc", "Jd", "Jh", "Js"
    Qc, Qd, Qh, Qs = "Qc", "Qd", "Qh", "Qs"
    Kc, Kd, Kh, Ks = "Kc", "Kd", "Kh", "Ks"
    JOKER = "Jo"

    # A card equals its code, so it hashes like it, and faster than an enum does.
    __hash__ = str.__hash__

    def __init__(self, code: str) -> None:
        joker = code == "Jo"
        self.suit = "" if joker else code[1]
        self.rank = 0 if joker else RANKS.index(code[0]) + 1
        self.place = DECK_SIZE if joker else (self.rank - 1) * 4 + SUITS.index(code[1])

    @property
    def rank_code(self) -> str:
        """The rank as printed in charts: `A`, `2` … `K`, or `Jo`."""
        return RANKS[self.rank - 1] if self.rank else "Jo"


DECK: Final[tuple[Card, ...]] = tuple(card for card in Card if card is not Card.JOKER)


def parse_card(text: str) -> Card:
    """Read a card code, forgiving case (`td`, `AS`); raise ValueError naming the text."""
    code = text.strip()
    code = code[:1].upper() + code[1:].lower()
    try:
        return Card(code)
    except ValueError:
        raise ValueError(
            f"{text!r} is not a card; write rank {RANKS} and suit {SUITS}, as in Td, or Jo"
        ) from None
