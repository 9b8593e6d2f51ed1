from pathlib import Path

import pytest

from config.document import DocumentError
from config.table import TABLES
from controller.facts.events import BankAccepted, BetsClosed, WagerPlaced
from controller.families.catalogue import SIGNAGE, game_ids, load_game, sign_ids
from controller.families.opening import closed_table, opening_event, rules_of
from controller.families.tables import load_table
from controller.table.advance import advance
from controller.table.board_of import board_of
from drivers.scoreboard.road_view import ShoeRoads
from drivers.scoreboard.view import public_view
from tests.conftest import TablePlayer

FILE = TABLES / "emulated-signage.toml"


def changed(folder: Path, old: str, new: str) -> Path:
    text = FILE.read_text(encoding="utf-8")
    assert old in text
    file = folder / "table.toml"
    file.write_text(text.replace(old, new), encoding="utf-8")
    return file


def test_is_no_game_of_any_room() -> None:
    assert SIGNAGE not in game_ids()
    assert load_game(SIGNAGE).equipment == ()


def test_the_board_shows_name_limits_and_collection() -> None:
    rules = rules_of(load_table(FILE))
    state, decisions = advance(closed_table(rules), opening_event(rules))
    assert decisions == ()
    view = public_view(board_of(state, 1), ShoeRoads())
    assert (view.game_name, view.collection) == ("Limit Texas Hold'em", "$4 a hand")
    assert view.limits is not None
    assert (view.limits.lowest, view.limits.highest) == (4, 8)
    assert (view.family, view.state) == ("signage", "waiting")


def test_follows_no_round() -> None:
    player = TablePlayer(rules_of(load_table(FILE)))
    entries = (WagerPlaced(seat=1), BetsClosed(), BankAccepted(seat=1))
    found = player.irregularities(*entries)
    assert found == ["entry-refused", "entry-refused", "bank-out-of-turn"]
    assert player.state.round is None


def test_a_sign_needs_its_words(tmp_path: Path) -> None:
    sign = '[signage]\ntitle = "Limit Texas Hold\'em"\ncollection = "$4 a hand"\n'
    with pytest.raises(DocumentError, match="signage"):
        load_table(changed(tmp_path, sign, ""))


def test_a_game_of_a_room_takes_no_sign(tmp_path: Path) -> None:
    file = changed(tmp_path, SIGNAGE, "casino-99/chinese-poker")
    with pytest.raises(DocumentError, match="signage"):
        load_table(file)


@pytest.mark.parametrize("game_id", sign_ids())
def test_a_game_that_its_book_only_names_has_a_sign_with_its_fees(
    game_id: str, tmp_path: Path
) -> None:
    game = load_game(game_id)
    assert game.fees
    assert game_id not in game_ids()
    least, most = game.fees[0].minimum[0], game.fees[0].maximum[1]
    file = tmp_path / "table.toml"
    limits = f"[limits]\nminimum = {least}\nmaximum = {most}\n"
    file.write_text(f'id = "sign"\ngame = "{game_id}"\nseats = 8\nfees = 1\n{limits}')
    rules = rules_of(load_table(file))
    state, _decisions = advance(closed_table(rules), opening_event(rules))
    assert public_view(board_of(state, 1), ShoeRoads()).game_name == game.name


def test_three_games_of_the_books_are_named_without_rules() -> None:
    assert len(sign_ids()) == 3
