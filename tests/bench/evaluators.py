"""Hand evaluators against the best-known packages, on the same hands in the same run."""

import random
import time
from collections.abc import Callable, Sequence
from importlib import import_module
from importlib.util import find_spec

from controller.facts.cards import DECK, Card
from controller.hands.five_card import best_five
from controller.hands.three_card import rank_three
from tests.bench.figures import Figure, median, say

HANDS = 4000
REPEATS = 7
PEERS = ("phevaluator", "pokerkit")


def measure() -> list[Figure]:
    """Five of six against phevaluator, three cards against pokerkit; per call, from our cards."""
    absent = [name for name in PEERS if find_spec(name) is None]
    if absent:
        say(f"evaluators: {', '.join(absent)} not installed; pip install -e '.[bench]'")
        return []
    say(f"evaluators: {REPEATS} times {HANDS} hands")
    chance = random.Random(1)
    sixes = [tuple(chance.sample(DECK, 6)) for _ in range(HANDS)]
    threes = [tuple(chance.sample(DECK, 3)) for _ in range(HANDS)]
    return [
        _figure("five of six", sixes, best_five, _phevaluator(), "phevaluator"),
        _figure("three cards", threes, rank_three, _pokerkit(), "pokerkit"),
    ]


def _figure(
    name: str,
    hands: Sequence[tuple[Card, ...]],
    ours: Callable[[Sequence[Card]], object],
    peer: Callable[[Sequence[Card]], object],
    peer_name: str,
) -> Figure:
    _seconds(ours, hands)
    mine, theirs = [], []
    for _ in range(REPEATS):
        mine.append(_seconds(ours, hands))
        theirs.append(_seconds(peer, hands))
    ratio = median(mine) / median(theirs)
    words = (f"{median(mine) / HANDS * 1e6:.2f} µs", f"{median(theirs) / HANDS * 1e6:.2f} µs")
    return Figure(f"{name}, {peer_name}", *words, ratio, "at most 1", ratio <= 1)


def _seconds(rank: Callable[[Sequence[Card]], object], hands: Sequence[tuple[Card, ...]]) -> float:
    started = time.process_time()
    for hand in hands:
        rank(hand)
    return time.process_time() - started


def _phevaluator() -> Callable[[Sequence[Card]], object]:
    evaluate = import_module("phevaluator").evaluate_cards
    return lambda hand: evaluate(*hand)


def _pokerkit() -> Callable[[Sequence[Card]], object]:
    hand_type = import_module("pokerkit").RhodeIslandHoldemHand
    return lambda hand: hand_type("".join(hand))
