"""Pai gow tiles: a high and a low hand against the bank's; copies and two zeros are the bank's."""

from collections import Counter

from config.game import Game
from controller.facts.tiles import TILE_SET
from controller.families.pai_gow_tiles.house_way import set_by_chart
from controller.families.pai_gow_tiles.sections import PaiGowTiles
from controller.families.pai_gow_tiles.values import (
    SetTiles,
    hands_won,
    name_of,
    rank_tiles,
    require_tiles,
    set_tiles,
)
from controller.hands.dealt import HandError
from controller.settlement.finished import BankRound, FinishedRound, SeatRound
from controller.settlement.house_decision import HouseWayError
from controller.settlement.placed import bank_of, stakes_of
from controller.settlement.verdict import Result, RoundError, Verdict, Verdicts, win

RESULTS = (Result.LOSE, Result.PUSH, Result.WIN)


def judge(game: Game, finished: FinishedRound) -> Verdicts:
    """The verdict on every wager of a round of tiles."""
    assert isinstance(game, PaiGowTiles)
    rule = game.tiles
    bank = _set(game, bank_of(game, finished), "the bank's hand")
    hands = {n: _set(game, finished.seats[str(n)], f"seat {n}") for n in finished.seat_numbers()}
    _require_one_set(game, bank, hands)
    verdicts: dict[tuple[int, str], Verdict] = {}
    for number, hand in hands.items():
        try:
            stakes = stakes_of(game, finished.seats[str(number)])
        except RoundError as error:
            raise RoundError(f"seat {number}: {error}") from None
        result = RESULTS[hands_won(hand, bank, rule.swaps_three_and_six)]
        why = _why(hand, bank, rule.swaps_three_and_six)
        for wager in game.wagers:
            amount = stakes.get(wager.name)
            if amount is not None:
                paid = result is Result.WIN and wager.odds
                verdict = (
                    win(amount, wager.odds or "1:1", why) if paid else Verdict(result, why=why)
                )
                verdicts[number, wager.name] = verdict
    return verdicts


def _set(game: Game, seat: SeatRound | BankRound, whose: str) -> SetTiles:
    """The tiles as set: four of which two are the high hand; else the house way."""
    assert isinstance(game, PaiGowTiles)
    try:
        require_tiles(seat.tiles, 4)
        if not seat.high_tiles:
            return set_by_chart(game, seat.tiles)[0]
        require_tiles(seat.high_tiles, 2)
        low = list(seat.tiles)
        for tile in seat.high_tiles:
            if tile not in low:
                raise RoundError(f"{tile} is in the high hand but not among the four tiles")
            low.remove(tile)
        return set_tiles(seat.high_tiles, tuple(low), game.tiles.swaps_three_and_six)
    except HandError as error:
        raise RoundError(f"{whose}: {error} ({game.deal.source})") from None
    except (RoundError, HouseWayError) as error:
        raise RoundError(f"{whose}: {error}") from None


def _require_one_set(game: Game, bank: SetTiles, hands: dict[int, SetTiles]) -> None:
    dealt = Counter(tile for hand in (bank, *hands.values()) for part in hand for tile in part)
    for tile, times in dealt.items():
        if times > TILE_SET.count(tile):
            text = f"tile {tile} was dealt {times} times; a set holds fewer"
            raise RoundError(f"{text} ({game.cards.source})")


def _why(hand: SetTiles, bank: SetTiles, swaps: bool) -> str:
    parts = []
    for ours, theirs in zip(hand, bank, strict=True):
        our, their = rank_tiles(ours, swaps), rank_tiles(theirs, swaps)
        parts.append(f"{name_of(our)} against {name_of(their)}")
    return ", ".join(parts)
