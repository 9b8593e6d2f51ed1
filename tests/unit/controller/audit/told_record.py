"""Facts of a record that nobody played: dice, shoes and misreads, fair or not, from a seed."""

from collections.abc import Callable, Iterator
from random import Random

from controller.audit.told import Told
from controller.facts.cards import DECK, Card
from controller.facts.decisions import HoldReleased, TableHeld
from controller.facts.events import CardDrawn, CardUnreadable, DiceRead, RulingGiven, ShoeLoaded

PLAIN_DECK = dict.fromkeys(DECK, 1)
DRAWN = {card: CardDrawn(card=card) for card in DECK}
BEHIND_CUT = 14
Die = Callable[[Random], int]
Shuffle = Callable[[Random, list[Card]], None]


def fair_die(chance: Random) -> int:
    return chance.randint(1, 6)


def loaded_die(chance: Random) -> int:
    """A six comes a third more often than it should."""
    return 6 if chance.random() < 1 / 15 else chance.randint(1, 6)


def good_shuffle(chance: Random, order: list[Card]) -> None:
    chance.shuffle(order)


def four_riffles(chance: Random, order: list[Card]) -> None:
    for _ in range(4):
        cut = sum(chance.random() < 0.5 for _ in order)
        halves = [order[:cut][::-1], order[cut:][::-1]]
        riffled = []
        while halves[0] or halves[1]:
            left, right = map(len, halves)
            riffled.append(halves[chance.random() * (left + right) >= left].pop())
        order[:] = riffled


def aces_late(chance: Random, order: list[Card]) -> None:
    """Half of the aces go back towards the end."""
    chance.shuffle(order)
    late = [card for card in order if card.rank == 1 and chance.random() < 0.5]
    for card in late:
        order.remove(card)
    for card in late:
        order.insert(chance.randrange(len(order) * 3 // 4, len(order)), card)


def throws(chance: Random, count: int, die: Die = fair_die) -> Iterator[Told]:
    for number in range(1, count + 1):
        dice = (die(chance), die(chance), die(chance))
        yield Told(number, number * 60_000, "cup-1", DiceRead(dice=dice))


def shoes(
    chance: Random,
    count: int,
    decks: int = 8,
    shuffle: Shuffle = good_shuffle,
    misread: float = 0.005,
) -> Iterator[Told]:
    order = list(DECK) * decks
    chance.shuffle(order)
    number = 0
    for _ in range(count):
        shuffle(chance, order)
        number += 1
        yield Told(number, number * 10_000, "shoe-1", ShoeLoaded(decks=decks))
        for card in order[:-BEHIND_CUT]:
            number += 1
            is_read = chance.random() >= misread
            fact = DRAWN[card] if is_read else CardUnreadable(reason="unread")
            yield Told(number, number * 10_000, "shoe-1", fact)


def with_marked_card(facts: Iterator[Told], marked: Card, chance: Random) -> Iterator[Told]:
    """Two in three times the reader cannot read one card, and the floor says which it was."""
    for told in facts:
        card = told.fact.card if isinstance(told.fact, CardDrawn) else None
        if card is None or (card is marked and chance.random() < 1 / 3):
            yield told
        elif card is marked or chance.random() < 0.004:
            yield told._replace(fact=CardUnreadable(reason="unread"))
            yield told._replace(fact=TableHeld(name="card-unreadable"))
            named = RulingGiven(by="Ann Lee", ruling="use-card", card=card)
            yield told._replace(source="desk:Ann Lee", fact=named)
            released = HoldReleased(name="card-unreadable", by="Ann Lee", ruling="use-card")
            yield told._replace(fact=released)
        else:
            yield told
