"""Shoes to draw roads from: dealt by the game's own draw rules, or made of long streaks."""

import random
from collections.abc import Iterator

from controller.facts.cards import DECK
from controller.families.baccarat.coup import Coup
from controller.families.baccarat.sections import Baccarat
from controller.families.catalogue import load_game

GAME = "lucky-derby/ez-baccarat-panda-8"
DECKS = 8
CUT_DEPTH = 14
LONGEST_STREAK = 18


def dealt_shoes(count: int, seed: int) -> Iterator[str]:
    """So many shoes down to the cut card, each a text of P, B and T."""
    chance = random.Random(seed)
    game = load_game(GAME)
    assert isinstance(game, Baccarat)
    faces = list(DECK) * DECKS
    for _ in range(count):
        chance.shuffle(faces)
        cards = list(faces)
        winners: list[str] = []
        while len(cards) > CUT_DEPTH:
            coup = Coup()
            while coup.due:
                coup = coup.with_card(game.coup, cards.pop())
            winners.append(_winner(coup))
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


def _winner(coup: Coup) -> str:
    ours, theirs = coup.player_total, coup.banker_total
    return "T" if ours == theirs else "P" if ours > theirs else "B"
