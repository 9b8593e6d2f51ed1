"""Side bets at a twenty-one table: the line of the pay table that the cards show, if one does."""

from typing import Final, NamedTuple

from config.conditions import CardsCondition, Matches
from controller.facts.cards import Card
from controller.families.twenty_one.sections import Scale, TwentyOneWager
from controller.families.twenty_one.values import HandCount, count_hand

RED: Final = frozenset("dh")
# A line counts to 21, whatever the game's best hand is.
PLAIN_SCALE: Final = Scale(21, frozenset(), 0, 1)


class BankHand(NamedTuple):
    """The bank's cards as they were dealt, which of them lay face up, and what they count."""

    cards: tuple[Card, ...]
    up: Card | None
    total: HandCount


class Seen(NamedTuple):
    """The cards a side bet may ask about: the seat's first two, its hand, the bank's."""

    scale: Scale
    first: tuple[Card, ...]
    hand: tuple[Card, ...]
    bank: BankHand


def paying_line(wager: TwentyOneWager, seen: Seen) -> str | None:
    """The first line of a wager that holds, or nothing when the wager is lost."""
    return next((name for name, line in wager.lines.items() if _holds(line, seen)), None)


def _holds(line: CardsCondition, seen: Seen) -> bool:
    cards = _asked(line, seen)
    return (
        _has_enough(line, cards)
        and (line.ranks is None or sorted(line.ranks) == _ranks(cards))
        and _looks_so(line, cards)
        and _counts_so(line, seen, cards)
        and (line.matches is None or _matches_of(line.matches) == _matches(seen))
    )


def _looks_so(line: CardsCondition, cards: tuple[Card, ...]) -> bool:
    is_pair = len(cards) == 2 and cards[0].rank == cards[1].rank
    if line.pair not in (None, is_pair):
        return False
    if line.suited not in (None, len({card.suit for card in cards}) == 1):
        return False
    return line.one_colour in (None, len({card.suit in RED for card in cards}) == 1)


def _counts_so(line: CardsCondition, seen: Seen, cards: tuple[Card, ...]) -> bool:
    if line.total is not None and line.total != count_hand(PLAIN_SCALE, cards).points:
        return False
    if line.natural is None and line.over is None:
        return True
    count = count_hand(seen.scale, cards)
    return line.natural in (None, count.is_natural) and line.over in (None, count.is_over)


def _asked(line: CardsCondition, seen: Seen) -> tuple[Card, ...]:
    if line.of == "first-two":
        return seen.first
    if line.of == "first-two-and-up":
        return (*seen.first, seen.bank.up) if seen.bank.up else seen.first
    return seen.hand if line.of == "hand" else seen.bank.cards


def _matches_of(asked: Matches) -> tuple[int, int]:
    return asked.suited, asked.unsuited


def _ranks(cards: tuple[Card, ...]) -> list[str]:
    return sorted(card.rank_code for card in cards)


def _has_enough(line: CardsCondition, cards: tuple[Card, ...]) -> bool:
    """What a line asks of the number of cards, or of each of them."""
    if len(cards) < max(line.at_least or 0, line.red or 0):
        return False
    is_red = not line.red or all(card.suit in RED for card in cards[: line.red])
    return is_red and (line.among is None or all(card.rank_code in line.among for card in cards))


def _matches(seen: Seen) -> tuple[int, int]:
    """Of the first two cards, those with the rank of the bank's up card: in its suit, and not."""
    up = seen.bank.up
    found = [card.suit == up.suit for card in seen.first if up and card.rank == up.rank]
    return sum(found), len(found) - sum(found)
