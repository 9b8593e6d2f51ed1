"""Measured returns: quick rounds, judged by the verdicts of their family and summed up."""

from collections.abc import Callable, Collection, Hashable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from random import Random
from typing import Final

from config.game import Game
from controller.families import family_of
from controller.families.twenty_one.verdict import INSURANCE
from controller.odds.quick import quick_rounds
from controller.odds.quick.place import SEAT
from controller.settlement.finished import FinishedRound
from controller.settlement.showdown import ANTE, PLAY
from controller.settlement.verdict import Judge, Result, Verdict
from controller.simulate.returns import Tally

# Not a wager: what must be staked together, measured by the Ante.
TOGETHER: Final = "together"
PROGRESS_EVERY: Final = 1000
# Rounds that nothing shorter than their cards tells apart are each of a kind: they are not kept.
MOST_KINDS: Final = 100_000


def measured_part(game: Game, counted: Collection[str]) -> Game:
    """The game without the side bets that need not be measured, where it can be played so."""
    needed = {name for wager in game.wagers if wager.name not in counted for name in wager.needs}
    needed |= {name for rule in game.stakes for name in (*rule.wagers, rule.of)}
    needed |= {wager.name for wager in game.wagers if wager.required} | {PLAY, INSURANCE}
    return game.without([name for name in counted if name != TOGETHER and name not in needed])


def measured_returns(
    game: Game, rounds: int, seed: int, progress: Callable[[int], None] = lambda _rounds: None
) -> dict[str, Tally]:
    """What every wager returns over so many rounds; nothing where no bank is played against."""
    judge, deal = family_of(game).judge, quick_rounds(game, Random(seed))
    if judge is None or deal is None:
        return {}
    sums = _Sums(game)
    seen: dict[Hashable, _Played] = {}
    for number in range(rounds):
        kind, finished = deal()
        if kind not in seen:
            seen[kind] = _played(finished(), judge, game)
        seen[kind].rounds += 1
        if not number % PROGRESS_EVERY:
            progress(number)
            if len(seen) > MOST_KINDS:
                sums.add(seen)
    sums.add(seen)
    return sums.tallies


@dataclass
class _Played:
    """What the stakes of every round of one kind won or lost, and how many such there were."""

    gains: Mapping[str, float]
    stakes: Mapping[str, Decimal]
    rounds: int = 0


def _played(finished: FinishedRound, judge: Judge, game: Game) -> _Played:
    gains = gains_of(finished, judge(game, finished))
    return _Played(gains, finished.seats[str(SEAT)].wagers)


class _Sums:
    """The tallies of a game's wagers, and of what must be staked together."""

    def __init__(self, game: Game) -> None:
        names = [wager.name for wager in game.wagers if wager.earned_from is None]
        self._main = {w.name for w in game.wagers if w.required or w.name in (ANTE, PLAY)}
        self.tallies = {name: Tally() for name in (*names, *((TOGETHER,) if ANTE in names else ()))}

    def add(self, seen: dict[Hashable, _Played]) -> None:
        """Add the rounds seen and forget them."""
        for gains, stakes, rounds in ((p.gains, p.stakes, p.rounds) for p in seen.values()):
            for name, gain in gains.items():
                self.tallies[name].add(gain, float(stakes[name]), rounds)
            if TOGETHER in self.tallies:
                both = sum(gain for name, gain in gains.items() if name in self._main)
                self.tallies[TOGETHER].add(both, float(stakes[ANTE]), rounds)
        seen.clear()


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
