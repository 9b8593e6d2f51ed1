"""Invariants of baccarat settlement and of tables that play it, whatever the cards."""

from decimal import Decimal
from fractions import Fraction
from functools import cache

from hypothesis import given, settings, strategies as st

from config.game import Game
from controller.facts.cards import DECK, Card
from controller.families.baccarat.coup import Coup
from controller.families.baccarat.sections import Baccarat
from controller.families.catalogue import load_game
from controller.families.settle import settle
from controller.settlement.finished import BankRound, FinishedRound, SeatRound
from controller.settlement.verdict import Result

GAMES = (
    "lucky-derby/ez-baccarat-panda-8",
    "casino-99/ez-baccarat-panda-8",
    "capitol/ez-baccarat",
    "oaks/ez-baccarat-panda-8",
    "capitol/supreme-baccarat",
    "capitol/commission-free-baccarat-dragon-bonus",
    "oaks/zoobac",
)
game_names = st.sampled_from(GAMES)
six_cards = st.lists(st.sampled_from(DECK), min_size=6, max_size=6)
# In steps that every book takes.
dollars = st.integers(1, 20).map(lambda steps: Decimal(5 * steps))


@cache
def game_of(game_id: str) -> Game:
    return load_game(game_id)


def dealt(game: Game, cards: list[Card]) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """Deal a coup by the game's own draw rules."""
    assert isinstance(game, Baccarat)
    coup = Coup()
    for card in cards:
        coup = coup.with_card(game.coup, card) if coup.due else coup
    return coup.player, coup.banker


@st.composite
def rounds(draw: st.DrawFn) -> tuple[Game, FinishedRound]:
    game = game_of(draw(game_names))
    player, banker = dealt(game, draw(six_cards))
    seats = draw(st.sets(st.integers(2, 8), min_size=1))
    names = [wager.name for wager in game.wagers]
    staked = {
        str(seat): SeatRound(
            wagers={
                "player-line": draw(dollars),
                **draw(st.dictionaries(st.sampled_from(names), dollars, max_size=4)),
            }
        )
        for seat in seats
    }
    stake = draw(st.none() | st.integers(0, 3000).map(Decimal))
    bank = BankRound(seat=1, stake=stake)
    return game, FinishedRound(bank=bank, player=player, banker=banker, seats=staked)


@settings(max_examples=60)
@given(rounds())
def test_bank_never_moves_more_than_its_stake_and_every_wager_is_settled_once(
    told: tuple[Game, FinishedRound],
) -> None:
    game, finished = told
    lines = settle(game, 8 if 8 in game.seats.allowed else 12, finished)
    assert finished.bank is not None
    if finished.bank.stake is not None:
        stake = Fraction(finished.bank.stake)
        assert sum(line.paid for line in lines) <= stake
        assert sum(line.taken for line in lines) <= stake
    keys = [(line.seat, line.wager) for line in lines]
    staked = {(int(seat), name) for seat, held in finished.seats.items() for name in held.wagers}
    assert len(keys) == len(set(keys))
    assert set(keys) == staked


@settings(max_examples=60)
@given(rounds())
def test_every_dollar_is_taken_returned_or_stays(told: tuple[Game, FinishedRound]) -> None:
    game, finished = told
    for line in settle(game, 8, finished):
        stays = line.amount if line.result is Result.STAY else 0
        assert line.taken + line.returned + stays == line.amount


@settings(max_examples=60)
@given(rounds())
def test_lines_are_settled_in_the_laps_of_the_book(told: tuple[Game, FinishedRound]) -> None:
    game, finished = told
    laps = {name: lap for lap, names in enumerate(game.settlement.order) for name in names}
    order = [laps[line.wager] for line in settle(game, 8, finished)]
    assert order == sorted(order)
