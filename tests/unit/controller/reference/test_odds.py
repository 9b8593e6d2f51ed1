"""The page of returns tells of every wager, and what can be counted quickly is as it says."""

import re
from functools import cache
from pathlib import Path

import pytest

from controller.families.catalogue import game_ids
from controller.odds.exact import exact_returns
from controller.odds.kept import KeptTallies
from controller.reference import measuring
from controller.reference.measuring import measure_games
from controller.reference.odds import exact_text, game_of as read_game, names_of
from tests.conftest import whole_game

PAGE = Path(__file__).parents[4] / "docs" / "odds.md"
RENEW = "run: make odds, with as many rounds as there is time for"
ROW = re.compile(r"(?m)^\| (.+?) \| ([-+][\d.]+%) \| (.+?) \|$")
game_of = cache(read_game)
BANKED = [game_id for game_id in game_ids() if whole_game(game_id).bank.held_by != "nobody"]
COUNTED_AGAIN = (
    "capitol/supreme-baccarat",
    *(
        pytest.param(game_id, marks=pytest.mark.long)
        for game_id in BANKED
        if game_id != "capitol/supreme-baccarat"
    ),
)


def rows_of(game_id: str) -> dict[str, tuple[str, str]]:
    """The wagers of a game on the page: what each gains, and how that is known."""
    parts = PAGE.read_text(encoding="utf-8").split("\n## ")
    (part,) = [part for part in parts if f"\n`{game_id}`\n" in part]
    return {title: (gain, how) for title, gain, how in ROW.findall(part)}


@pytest.mark.parametrize("game_id", BANKED)
def test_the_page_tells_of_every_wager(game_id: str) -> None:
    game = game_of(game_id)
    titles = {wager.title for wager in game.wagers if wager.name in names_of(game)}
    assert rows_of(game_id).keys() - {"Together"} == titles, RENEW


@pytest.mark.parametrize("game_id", COUNTED_AGAIN)
def test_exact_figures_of_the_page_are_counted_again(game_id: str) -> None:
    game, rows = game_of(game_id), rows_of(game_id)
    told = {w.name: w.title for w in game.wagers if w.name in names_of(game)}
    told["together"] = "Together"
    for name, gain in exact_returns(game).items():
        if name in told:
            assert rows[told[name]] == (exact_text(gain), "exact"), RENEW


@pytest.mark.parametrize("game_id", game_ids())
def test_what_was_measured_was_measured_under_the_rules_as_they_are(game_id: str) -> None:
    assert KeptTallies(PAGE.with_suffix(".json")).is_of(game_id, game_of(game_id)), RENEW


def test_measuring_goes_on_with_what_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        measuring, "game_ids", lambda: ("oaks/california-aces", "capitol/fast-nine")
    )
    kept, told = KeptTallies(tmp_path / "odds.json"), list[str]()
    measure_games(kept, 100, seed=1, jobs=1, told=told.append)
    measure_games(KeptTallies(tmp_path / "odds.json"), 100, seed=1, jobs=1, told=told.append)
    assert [words for words in told if "to measure" in words] == [
        "2 games to measure over 100 rounds each, 1 at a time",
        "0 games to measure over 100 rounds each, 1 at a time",
    ]
    assert KeptTallies(tmp_path / "odds.json").of("oaks/california-aces")["base"].rounds == 100


def test_every_measured_figure_has_its_error_and_its_rounds() -> None:
    page = PAGE.read_text(encoding="utf-8")
    measured = [how for _title, _gain, how in ROW.findall(page) if how != "exact"]
    assert measured
    assert all(re.fullmatch(r"± [\d.]+%, [\d,]+ rounds", how) for how in measured)
