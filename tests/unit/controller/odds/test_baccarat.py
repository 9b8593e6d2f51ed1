"""Every coup of eight decks, once: the edges and frequencies that are published must come out."""

from collections import Counter
from fractions import Fraction
from functools import cache

import pytest

from config.game import Game, Wager
from controller.families.baccarat.coup_result import CoupResult, mark_of
from controller.families.baccarat.sections import Baccarat
from controller.odds.coups import coup_return, coups_of, looks_of
from tests.conftest import game_rules

EZ_GAMES = (
    "lucky-derby/ez-baccarat-panda-8",
    "casino-99/ez-baccarat-panda-8",
    "capitol/ez-baccarat",
    "oaks/ez-baccarat-panda-8",
)
SUPREME = "capitol/supreme-baccarat"
DRAGON = "capitol/commission-free-baccarat-dragon-bonus"
ZOOBAC = "oaks/zoobac"
GAMES = (*EZ_GAMES, SUPREME, DRAGON, ZOOBAC)
SIX_CARDS = 416 * 415 * 414 * 413 * 412 * 411


@cache
def _game(game_id: str) -> Baccarat:
    game = game_rules(game_id).game
    assert isinstance(game, Baccarat)
    return game


@pytest.fixture(scope="module")
def coups() -> Counter[CoupResult]:
    return coups_of(_game(EZ_GAMES[0]).coup, 8)


def edge(game: Game, name: str, coups: Counter[CoupResult]) -> Fraction:
    """What the bank keeps of one unit on this wager, on average."""
    (wager,) = (wager for wager in game.wagers if wager.name == name)
    return -coup_return(wager, coups)


def frequency(game: Game, mark: str, coups: Counter[CoupResult]) -> Fraction:
    ways = sum(
        ways
        for result, ways in coups.items()
        if mark in [mark_of(wager, result) for wager in game.wagers if wager.marks]
    )
    return Fraction(ways, SIX_CARDS)


@pytest.mark.parametrize("game_id", GAMES)
def test_all_seven_games_draw_by_the_same_chart(game_id: str) -> None:
    first, game = _game(GAMES[0]).coup, _game(game_id).coup
    assert (game.chart, game.player_draws_to, game.banker_draws_to) == (
        first.chart,
        first.player_draws_to,
        first.banker_draws_to,
    )


def test_every_coup_is_weighed(coups: Counter[CoupResult]) -> None:
    assert sum(coups.values()) == SIX_CARDS


@pytest.mark.parametrize(
    ("game_id", "wager", "per_cent"),
    [
        *((game_id, "player-line", "1.24") for game_id in GAMES),
        # A room that pays the Banker line on a Dragon 7 takes no commission at all.
        *((game_id, "banker-line", "-1.24") for game_id in EZ_GAMES),
        (SUPREME, "banker-line", "1.46"),
        (DRAGON, "banker-line", "1.46"),
        (EZ_GAMES[0], "tie", "14.36"),
        (EZ_GAMES[1], "tie", "14.36"),
        (EZ_GAMES[2], "tie", "4.84"),
        (EZ_GAMES[3], "tie", "14.36"),
        (SUPREME, "tie", "4.84"),
        (DRAGON, "tie", "4.84"),
        (ZOOBAC, "tie", "4.84"),
        *((game_id, "dragon-7", "7.61") for game_id in EZ_GAMES),
        *((game_id, "panda-8", "10.19") for game_id in EZ_GAMES),
        (DRAGON, "player-dragon", "2.65"),
        (DRAGON, "banker-dragon", "9.37"),
    ],
)
def test_published_edges_come_out(
    coups: Counter[CoupResult], game_id: str, wager: str, per_cent: str
) -> None:
    assert f"{float(edge(_game(game_id), wager, coups)) * 100:.2f}" == per_cent


@pytest.mark.parametrize(
    ("game_id", "mark", "same_as"),
    [
        (SUPREME, "total-shot-18", CoupResult(9, 9, 0, 0)),
        (ZOOBAC, "monkey", CoupResult(0, 0, 0, 0)),
    ],
)
def test_ties_on_one_total_are_counted_whatever_their_cards(
    coups: Counter[CoupResult], game_id: str, mark: str, same_as: CoupResult
) -> None:
    ways = sum(ways for result, ways in coups.items() if result[:2] == same_as[:2])
    assert frequency(_game(game_id), mark, coups) == Fraction(ways, SIX_CARDS)


def test_zoo_comes_as_often_as_its_five_rows_together(coups: Counter[CoupResult]) -> None:
    game = _game(ZOOBAC)
    rows = ("triple-rabbit", "rabbit", "triple-tiger", "tiger", "monkey")
    assert frequency(game, "zoo", coups) == sum(frequency(game, row, coups) for row in rows)


@pytest.mark.parametrize(
    ("winner", "per_cent"), [("banker", "45.8597"), ("player", "44.6247"), ("tie", "9.5156")]
)
def test_each_side_wins_as_often_as_published(
    coups: Counter[CoupResult], winner: str, per_cent: str
) -> None:
    ways = sum(ways for result, ways in coups.items() if result.winner == winner)
    assert f"{ways / SIX_CARDS * 100:.4f}" == per_cent


@pytest.mark.parametrize(("mark", "per_cent"), [("dragon-7", "2.2534"), ("panda-8", "3.4543")])
def test_the_bonuses_come_as_often_as_published(
    coups: Counter[CoupResult], mark: str, per_cent: str
) -> None:
    assert f"{float(frequency(_game(EZ_GAMES[0]), mark, coups)) * 100:.4f}" == per_cent


def _pair_bet(**wager: object) -> Wager:
    return Wager.model_validate({"name": "pair", "title": "Pair", "source": "900:1", **wager})


@pytest.mark.parametrize(
    ("wager", "per_cent"),
    [
        (_pair_bet(odds="11:1", wins={"player": {"pair": True}}), "-10.36"),
        (_pair_bet(odds="11:1", wins={"banker": {"pair": True}}), "-10.36"),
        (_pair_bet(odds="5:1", wins={"either": {"pair": True}}), "-13.71"),
        (
            _pair_bet(
                table={"both": "200:1", "one": "25:1"},
                cases={
                    "both": {
                        "player": {"pair": True, "suited": True},
                        "banker": {"pair": True, "suited": True},
                    },
                    "one": {"either": {"pair": True, "suited": True}},
                },
            ),
            # A hand is a perfect pair in 7 of 415 deals: 25 on one, 200 on both.
            "-8.05",
        ),
    ],
)
def test_bets_on_pairs_return_what_their_cards_bring(wager: Wager, per_cent: str) -> None:
    assert f"{float(coup_return(wager, looks_of(8))) * 100:.2f}" == per_cent
