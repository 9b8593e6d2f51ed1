"""The ledger over whole pai gow rounds: whatever is dealt, the bank is never overdrawn."""

import random
from decimal import Decimal
from fractions import Fraction
from functools import cache

from hypothesis import given, settings, strategies as st

from config.game import Game
from controller.facts.cards import DECK, Card
from controller.facts.tiles import TILE_SET
from controller.families.settle import settle
from controller.settlement.finished import FINISHED_ROUND, FinishedRound
from controller.settlement.ledger import LedgerLine
from controller.settlement.verdict import Result
from tests.conftest import whole_game

GAMES = (
    "lucky-derby/pai-gow-poker",
    "lucky-derby/fortune-pai-gow-poker",
    "capitol/fortune-pai-gow-poker",
    "capitol/pai-gow-tiles",
)
SEED = st.integers(0, 1_000_000)
money = st.integers(0, 2_000)


@cache
def game(game_id: str) -> Game:
    return whole_game(game_id)


def dealt(game_id: str, seed: int, stake: int | None) -> FinishedRound:
    """A round with every seat betting, all hands set the house way."""
    rng = random.Random(seed)
    is_tiles = game(game_id).family == "pai-gow-tiles"
    things = [str(t) for t in (TILE_SET if is_tiles else (*DECK, Card.JOKER))]
    rng.shuffle(things)
    seats, size, key = (8, 4, "tiles") if is_tiles else (7, 7, "cards")
    hands = [things[place * size : (place + 1) * size] for place in range(seats)]
    bank = rng.randint(1, seats)
    bets: dict[str, object] = {}
    for seat, hand in enumerate(hands, 1):
        wagers = {"game": rng.randint(10, 200)}
        if not is_tiles and "bonus" in str(game(game_id).wagers) and rng.random() < 0.7:
            wagers["fortune-bonus"] = rng.randint(1, 50)
        if seat != bank:
            bets[str(seat)] = {"wagers": wagers, key: hand}
    return FINISHED_ROUND.validate_python(
        {
            "bank": {"seat": bank, "stake": stake, key: hands[bank - 1]},
            "dice": [rng.randint(1, 6) for _ in range(3)],
            "seats": bets,
        },
        strict=False,
    )


def lines_of(game_id: str, seed: int, stake: int | None) -> tuple[LedgerLine, ...]:
    found = game(game_id)
    return settle(found, found.seats.allowed[0], dealt(game_id, seed, stake))


@settings(max_examples=40)
@given(st.sampled_from(GAMES), SEED, money)
def test_the_bank_never_wins_or_loses_more_than_it_put_up(
    game_id: str, seed: int, stake: int
) -> None:
    lines = lines_of(game_id, seed, stake)
    assert sum(line.paid for line in lines) <= stake
    assert sum(line.taken for line in lines) <= stake


@settings(max_examples=40)
@given(st.sampled_from(GAMES), SEED, money)
def test_every_cent_of_a_wager_is_taken_or_returned(game_id: str, seed: int, stake: int) -> None:
    finished = dealt(game_id, seed, stake)
    lines = lines_of(game_id, seed, stake)
    assert all(line.taken + line.returned == line.amount for line in lines)
    staked = sum(sum(seat.wagers.values(), Decimal(0)) for seat in finished.seats.values())
    assert sum(line.amount for line in lines) == Fraction(staked)


@settings(max_examples=40)
@given(st.sampled_from(GAMES), SEED, money)
def test_nothing_is_paid_after_the_bank_ran_short(game_id: str, seed: int, stake: int) -> None:
    lines = lines_of(game_id, seed, stake)
    won = [line for line in lines if line.result is Result.WIN]
    short = [place for place, line in enumerate(won) if line.uncovered]
    if short:
        assert all(line.paid == 0 for line in won[short[0] + 1 :])


@settings(max_examples=40)
@given(st.sampled_from(GAMES), SEED, money, money)
def test_a_bigger_bank_never_pays_a_seat_less(
    game_id: str, seed: int, stake: int, more: int
) -> None:
    pairs = zip(lines_of(game_id, seed, stake), lines_of(game_id, seed, stake + more), strict=True)
    assert all(one.paid <= other.paid and one.taken <= other.taken for one, other in pairs)
