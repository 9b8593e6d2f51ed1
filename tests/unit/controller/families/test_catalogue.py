"""Game files: shipped ones load and add up; gaps are readings or missing values, never guesses."""

import ast
from pathlib import Path
from typing import get_args

import pytest

import controller
from config.document import Document, DocumentError, parse_document
from config.game import Game
from config.irregularities import irregularities
from controller.facts.events.trials import TESTED
from controller.facts.kinds import SeenFault
from controller.families import families
from controller.families.catalogue import (
    GAMES,
    UnknownGameError,
    build_game,
    game_file,
    game_ids,
    load_game,
    load_header,
)
from controller.families.tables import load_table
from controller.table import devices, floor_call, missing
from controller.table.steps import COMMON_STEPS
from controller.table.unexpected import UNEXPECTED

# As facts have it.
LONGEST_NAME = 40
FORTUNE = (GAMES / "lucky-derby/fortune-pai-gow-poker.toml").read_text(encoding="utf-8")
DICE = "[dice]\ncount = 3\n"
MISSING = '[[missing]]\nkey = "dice.count"\ntext = "how many dice the cup holds"\n'
TABLE = """\
id = "test-table"
game = "room/game"
seats = 7
fees = 1
[limits]
minimum = 10
maximum = 500
[devices.cup-1]
kind = "dice-cup"
source = "emulated"
[devices.pad-1]
kind = "entry-pad"
source = "emulated"
[devices.lamps-1]
kind = "lamps"
source = "mock"
"""


def text_of(*changes: tuple[str, str]) -> str:
    text = FORTUNE.replace("lucky-derby/fortune-pai-gow-poker", "room/game")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    return text


def document(*changes: tuple[str, str]) -> Document:
    return parse_document(Path("game.toml"), text_of(*changes))


def problems(*changes: tuple[str, str], values: dict[str, object] | None = None) -> list[str]:
    with pytest.raises(DocumentError) as refused:
        build_game(document(*changes), values or {}, "room/game")
    return [str(problem) for problem in refused.value.problems]


def line_of(found: str, *changes: tuple[str, str]) -> int:
    lines = text_of(*changes).splitlines()
    return next(number for number, line in enumerate(lines, 1) if line.startswith(found))


@pytest.fixture(scope="module")
def complete_games() -> list[Game]:
    missing = {game_id: load_header(game_id).missing for game_id in game_ids()}
    return [load_game(game_id) for game_id in game_ids() if not missing[game_id]]


@pytest.mark.parametrize("game_id", game_ids())
def test_every_shipped_game_has_a_header(game_id: str) -> None:
    assert load_header(game_id).id == game_id


@pytest.mark.parametrize("game_id", game_ids())
def test_every_shipped_game_loads_or_names_what_its_book_misses(game_id: str) -> None:
    missing = [item for item in load_header(game_id).missing if not item.key.startswith("fees.")]
    if not missing:
        assert load_game(game_id).id == game_id
        return
    with pytest.raises(DocumentError, match="supply") as refused:
        load_game(game_id)
    assert {item.key for item in missing} >= {problem.key for problem in refused.value.problems}


def test_fee_options_are_numbered_once_each(complete_games: list[Game]) -> None:
    for game in complete_games:
        numbers = [option.option for option in game.fees]
        assert len(numbers) == len(set(numbers)), game.id


def test_every_reading_has_a_name_that_a_board_can_carry(complete_games: list[Game]) -> None:
    names = {reading.name for game in complete_games for reading in game.readings}
    assert [name for name in sorted(names) if len(name) > LONGEST_NAME] == []


def test_an_unknown_game_says_where_the_list_is() -> None:
    with pytest.raises(UnknownGameError, match="no game 'room/bridge'; `underfelt games` lists"):
        game_file("room/bridge")


@pytest.mark.parametrize("game_id", ["../../etc/passwd", "lucky-derby", "", "lucky-derby/../x"])
def test_a_game_id_never_leaves_the_catalogue(game_id: str) -> None:
    with pytest.raises(UnknownGameError):
        game_file(game_id)


def test_a_game_under_another_name_than_its_file_is_refused() -> None:
    with pytest.raises(DocumentError, match="'room/game' but the file says 'room/other'"):
        build_game(document(), {}, "room/other")


# Provenance


def test_a_reading_of_an_absent_key_is_refused() -> None:
    change = ('key = "button.used"', 'key = "button.usde"')
    line = line_of(change[1], change)
    assert problems(change) == [
        f"game.toml:{line}: readings.empty-seat-moves-on.key: "
        "reading of 'button.usde', which is not in the file"
    ]


def test_a_source_that_cites_an_unknown_reading_is_refused() -> None:
    change = ('count = 3\nsource = "000:3928-3929"', 'count = 3\nsource = "reading:three-dice"')
    (problem,) = problems(change)
    line = line_of('source = "reading:three-dice"', change)
    assert problem.startswith(f"game.toml:{line}: dice.source: ")
    assert "cites the reading 'three-dice'; add [[readings]]" in problem


def test_a_value_without_a_source_is_refused() -> None:
    (problem,) = problems(('count = 3\nsource = "000:3928-3929"', "count = 3"))
    assert "dice.source: missing" in problem


def test_a_source_must_look_like_one() -> None:
    (problem,) = problems(('count = 3\nsource = "000:3928-3929"', 'count = 3\nsource = "page 4"'))
    assert "dice.source" in problem


# Missing values


def test_a_missing_value_stops_the_game_and_says_where_to_supply_it() -> None:
    (problem,) = problems((DICE, "[dice]\n"), ("[[readings]]", MISSING + "[[readings]]"))
    assert "dice.count: the rule book does not give it (how many dice the cup holds)" in problem
    assert 'supply "dice.count" under [values] in the table file' in problem


def test_a_value_the_table_supplies_completes_the_game(tmp_path: Path) -> None:
    game = text_of((DICE, "[dice]\n"), ("[[readings]]", MISSING + "[[readings]]"))
    (tmp_path / "room").mkdir()
    (tmp_path / "room" / "game.toml").write_text(game, encoding="utf-8")
    table = tmp_path / "table.toml"
    table.write_text(TABLE + '[values]\n"dice.count" = 2\n', encoding="utf-8")
    loaded = load_table(table, tmp_path)
    assert loaded.game.dice is not None
    assert loaded.game.dice.count == 2


def test_a_supplied_value_is_checked_like_any_other() -> None:
    changes = ((DICE, "[dice]\n"), ("[[readings]]", MISSING + "[[readings]]"))
    (problem,) = problems(*changes, values={"dice.count": "three"})
    assert "dice.count" in problem


def test_a_value_called_missing_that_is_there_is_refused() -> None:
    (problem,) = problems(("[[readings]]", MISSING + "[[readings]]"))
    assert "missing.0.key: 'dice.count' is called missing but has a value" in problem


def test_two_problems_are_reported_at_once() -> None:
    found = problems((DICE, '[dice]\ncount = "3"\n'), ("turns = 2", "turns = 9"))
    assert [problem.split(": ")[1] for problem in found] == ["bank.turns", "dice.count"]


# What must agree within a game


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        (
            '["hands-set"], ["settle"]',
            '["settle"], ["hands-set"]',
            "the last one alone must be settle",
        ),
        ('["bets-closed"], ', "", "add bets-closed"),
        ('["piles"]', '["plies"]', "plies"),
        ('[dice]\ncount = 3\nsource = "000:3928-3929"\n', "", "needs a section [dice]"),
        (
            'order = [["game", "fortune-bonus"]',
            'order = [["game"]',
            "'fortune-bonus' is never settled",
        ),
        ('["envy"]]\naccount', '["envi"]]\naccount', "no wager 'envi'; there are "),
        ("bank_counted = true", "bank_counted = true\nvalues = { A = 1 }", "dice take none"),
        ('"two-hands"\nodds = "1:1"', '"two-hands"', "game: add odds, a table of odds, or fixed"),
    ],
)
def test_a_game_that_contradicts_itself_is_refused(old: str, new: str, words: str) -> None:
    assert any(words in problem for problem in problems((old, new)))


def test_a_rank_that_does_not_exist_is_named() -> None:
    baccarat = (GAMES / "lucky-derby/ez-baccarat-panda-8.toml").read_text(encoding="utf-8")
    odd = parse_document(Path("game.toml"), baccarat.replace("T = 10", "X = 10"))
    with pytest.raises(DocumentError, match="'X' is no rank; use A23456789TJQK"):
        build_game(odd, {}, "lucky-derby/ez-baccarat-panda-8")


def test_a_chart_needs_every_row() -> None:
    baccarat = (GAMES / "lucky-derby/ez-baccarat-panda-8.toml").read_text(encoding="utf-8")
    short = parse_document(Path("game.toml"), baccarat.replace('7 = "SSSSSSSSSS"\n', ""))
    with pytest.raises(DocumentError, match="one row for each Banker total from 0 to 7"):
        build_game(short, {}, "lucky-derby/ez-baccarat-panda-8")


# Shuffler games


def _shuffler_game(*changes: tuple[str, str]) -> Document:
    text = (GAMES / "lucky-derby/ultimate-texas-holdem-bad-beat.toml").read_text(encoding="utf-8")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    return parse_document(Path("game.toml"), text)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('stage = "flop"', 'stage = "turn"', "step 'stacks:flop' and its section go together"),
        ("[play.flop]", "[play.turn]", "step 'play:flop' and its section go together"),
        ("[reveal.river]", "[reveal.turn]", "step 'reveal:river' and its section go together"),
        ('of = "ante"', 'of = "aunt"', "no wager 'aunt'"),
        ("full-house = ", "fool-house = ", "'fool-house' is no hand"),
    ],
)
def test_a_shuffler_game_that_contradicts_itself_is_refused(old: str, new: str, words: str) -> None:
    with pytest.raises(DocumentError, match=words):
        build_game(_shuffler_game((old, new)), {}, "lucky-derby/ultimate-texas-holdem-bad-beat")


def test_a_value_map_without_a_rank_is_refused_at_that_rank() -> None:
    text = (GAMES / "oaks/three-card-poker-1.3.toml").read_text(encoding="utf-8")
    gap = parse_document(Path("game.toml"), text.replace("9 = 9, ", "", 1))
    with pytest.raises(DocumentError) as refused:
        build_game(gap, {}, "oaks/three-card-poker-1.3")
    (problem,) = refused.value.problems
    assert (problem.key, problem.text) == ("button.values.9", "no value for this rank; add one")


def test_capitols_pictures_must_be_supplied_and_then_it_runs() -> None:
    keys = [f"button.values.{rank}" for rank in "JQK"]
    with pytest.raises(DocumentError) as refused:
        load_game("capitol/three-card-poker", {keys[0]: 11})
    assert [problem.key for problem in refused.value.problems] == keys[1:]
    game = load_game("capitol/three-card-poker", dict(zip(keys, (11, 12, 13), strict=True)))
    assert game.button is not None
    assert game.button.values["K"] == 13


# What must agree between the files and the code


def test_no_two_steps_of_a_family_have_one_name() -> None:
    for family in families().values():
        names = [step.name for step in (*COMMON_STEPS, *family.steps)]
        assert len(names) == len(set(names)), family.name


HOLDS_OF_DEVICES = {devices.RESTARTED, missing.ASKED, missing.DISAGREES}
HOLDS_OF_PEOPLE = {floor_call.CALLED, TESTED}


def _names_reported() -> set[str]:
    core = Path(controller.__path__[0])
    names: set[str] = set()
    for file in core.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Irregular":
                values = (part for part in ast.walk(node.args[0]) if isinstance(part, ast.Constant))
                names |= {value.value for value in values if isinstance(value.value, str)}
    return names | {row.irregularity for row in UNEXPECTED if row.irregularity}


def test_the_catalogue_has_every_irregularity_in_the_code_and_no_other() -> None:
    named = _names_reported() | HOLDS_OF_DEVICES | HOLDS_OF_PEOPLE | set(get_args(SeenFault))
    assert named == set(irregularities())


def test_the_readings_of_a_house_way_are_the_games_own() -> None:
    names = {reading.name: reading for reading in load_header("capitol/pai-gow-tiles").readings}
    assert names["house-way-two-pairs"].key == "tiles.house_way"
    game = load_game("capitol/pai-gow-tiles")
    assert [reading.name for reading in game.readings] == list(names)
