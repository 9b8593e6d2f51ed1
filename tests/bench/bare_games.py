"""The other families as plainly as a person would write them: cards dealt, hands ranked."""

import random
from collections.abc import Callable

from controller.facts.cards import DECK, Card
from controller.facts.tiles import TILE_SET
from controller.hands.five_card import best_five
from controller.hands.three_card import rank_three
from tests.bench.bare_baccarat import play as play_baccarat, total

BarePlay = Callable[[int, int], object]


def _cards(chance: random.Random) -> list[Card]:
    cards = list(DECK)
    chance.shuffle(cards)
    return cards


def _hands(chance: random.Random, seats: int, size: int) -> list[list[Card]]:
    cards = _cards(chance)
    players = chance.randint(1, seats - 1)
    return [[cards.pop() for _ in range(size)] for _ in range(players + 1)]


def three_card(rounds: int, seed: int) -> None:
    """Stacks of three, each ranked."""
    chance = random.Random(seed)
    for _ in range(rounds):
        for hand in _hands(chance, 8, 3):
            rank_three(hand)


def holdem(rounds: int, seed: int) -> None:
    """Two cards each, five in the middle, best five of seven."""
    chance = random.Random(seed)
    for _ in range(rounds):
        cards = _cards(chance)
        middle = [cards.pop() for _ in range(5)]
        for _ in range(chance.randint(1, 7) + 1):
            best_five([cards.pop(), cards.pop(), *middle])


def stud(rounds: int, seed: int) -> None:
    """Five cards each, each ranked."""
    chance = random.Random(seed)
    for _ in range(rounds):
        for hand in _hands(chance, 8, 5):
            best_five(hand)


def pai_gow(rounds: int, seed: int) -> None:
    """Three dice, seven piles of seven, the best five of each."""
    chance = random.Random(seed)
    for _ in range(rounds):
        sum(chance.randint(1, 6) for _ in range(3))
        cards = _cards(chance)
        for _ in range(7):
            best_five([cards.pop() for _ in range(7)])


def tiles(rounds: int, seed: int) -> None:
    """Three dice, eight rows of four tiles, both halves counted."""
    chance = random.Random(seed)
    for _ in range(rounds):
        sum(chance.randint(1, 6) for _ in range(3))
        row = list(TILE_SET)
        chance.shuffle(row)
        for _ in range(8):
            hand = [row.pop().pips for _ in range(4)]
            max((hand[0] + hand[1]) % 10, (hand[2] + hand[3]) % 10)


def nine(rounds: int, seed: int) -> int:
    """Dice, three cards each from a shoe without sevens to tens, totalled."""
    chance = random.Random(seed)
    wins = 0
    shoe: list[int] = []
    for _ in range(rounds):
        if len(shoe) < 40:
            shoe = [rank for rank in (1, 2, 3, 4, 5, 6, 11, 12, 13) for _ in range(32)]
            chance.shuffle(shoe)
        sum(chance.randint(1, 6) for _ in range(3))
        bank, *players = ([shoe.pop() for _ in range(3)] for _ in range(chance.randint(1, 7) + 1))
        for hand in (*players, bank):
            if total(hand) < 6:
                hand.append(shoe.pop())
        wins += sum(total(hand) > total(bank) for hand in players)
    return wins


def twenty_one(rounds: int, seed: int) -> int:
    """Two cards each, drawn to seventeen."""
    chance = random.Random(seed)
    wins = 0
    shoe: list[int] = []
    for _ in range(rounds):
        if len(shoe) < 90:
            shoe = [rank for rank in range(1, 14) for _ in range(32)]
            chance.shuffle(shoe)
        bank, *players = ([shoe.pop(), shoe.pop()] for _ in range(chance.randint(1, 7) + 1))
        for hand in (*players, bank):
            while _points(hand) < 17:
                hand.append(shoe.pop())
        wins += sum(_points(hand) > _points(bank) for hand in players)
    return wins


def _points(hand: list[int]) -> int:
    points = sum(min(rank, 10) for rank in hand)
    return points + 10 if 1 in hand and points <= 11 else points


def chinese(rounds: int, seed: int) -> None:
    """Four hands of thirteen, two fives of each ranked."""
    chance = random.Random(seed)
    for _ in range(rounds):
        cards = _cards(chance)
        for start in range(0, 52, 13):
            best_five(cards[start : start + 5])
            best_five(cards[start + 5 : start + 10])


BARE: dict[str, tuple[str, BarePlay]] = {
    "baccarat": ("lucky-derby/ez-baccarat-panda-8", play_baccarat),
    "three-card-poker": ("lucky-derby/three-card-poker-6-card-bonus", three_card),
    "pai-gow-poker": ("lucky-derby/fortune-pai-gow-poker", pai_gow),
    "pai-gow-tiles": ("oaks/pai-gow-tiles", tiles),
    "nine": ("oaks/super-pan-9", nine),
    "twenty-one": ("casino-99/pure-21.5", twenty_one),
    "holdem": ("lucky-derby/ultimate-texas-holdem", holdem),
    "stud": ("lucky-derby/caribbean-stud", stud),
    "chinese-poker": ("casino-99/chinese-poker", chinese),
}
