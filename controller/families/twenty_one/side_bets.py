"""Side bets at a twenty-one table: each names the line of its pay table, or nothing when lost."""

from collections.abc import Callable
from typing import Final, NamedTuple

from controller.facts.cards import Card
from controller.families.twenty_one.sections import Scale
from controller.families.twenty_one.values import HandCount, count_hand

RED: Final = frozenset("dh")
SEVENS: Final = (7, 7, 7)
SIX_SEVEN_EIGHT: Final = (6, 7, 8)
# Lucky Lucky counts three cards to 21, whatever the base game's best hand is.
PLAIN_SCALE: Final = Scale(21, frozenset(), 0, 1)
LUCKY_TOTALS: Final = (19, 20, 21)


class BankHand(NamedTuple):
    """The bank's cards, the face-up one first, then the hole card, then its draws."""

    cards: tuple[Card, ...]
    total: HandCount


# Lines of the pay table, the seat's first two cards, the bank's hand -> the line that pays.
SideBet = Callable[[tuple[str, ...], tuple[Card, ...], BankHand], str | None]


def buster(lines: tuple[str, ...], _first: tuple[Card, ...], bank: BankHand) -> str | None:
    """Pays by the number of cards of a bank that is over; the last line is for more, too."""
    return _at_most(lines, "cards", len(bank.cards)) if bank.total.is_over else None


def red_flex(lines: tuple[str, ...], _first: tuple[Card, ...], bank: BankHand) -> str | None:
    """Pays by the red cards of the bank in order, up to the first black one; two at least."""
    reds = next(
        (place for place, card in enumerate(bank.cards) if card.suit not in RED), len(bank.cards)
    )
    return _at_most(lines, "red", reds) if reds >= 2 else None


def _at_most(lines: tuple[str, ...], word: str, number: int) -> str:
    most = max(int(line.rpartition("-")[2]) for line in lines)
    return f"{word}-{min(number, most)}"


def lucky_lucky(_lines: tuple[str, ...], first: tuple[Card, ...], bank: BankHand) -> str | None:
    """Pays on the seat's first two cards with the bank's face-up card."""
    cards = (*first, bank.cards[0])
    suited = "suited-" if len({card.suit for card in cards}) == 1 else ""
    ranks = tuple(sorted(card.rank for card in cards))
    if ranks == SEVENS:
        return f"{suited}777"
    if ranks == SIX_SEVEN_EIGHT:
        return f"{suited}678"
    total = count_hand(PLAIN_SCALE, cards).points
    if total not in LUCKY_TOTALS:
        return None
    return f"{suited if total == PLAIN_SCALE.limit else ''}{total}"


def match_up_card(_lines: tuple[str, ...], first: tuple[Card, ...], bank: BankHand) -> str | None:
    """Pays for each of the seat's first two cards with the rank of the bank's face-up card."""
    up = bank.cards[0]
    matches = [card for card in first if card.rank == up.rank]
    suited = sum(card.suit == up.suit for card in matches)
    if not matches:
        return None
    return MATCHES[suited, len(matches) - suited]


MATCHES: Final = {
    (2, 0): "suited-2",
    (1, 1): "suited-1-unsuited-1",
    (1, 0): "suited-1",
    (0, 2): "unsuited-2",
    (0, 1): "unsuited-1",
}
SIDE_BETS: Final[dict[str, SideBet]] = {
    "buster": buster,
    "red-flex": red_flex,
    "lucky-lucky": lucky_lucky,
    "match": match_up_card,
}
# Bets that need the two cards dealt to the seat.
ON_FIRST_TWO: Final = frozenset({"lucky-lucky", "match"})
