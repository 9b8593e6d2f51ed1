"""Baccarat: every wager on both hands, by the conditions and odds of the game's file."""

from collections.abc import Iterator, Mapping
from decimal import Decimal

from config.game import Game, Wager
from controller.facts.cards import Card
from controller.families.baccarat.coup import (
    Coup,
    deciding_card as card_of_coup,
    looked_result,
)
from controller.families.baccarat.coup_result import CoupResult, meets, stays, won_case
from controller.families.baccarat.sections import Baccarat
from controller.settlement.finished import FinishedRound
from controller.settlement.verdict import LOSE, PUSH, STAY, RoundError, Verdict, Verdicts, win


def judge(game: Game, finished: FinishedRound) -> Verdicts:
    """The verdict on every wager of a complete coup."""
    result = _result(game, finished)
    return {
        (seat, wager.name): verdict_on(wager, amount, result)
        for seat, wager, amount in _stakes(game, finished)
    }


def _stakes(game: Game, finished: FinishedRound) -> Iterator[tuple[int, Wager, Decimal]]:
    kinds = {wager.name: wager for wager in game.wagers}
    for seat in finished.seat_numbers():
        staked = finished.seats[str(seat)].wagers
        for name, amount in staked.items():
            if name not in kinds:
                known = ", ".join(kinds)
                raise RoundError(f"seat {seat}: no wager {name!r}; {game.name} has {known}")
            _check(seat, kinds[name], staked)
            yield seat, kinds[name], amount


def _check(seat: int, wager: Wager, staked: Mapping[str, Decimal]) -> None:
    if wager.needs and not any(staked.get(name) for name in wager.needs):
        needed = " or ".join(wager.needs)
        text = f"{wager.name} needs a wager on {needed} as well"
        raise RoundError(f"seat {seat}: {text} ({wager.source})")


def _result(game: Game, finished: FinishedRound) -> CoupResult:
    """Rebuild the coup card by card and refuse one the chart does not allow."""
    assert isinstance(game, Baccarat)
    for name, cards in (("player", finished.player), ("banker", finished.banker)):
        if not 2 <= len(cards) <= 3 or Card.JOKER in cards:
            text = f"{' '.join(cards) or 'no cards'}; a hand has 2 or 3 cards"
            raise RoundError(f"{name}: {text} ({game.coup.source})")
    coup = Coup()
    for ours, theirs in zip(finished.player[:2], finished.banker[:2], strict=True):
        coup = coup.with_card(game.coup, ours).with_card(game.coup, theirs)
    for hand, cards in (("player", finished.player), ("banker", finished.banker)):
        due = coup.due == hand
        if due != (len(cards) == 3):
            drew = "takes a third card" if due else "stands"
            text = f"{' '.join(cards)}; by the rules of {game.name} it {drew}"
            raise RoundError(f"{hand}: {text} ({game.coup.source})")
        coup = coup.with_card(game.coup, cards[2]) if due else coup
    return looked_result(coup)


def verdict_on(wager: Wager, amount: Decimal, result: CoupResult) -> Verdict:
    """Judge one wager by a coup's result."""
    if any(meets(condition, result) for condition in wager.pushes):
        return PUSH
    case = won_case(wager, result)
    if case is not None:
        odds = wager.table.get(case) or wager.odds
        assert odds is not None
        return win(amount, odds, f"{case} pays {odds}")
    return STAY if stays(wager, result) else LOSE


def deciding_card(game: Game, finished: FinishedRound) -> Card | None:
    """The card of the coup that the book names."""
    assert isinstance(game, Baccarat)
    return card_of_coup(game.coup, Coup(finished.player, finished.banker))
