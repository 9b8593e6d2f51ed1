"""Measuring what cannot be counted: game after game, as many at a time as there are processes."""

import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed

from config.game import Game
from controller.families.catalogue import game_ids
from controller.odds.kept import KeptTallies, Measure, digest_of
from controller.odds.measured import measured_returns
from controller.reference.odds import game_of, measured_game


def measure_games(
    kept: KeptTallies, rounds: int, seed: int, jobs: int, told: Callable[[str], None]
) -> None:
    """Measure every game that has other rules or fewer rounds than asked for."""
    due = list(_due(kept, rounds))
    told(f"{len(due)} games to measure over {rounds:,} rounds each, {jobs} at a time")
    began = time.monotonic()
    with ProcessPoolExecutor(jobs) as pool:
        running = {pool.submit(_measured, game, rounds, seed): name for name, game in due}
        for count, done in enumerate(as_completed(running), start=1):
            kept.put(running[done], done.result())
            minutes = (time.monotonic() - began) / 60
            told(f"{running[done]}: measured, {count} of {len(due)}, {minutes:.0f} minutes so far")


def _due(kept: KeptTallies, rounds: int) -> Iterator[tuple[str, Game]]:
    for game_id in game_ids():
        if not kept.is_enough(game_id, game_of(game_id), rounds):
            yield game_id, game_of(game_id)


def _measured(game: Game, rounds: int, seed: int) -> Measure:
    part = measured_game(game)
    sums = measured_returns(part, rounds, seed) if part else {}
    return Measure(digest_of(game), seed, rounds, sums)
