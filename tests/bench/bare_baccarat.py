"""Baccarat as plainly as a person would write it: draw the cards, total the hands."""

import random

DRAWS = {
    0: range(10),
    1: range(10),
    2: range(10),
    3: (0, 1, 2, 3, 4, 5, 6, 7, 9),
    4: (2, 3, 4, 5, 6, 7),
    5: (4, 5, 6, 7),
    6: (6, 7),
    7: (),
}
CUT_DEPTH = 14


def total(hand: list[int]) -> int:
    """Tens and pictures count nothing."""
    return sum(min(card, 10) for card in hand) % 10


def shuffled_shoe(chance: random.Random, decks: int = 8) -> list[int]:
    """Ranks only."""
    shoe = [rank for rank in range(1, 14) for _ in range(4 * decks)]
    chance.shuffle(shoe)
    return shoe


def play_round(shoe: list[int]) -> str:
    """Deal one round and name the winner."""
    player, banker = [shoe.pop()], [shoe.pop()]
    player.append(shoe.pop())
    banker.append(shoe.pop())
    if total(player) < 8 and total(banker) < 8:
        draw_third_cards(shoe, player, banker)
    if total(player) == total(banker):
        return "tie"
    return "player" if total(player) > total(banker) else "banker"


def draw_third_cards(shoe: list[int], player: list[int], banker: list[int]) -> None:
    """The player draws to five; the banker then follows the chart."""
    if total(player) > 5:
        if total(banker) <= 5:
            banker.append(shoe.pop())
        return
    player.append(shoe.pop())
    if min(player[2], 10) % 10 in DRAWS[total(banker)]:
        banker.append(shoe.pop())


def play(rounds: int, seed: int) -> dict[str, int]:
    """Play so many rounds and count the winners."""
    chance = random.Random(seed)
    shoe: list[int] = []
    counts = {"player": 0, "banker": 0, "tie": 0}
    for _ in range(rounds):
        if len(shoe) <= CUT_DEPTH:
            shoe = shuffled_shoe(chance)
        counts[play_round(shoe)] += 1
    return counts
