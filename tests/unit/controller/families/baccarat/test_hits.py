"""The lines of the pay tables that a coup shows, for the payout screen to light."""

import pytest

from config.game import Game
from controller.facts.cards import Card
from controller.facts.decisions import OutcomeDecided, Winner
from controller.families.baccarat.outcome import hits
from controller.families.catalogue import load_game


def coup(player: str, banker: str, totals: tuple[int, int], winner: Winner) -> OutcomeDecided:
    hands = (tuple(Card(code) for code in hand.split()) for hand in (player, banker))
    ours, theirs = hands
    return OutcomeDecided(
        round=1,
        winner=winner,
        player=ours,
        banker=theirs,
        player_total=totals[0],
        banker_total=totals[1],
        mark=winner[0].upper(),
    )


def lit(game: Game, outcome: OutcomeDecided) -> list[str]:
    return [hit.wager for hit in hits(game, outcome)]


def test_a_flex_wager_that_wins_is_told() -> None:
    game = load_game("capitol/supreme-baccarat")
    assert "flex-7" in lit(game, coup("9c 9d", "4c 3d", (8, 7), "player"))
    assert "flex-7" not in lit(game, coup("9c 9d", "4c 2d", (8, 6), "player"))


@pytest.mark.parametrize(
    ("outcome", "wagers"),
    [
        (coup("9c Kd", "4c 3d", (9, 7), "player"), ["player-line"]),
        (coup("4c 3d", "4c 3d", (7, 7), "tie"), ["tie"]),
        (coup("2c 4d", "2d 2c 3h", (6, 7), "banker"), ["banker-line", "dragon-7"]),
    ],
)
def test_a_result_tells_the_wagers_it_pays(outcome: OutcomeDecided, wagers: list[str]) -> None:
    assert lit(load_game("lucky-derby/ez-baccarat-panda-8"), outcome) == wagers


def test_a_result_by_hand_tells_what_its_winner_and_its_marks_say() -> None:
    game = load_game("lucky-derby/ez-baccarat-panda-8")
    known = {"round": 1, "player": (), "banker": (), "player_total": None, "banker_total": None}
    plain = OutcomeDecided(winner="banker", mark="B", **known)  # type: ignore[arg-type]
    assert lit(game, plain) == ["banker-line"]
    seven = OutcomeDecided(winner="banker", mark="B", bonuses=("dragon-7",), **known)  # type: ignore[arg-type]
    assert lit(game, seven) == ["banker-line", "dragon-7"]
