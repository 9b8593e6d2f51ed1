"""Side bets of twenty-one that the strategy of no player touches, counted over a full shoe."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal
from fractions import Fraction
from itertools import product
from typing import Final, NamedTuple

from controller.facts.cards import Card
from controller.families.twenty_one.sections import TwentyOneGame, TwentyOneWager
from controller.families.twenty_one.side_bets import RED, BankHand, Seen, paying_line
from controller.families.twenty_one.values import HandCount, count_hand
from controller.families.twenty_one.verdict import INSURANCE, side_bet
from controller.odds.quick.twenty_one_known import bank_draws
from controller.settlement.verdict import Result, win
from controller.table.shoe import copies_in_deck

UNIT: Final = Decimal(1)
FIXED: Final = frozenset({"first-two", "first-two-and-up"})
NOTHING: Final = HandCount(0)


class _Pack(NamedTuple):
    """Faces that no line tells apart, and how many cards of each are left."""

    faces: tuple[Card, ...]
    left: tuple[int, ...]

    def draws(self) -> Iterator[tuple[Card, Fraction, "_Pack"]]:
        """Each face that may come next, its probability, and what is left then."""
        cards = sum(self.left)
        for place, face in enumerate(self.faces):
            if self.left[place]:
                left = (*self.left[:place], self.left[place] - 1, *self.left[place + 1 :])
                yield face, Fraction(self.left[place], cards), _Pack(self.faces, left)


def side_returns(game: TwentyOneGame) -> dict[str, Fraction]:
    """What each side bet gains that fixed cards or the bank's own draws decide."""
    found: dict[str, Fraction] = {}
    for wager in game.wagers:
        asked = {line.of for line in wager.lines.values()}
        if wager.name == INSURANCE:
            found[wager.name] = _insurance(game, wager)
        elif asked and asked <= FIXED:
            found[wager.name] = _of_fixed_cards(game, wager)
        elif asked == {"bank"} and _is_countable(wager):
            found[wager.name] = _of_the_bank(game, wager)
    return found


def _faces(game: TwentyOneGame) -> list[tuple[Card, int]]:
    decks = game.decks[1]
    copies = copies_in_deck(game.cards, decks)
    return [(card, copies[card.place] * decks) for card in Card if copies[card.place]]


def _insurance(game: TwentyOneGame, wager: TwentyOneWager) -> Fraction:
    """Taken whenever it is offered: on each of the cards that the book names."""
    rule, faces = game.twenty_one, _faces(game)
    on = rule.insurance.on if rule.insurance else ""
    pairs = [
        (up, down, many * (more - (up is down)))
        for (up, many), (down, more) in product(faces, repeat=2)
        if up.rank_code in on
    ]
    pays = win(UNIT, wager.odds or "0:1").pays
    scale, deals = rule.totals.scale, sum(ways for *_cards, ways in pairs)
    naturals = (ways for up, down, ways in pairs if count_hand(scale, (up, down)).is_natural)
    return (1 + pays) * Fraction(sum(naturals), deals) - 1


def _of_fixed_cards(game: TwentyOneGame, wager: TwentyOneWager) -> Fraction:
    """Every two cards of a seat with every card that the bank may show."""
    scale, faces = game.twenty_one.totals.scale, _faces(game)
    found: Counter[str | None] = Counter()
    for (one, many), (two, more), (up, most) in product(faces, repeat=3):
        seen = Seen(scale, (one, two), (one, two), BankHand((up,), up, NOTHING))
        ways = many * (more - (two is one)) * (most - (up is one) - (up is two))
        found[paying_line(wager, seen)] += ways
    gained = sum((_gain(wager, line) * ways for line, ways in found.items()), Fraction(0))
    return gained / found.total()


def _gain(wager: TwentyOneWager, line: str | None) -> Fraction:
    verdict = side_bet(wager, UNIT, line)
    return verdict.pays - (verdict.result is Result.LOSE)


# The bank's own hand: whoever draws before it, its cards come as from a full shoe.


def _is_countable(wager: TwentyOneWager) -> bool:
    """Lines that ask only for the count and the number of cards, or only for red ones."""
    asked = [line.model_fields_set - {"of"} for line in wager.lines.values()]
    return all(keys <= {"over", "at_least"} for keys in asked) or _asks_for_red(wager)


def _asks_for_red(wager: TwentyOneWager) -> bool:
    return all(line.model_fields_set == {"of", "red"} for line in wager.lines.values())


def _of_the_bank(game: TwentyOneGame, wager: TwentyOneWager) -> Fraction:
    by_colour = _asks_for_red(wager)
    found: defaultdict[str | None, Fraction] = defaultdict(Fraction)
    for cards, share in _ends(game, _grouped(_faces(game), by_colour), by_colour):
        found[paying_line(wager, _bank_seen(game, cards))] += share
    return sum((_gain(wager, line) * share for line, share in found.items()), Fraction(0))


def _bank_seen(game: TwentyOneGame, cards: tuple[Card, ...]) -> Seen:
    scale = game.twenty_one.totals.scale
    return Seen(scale, (), (), BankHand(cards, None, count_hand(scale, cards)))


def _ends(
    game: TwentyOneGame, pack: _Pack, by_colour: bool
) -> Iterator[tuple[tuple[Card, ...], Fraction]]:
    """The bank's finished hands; of red ones as far as the first black card, which decides."""
    open_hands: list[tuple[tuple[Card, ...], Fraction, _Pack]] = [((), Fraction(1), pack)]
    while open_hands:
        cards, share, left = open_hands.pop()
        is_black = by_colour and cards and cards[-1].suit not in RED
        if is_black or (len(cards) > 1 and not bank_draws(game.twenty_one, cards)):
            yield cards, share
            continue
        for card, chance, after in left.draws():
            open_hands.append(((*cards, card), share * chance, after))


def _grouped(faces: Iterable[tuple[Card, int]], by_colour: bool) -> _Pack:
    """One face for all of a value, and of a colour where that is asked."""
    groups: dict[tuple[int, bool], tuple[Card, int]] = {}
    for card, count in faces:
        key = (min(card.rank, 10), by_colour and card.suit in RED)
        groups[key] = (groups.get(key, (card, 0))[0], groups.get(key, (card, 0))[1] + count)
    kept: Sequence[tuple[Card, int]] = tuple(groups.values())
    return _Pack(tuple(card for card, _count in kept), tuple(count for _card, count in kept))
