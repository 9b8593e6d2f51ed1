"""Every family through the real rules, against a loop that only deals and ranks its hands."""

import time
from functools import partial

from controller.families.catalogue import load_game
from controller.families.opening import rules_of
from controller.families.tables import bare_table
from controller.simulate import simulate
from tests.bench.bare_games import BARE
from tests.bench.figures import Figure, median, say

ROUNDS = 1500
REPEATS = 5
MOST = 40


def measure() -> list[Figure]:
    """One game of each family; both loops in turns, medians compared."""
    return [_family(family) for family in BARE]


def _family(family: str) -> Figure:
    game_id, bare_play = BARE[family]
    say(f"{family}: {REPEATS} times {ROUNDS} rounds of {game_id}")
    game = load_game(game_id)
    rules = rules_of(bare_table(game, game.seats.allowed[0]))
    ours, bare = [], []
    for seed in range(REPEATS):
        started = time.process_time()
        simulate(rules, ROUNDS, seed)
        ours.append(ROUNDS / (time.process_time() - started))
        started = time.process_time()
        partial(bare_play, ROUNDS, seed)()
        bare.append(ROUNDS / (time.process_time() - started))
    ratio = median(bare) / median(ours)
    rates = (f"{median(ours):,.0f} rounds/s", f"{median(bare):,.0f} rounds/s")
    return Figure(family, *rates, ratio, f"at most {MOST}", ratio <= MOST)
