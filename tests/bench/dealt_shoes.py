"""Shoes to draw roads from: dealt by the game's own draw rules, or made of long streaks."""

import random
from collections.abc import Iterator

from config.catalogue import load_game
from controller.facts.cards import DECK, Card
from controller.families.baccarat.coup import VALUE, chart_rows, next_hand
from controller.table.state import RoundState

GAME = "lucky-derby/ez-baccarat-panda-8"
DECKS = 8
CUT_DEPTH = 14
LONGEST_STREAK = 18


def dealt_shoes(count: int, seed: int) -> Iterator[str]:
    """So many shoes down to the cut card, each a text of P, B and T."""
    chance = random.Random(seed)
    coup = load_game(GAME).coup
    assert coup is not None
    chart = chart_rows(coup)
    faces = list(DECK) * DECKS
    for _ in range(count):
        chance.shuffle(faces)
        cards = list(faces)
        winners: list[str] = []
        while len(cards) > CUT_DEPTH:
            current = RoundState(number=1)
            while (hand := next_hand(coup, chart, current)) is not None:
                _deal(current, hand, cards.pop())
            winners.append(_winner(current))
        yield "".join(winners)


def streaky_shoes(count: int, seed: int) -> Iterator[str]:
    """Shoes of long streaks, whose tails lie over one another."""
    chance = random.Random(seed)
    for _ in range(count):
        sides, turn = "", chance.randrange(2)
        while len(sides) < 80:
            sides += "BP"[turn] * chance.randint(1, LONGEST_STREAK)
            turn = 1 - turn
        yield "".join(side + "T" * (chance.random() < 0.08) for side in sides)


def _deal(current: RoundState, hand: str, card: Card) -> None:
    if hand == "player":
        current.player += (card,)
        current.player_total = sum(VALUE[held] for held in current.player) % 10
    else:
        current.banker += (card,)
        current.banker_total = sum(VALUE[held] for held in current.banker) % 10
    if len(current.player) == len(current.banker) == 2:
        current.natural = max(current.player_total, current.banker_total) > 7


def _winner(current: RoundState) -> str:
    ours, theirs = current.player_total, current.banker_total
    return "T" if ours == theirs else "P" if ours > theirs else "B"
