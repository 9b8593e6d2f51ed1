"""Ante and Play counted: what they gain over every meeting of a seat's hand with the bank's."""

from collections.abc import Iterable
from decimal import Decimal
from fractions import Fraction
from typing import Final, NamedTuple

from config.game import Game, Wager
from controller.settlement.showdown import ANTE, PLAY, Contest, wager_verdict
from controller.settlement.verdict import Result

UNIT: Final = Decimal(1)


class Meeting(NamedTuple):
    """Hands that meet alike, how many deals bring them, and whether the seat plays its hand."""

    contest: Contest
    plays: bool
    ways: int


def main_returns(game: Game, meetings: Iterable[Meeting]) -> dict[str, Fraction]:
    """What Ante and Play gain, each by its own stake, and both together by the Ante."""
    wagers = {wager.name: wager for wager in game.wagers}
    ante, play = (_Sum(), _Sum())
    for contest, plays, ways in meetings:
        if plays:
            ante.add(_gain(game, wagers[ANTE], contest), ways)
            play.add(_gain(game, wagers[PLAY], contest), ways)
        else:
            ante.add(Fraction(-1), ways)
    together = (ante.gained + play.gained) / ante.staked
    return {ANTE: ante.mean, PLAY: play.mean, "together": together}


def _gain(game: Game, wager: Wager, contest: Contest) -> Fraction:
    verdict = wager_verdict(game, wager, UNIT, contest)
    return verdict.pays - (verdict.result is Result.LOSE)


class _Sum:
    """What was staked and gained."""

    def __init__(self) -> None:
        self.gained, self.staked = Fraction(0), 0

    def add(self, gain: Fraction, ways: int) -> None:
        """Add so many deals that gain the same."""
        self.gained += gain * ways
        self.staked += ways

    @property
    def mean(self) -> Fraction:
        """What one unit gains."""
        return self.gained / self.staked
