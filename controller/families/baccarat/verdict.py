"""Baccarat: every wager on both hands, by the conditions and odds of the game's file."""

from collections.abc import Iterator, Mapping
from decimal import Decimal

from config.game import Game, Wager
from controller.facts.cards import Card
from controller.families.baccarat.coup import VALUE, chart_rows, next_hand
from controller.families.baccarat.coup_result import CoupResult, meets, stays, won_case
from controller.settlement.finished import FinishedRound
from controller.settlement.verdict import LOSE, PUSH, STAY, RoundError, Verdict, Verdicts, win
from controller.table.state import RoundState


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
            _check(seat, kinds[name], amount, staked)
            yield seat, kinds[name], amount


def _check(seat: int, wager: Wager, amount: Decimal, staked: Mapping[str, Decimal]) -> None:
    if wager.needs and not any(staked.get(name) for name in wager.needs):
        needed = " or ".join(wager.needs)
        raise RoundError(f"seat {seat}: {wager.name} needs a wager on {needed} as well")
    if wager.limits and not wager.limits[0] <= amount <= wager.limits[1]:
        least, most = wager.limits
        raise RoundError(f"seat {seat}: {wager.name} of {amount}; its limits are {least} to {most}")


def _result(game: Game, finished: FinishedRound) -> CoupResult:
    """Rebuild the coup card by card and refuse one the chart does not allow."""
    coup = game.coup
    assert coup is not None
    for name, cards in (("player", finished.player), ("banker", finished.banker)):
        if not 2 <= len(cards) <= 3 or Card.JOKER in cards:
            raise RoundError(f"{name}: {' '.join(cards) or 'no cards'}; a hand has 2 or 3 cards")
    current = _with(finished.player[:2], finished.banker[:2])
    rows = chart_rows(coup)
    for hand, cards in (("player", finished.player), ("banker", finished.banker)):
        due = next_hand(coup, rows, current) == hand
        if due != (len(cards) == 3):
            drew = "takes a third card" if due else "stands"
            raise RoundError(f"{hand}: {' '.join(cards)}; by the rules of {game.name} it {drew}")
        current = _with(
            finished.player, (finished.banker if hand == "banker" else finished.banker[:2])
        )
    return CoupResult(
        current.player_total, current.banker_total, len(finished.player), len(finished.banker)
    )


def _with(player: tuple[Card, ...], banker: tuple[Card, ...]) -> RoundState:
    return RoundState(
        1,
        player=player,
        banker=banker,
        player_total=_total(player),
        banker_total=_total(banker),
        natural=_total(player[:2]) > 7 or _total(banker[:2]) > 7,
    )


def _total(cards: tuple[Card, ...]) -> int:
    return sum(VALUE[card] for card in cards) % 10


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
