"""The rules: rounds a second through the real `advance`, against a loop that only adds cards."""

import time
from collections.abc import Callable
from functools import partial

from config.table import DEFAULT_TABLE
from controller.families.opening import rules_of
from controller.families.tables import load_table
from controller.simulate import simulate
from tests.bench.bare_baccarat import play
from tests.bench.figures import Figure, median, say

ROUNDS = 6000
REPEATS = 7


def measure() -> list[Figure]:
    """Alternate both loops and compare their medians."""
    say(f"core: {REPEATS} times {ROUNDS} rounds through advance and through a bare loop")
    rules = rules_of(load_table(DEFAULT_TABLE))
    ours, bare = [], []
    for seed in range(REPEATS):
        ours.append(_rate(partial(simulate, rules, ROUNDS, seed)))
        bare.append(_rate(partial(play, ROUNDS, seed)))
    ratio = median(bare) / median(ours)
    rates = (f"{median(ours):,.0f} rounds/s", f"{median(bare):,.0f} rounds/s")
    return [Figure("core against bare loop", *rates, ratio, "at most 15, aim 8", ratio <= 15)]


def _rate(play_rounds: Callable[[], object]) -> float:
    started = time.process_time()
    play_rounds()
    return ROUNDS / (time.process_time() - started)
