"""Measured returns: quick rounds, judged by the verdicts of their family and summed up."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Final

import numpy as np

from config.game import Game
from controller.families import family_of
from controller.families.twenty_one.verdict import INSURANCE
from controller.odds.quick import quick_rounds
from controller.odds.quick.place import SEAT, Batch
from controller.settlement.finished import FinishedRound
from controller.settlement.showdown import ANTE, PLAY
from controller.settlement.verdict import Judge, Result, Verdict
from controller.simulate.returns import Tally

# Not a wager: what must be staked together, measured by the Ante.
TOGETHER: Final = "together"
# So many rounds are dealt together. With another number the same seed deals other rounds.
BATCH: Final = 20_000


def measured_part(game: Game, counted: Collection[str]) -> Game:
    """The game without the side bets that need not be measured, where it can be played so."""
    needed = {name for wager in game.wagers if wager.name not in counted for name in wager.needs}
    needed |= {name for rule in game.stakes for name in (*rule.wagers, rule.of)}
    needed |= {wager.name for wager in game.wagers if wager.required} | {PLAY, INSURANCE}
    return game.without([name for name in counted if name != TOGETHER and name not in needed])


def measured_returns(game: Game, rounds: int, seed: int) -> dict[str, Tally]:
    """What every wager returns over so many rounds; nothing where no bank is played against."""
    judge, deal = family_of(game).judge, quick_rounds(game, seed)
    if judge is None or deal is None:
        return {}
    seen: dict[int, _Played] = {}
    for done in range(0, rounds, BATCH):
        batch = deal(min(BATCH, rounds - done))
        for kind, row, count in zip(*_kinds_in(batch), strict=True):
            if kind not in seen:
                seen[kind] = _played(batch.finished(row), judge, game)
            seen[kind].rounds += count
    return _sums(game, seen.values())


def _kinds_in(batch: Batch) -> tuple[list[int], ...]:
    """The kinds of a batch, a round of each, and how many there are."""
    found = np.unique(batch.kinds, return_index=True, return_counts=True)
    return tuple(each.tolist() for each in found)


@dataclass
class _Played:
    """What the stakes of every round of one kind won or lost, and how many such there were."""

    gains: Mapping[str, float]
    stakes: Mapping[str, Decimal]
    rounds: int = 0


def _played(finished: FinishedRound, judge: Judge, game: Game) -> _Played:
    gains = gains_of(finished, judge(game, finished))
    return _Played(gains, finished.seats[str(SEAT)].wagers)


def _sums(game: Game, seen: Iterable[_Played]) -> dict[str, Tally]:
    """The tallies of a game's wagers, and of what must be staked together."""
    names = [wager.name for wager in game.wagers if wager.earned_from is None]
    main = {wager.name for wager in game.wagers if wager.required or wager.name in (ANTE, PLAY)}
    tallies = {name: Tally() for name in (*names, *((TOGETHER,) if ANTE in names else ()))}
    for played in seen:
        gains, stakes, rounds = played.gains, played.stakes, played.rounds
        for name, gain in gains.items():
            tallies[name].add(gain, float(stakes[name]), rounds)
        if TOGETHER in tallies:
            both = sum(gain for name, gain in gains.items() if name in main)
            tallies[TOGETHER].add(both, float(stakes[ANTE]), rounds)
    return tallies


def gains_of(
    finished: FinishedRound, verdicts: Mapping[tuple[int, str], Verdict]
) -> dict[str, float]:
    """What each wager of the one seat wins or loses against a bank that covers everything."""
    stakes = finished.seats[str(SEAT)].wagers
    return {name: gain(verdicts[SEAT, name], amount) for name, amount in stakes.items()}


def gain(verdict: Verdict, amount: Decimal) -> float:
    """What a wager of this amount wins, or loses."""
    if verdict.parts:
        return sum(gain(part, amount) for part in verdict.parts)
    if verdict.result is Result.WIN:
        return float(verdict.pays)
    if verdict.result is not Result.LOSE:
        return 0.0
    costs = (verdict.takes, verdict.stake, amount)
    return -float(next(cost for cost in costs if cost is not None))
