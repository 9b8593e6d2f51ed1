"""Table files: what they supply, and what they may not say."""

from pathlib import Path

import pytest

from config.document import DocumentError
from config.table import TABLES, TableAndGame
from controller.families.tables import load_table

BACCARAT = (TABLES / "emulated-baccarat.toml").read_text(encoding="utf-8")
ZOOBAC_WITHOUT_LAMPS = """\
id = "zoo"
game = "oaks/zoobac"
seats = 12
fees = 1

[limits]
minimum = 10
maximum = 100

[devices.shoe-1]
kind = "shoe"
source = "emulated"

[devices.pad-1]
kind = "entry-pad"
source = "emulated"
"""
SHOE = '[devices.shoe-1]\nkind = "shoe"\nsource = "emulated"'


def table_file(folder: Path, *changes: tuple[str, str]) -> Path:
    text = BACCARAT
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    file = folder / "table.toml"
    file.write_text(text, encoding="utf-8")
    return file


def problems(file: Path) -> list[str]:
    with pytest.raises(DocumentError) as refused:
        load_table(file)
    return [str(problem).removeprefix(str(file)) for problem in refused.value.problems]


def load(folder: Path, *changes: tuple[str, str]) -> TableAndGame:
    return load_table(table_file(folder, *changes))


@pytest.mark.parametrize("file", sorted(TABLES.glob("*.toml")), ids=lambda file: file.stem)
def test_every_shipped_table_loads(file: Path) -> None:
    assert load_table(file).table.id == file.stem.partition(".")[0]


def test_a_game_that_does_not_exist_points_at_its_line(tmp_path: Path) -> None:
    file = table_file(tmp_path, ("ez-baccarat-panda-8", "ez-bridge"))
    assert problems(file) == [
        ":3: game: no game 'lucky-derby/ez-bridge'; `underfelt games` lists them"
    ]


@pytest.mark.parametrize(
    ("old", "new", "place", "words"),
    [
        ("seats = 8", "seats = 9", ":4: seats:", "8 or 14 seats"),
        ("seats = 8", "seats = 15", ":4: seats:", "14"),
        ("seats = 8", 'seats = "8"', ":4: seats:", "valid integer"),
        ("fees = 1", "fees = 77", ":5: fees:", "no such option"),
        ("minimum = 10", "minimum = 900", ":7: limits", "swap them"),
        ("timer_s = 20", "timer_s = 2", ":12: betting.timer_s:", "greater than or equal to 5"),
        ("[scoreboard]", "[emulation]\ndecks = 9\n[scoreboard]", ":28: emulation.decks:", "to 8"),
        ('kind = "shoe"', 'kind = "hat"', ":15: devices.shoe-1.kind:", "'hat'"),
        ("fees = 1", "feees = 1", ":5: feees:", "unknown key"),
        (
            SHOE,
            '[devices.shoe-1]\nkind = "shoe"',
            ":14: devices.shoe-1:",
            "add source, one of",
        ),
        (SHOE, SHOE.replace("emulated", "magic"), ":14: devices.shoe-1:", "no source 'magic'; use"),
        (SHOE, SHOE.replace("emulated", "serial"), ":14: devices.shoe-1:", "add port or match"),
        (SHOE, SHOE.replace("emulated", "mock"), ":14: devices.shoe-1:", "is for kind lamps"),
        (SHOE, SHOE.replace("emulated", "barcode"), ":14: devices.shoe-1:", 'port = "emulated"'),
        (SHOE, f'{SHOE}\nport = "x"', ":17: devices.shoe-1.port:", "no key of source emulated"),
        ("port = 8300", "port = 0", ":28: scoreboard.port:", "greater than or equal to 1"),
        ("devices.pad-1", "devices.scoreboard", ":18: devices.scoreboard:", "choose another"),
    ],
)
def test_a_wrong_value_is_named_with_its_line(
    tmp_path: Path, old: str, new: str, place: str, words: str
) -> None:
    (problem,) = problems(table_file(tmp_path, (old, new)))
    assert place in problem
    assert words in problem


def test_several_problems_are_reported_at_once(tmp_path: Path) -> None:
    file = table_file(tmp_path, ("seats = 8", "seats = 9"), ("fees = 1", "fees = 77"))
    assert [problem.split(": ")[1] for problem in problems(file)] == ["seats", "fees"]


def test_a_game_needs_its_devices(tmp_path: Path) -> None:
    file = table_file(tmp_path, (SHOE, ""))
    (problem,) = problems(file)
    assert "the game needs a device of kind 'shoe'; add [devices.shoe-1]" in problem


def test_any_table_may_do_without_lamps(tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    file.write_text(ZOOBAC_WITHOUT_LAMPS, encoding="utf-8")
    assert "lamps" not in [entry.kind for entry in load_table(file).table.devices.values()]


def test_the_bank_cannot_start_at_a_seat_the_table_does_not_have(tmp_path: Path) -> None:
    (problem,) = problems(table_file(tmp_path, ("[betting]", "[bank]\nfirst_seat = 9\n[betting]")))
    assert ":12: bank.first_seat:" in problem


def test_a_confirmed_reading_is_no_longer_open(tmp_path: Path) -> None:
    before = load(tmp_path).open_readings
    confirmed = '[readings]\nconfirmed = ["naturals-stop"]\n[betting]'
    after = load(tmp_path, ("[betting]", confirmed)).open_readings
    assert set(before) - set(after) == {"naturals-stop"}


def test_a_reading_the_game_does_not_have_cannot_be_confirmed(tmp_path: Path) -> None:
    confirmed = '[readings]\nconfirmed = ["naturals-stpo"]\n[betting]'
    (problem,) = problems(table_file(tmp_path, ("[betting]", confirmed)))
    assert ":12: readings.confirmed: the game has no reading 'naturals-stpo'" in problem
    assert "naturals-stop" in problem


def test_a_value_the_game_does_not_miss_cannot_be_supplied(tmp_path: Path) -> None:
    file = table_file(tmp_path, ("[betting]", '[values]\n"dice.count" = 3\n[betting]'))
    with pytest.raises(DocumentError, match=r"the table supplies 'dice\.count'"):
        load_table(file)


def test_devices_are_listed_by_kind(tmp_path: Path) -> None:
    assert load(tmp_path).table.devices_of("shoe") == ["shoe-1"]


NO_BUST = """\
id = "no-bust"
game = "capitol/no-bust-21st-century-blackjack"
seats = 8
fees = "D"
[limits]
minimum = 50
maximum = 1000
[devices.shoe-1]
kind = "shoe"
source = "emulated"
[devices.pad-1]
kind = "entry-pad"
source = "emulated"
[devices.lamps-1]
kind = "lamps"
source = "emulated"
"""


def no_bust(folder: Path, *changes: tuple[str, str]) -> Path:
    text = NO_BUST
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    file = folder / "table.toml"
    file.write_text(text, encoding="utf-8")
    return file


def test_a_table_posts_one_schedule(tmp_path: Path) -> None:
    (problem,) = problems(table_file(tmp_path, ("fees = 1\n", "")))
    assert problem.startswith(":1: fees: missing; one collection schedule is in force at a table")


def test_a_schedule_goes_with_the_limits_of_the_table(tmp_path: Path) -> None:
    limits = "[limits]\nminimum = 10\nmaximum = 500\n"
    (problem,) = problems(table_file(tmp_path, (limits, "")))
    assert problem.startswith(":1: limits: missing; fee option 1 has min $")


def test_what_a_posted_schedule_misses_is_supplied_by_its_table(tmp_path: Path) -> None:
    (problem,) = problems(no_bust(tmp_path))
    assert "values.fees.D.player: fee option D misses it" in problem
    supplied = '[values]\n"fees.D.player" = 2\n[limits]'
    game = load_table(no_bust(tmp_path, ("[limits]", supplied))).game
    assert [tier.fee for fee in game.fees if fee.option == "D" for tier in fee.player] == [2]
    other = no_bust(tmp_path, ('"D"', '"A"'), ("= 50\n", "= 5\n"), ("= 1000", "= 500"))
    assert load_table(other).table.fees == "A"


def test_a_bonus_bet_stays_within_the_limits_its_book_prints(tmp_path: Path) -> None:
    text = (TABLES / "emulated-machine-fortune.toml").read_text(encoding="utf-8")
    bonus = "[limits.wagers.fortune-bonus]\nminimum = 1\nmaximum = 9999\n[devices.dice-cup-1]"
    file = tmp_path / "table.toml"
    file.write_text(text.replace("[devices.dice-cup-1]", bonus), encoding="utf-8")
    (problem,) = problems(file)
    assert problem.endswith("the rule book allows 3 to 500; keep within them")


SUPREME_BY_HAND = """\
id = "supreme"
game = "capitol/supreme-baccarat"
seats = 8
fees = 1

[entry]
results = "by-hand"

[limits]
minimum = 10
maximum = 3000

[devices.pad-1]
kind = "entry-pad"
source = "emulated"

[devices.lamps-1]
kind = "lamps"
source = "emulated"
"""
FLEX = [f"flex-{total}" for total in (0, 1, 2, 3, 5, 6, 7)]


def test_results_are_keyed_in_where_no_wager_needs_the_cards(tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    file.write_text(SUPREME_BY_HAND, encoding="utf-8")
    (refused,) = problems(file)
    assert "wager 'flex-0' is decided by the cards" in refused
    left_out = ", ".join(f'"{name}"' for name in FLEX)
    assert f"or leave it out: without = [{left_out}]" in refused
    file.write_text(f"without = [{left_out}]\n{SUPREME_BY_HAND}", encoding="utf-8")
    game = load_table(file).game
    assert game.deal.has("result")
    assert [w.name for w in game.wagers] == ["player-line", "banker-line", "tie", "total-shot"]


THREE_CARD = """\
id = "capitol"
game = "capitol/three-card-poker"
seats = 8
fees = 1

[limits]
minimum = 5
maximum = 600

[values]
"button.values.J" = 11
"button.values.Q" = 12
"button.values.K" = 0

[devices.shuffler-1]
kind = "shuffler"
source = "emulated"

[devices.pad-1]
kind = "entry-pad"
source = "emulated"

[devices.lamps-1]
kind = "lamps"
source = "emulated"
"""


def test_a_picture_that_counts_to_no_seat_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    file.write_text(THREE_CARD, encoding="utf-8")
    (refused,) = problems(file)
    assert refused.endswith("0 counts to no seat; supply the seat that this card counts to")
    assert "values.button.values.K" in refused
    file.write_text(THREE_CARD.replace('K" = 0', 'K" = 7'), encoding="utf-8")
    assert load_table(file).table.id == "capitol"


def test_a_room_may_return_the_banker_line_on_a_dragon_7(tmp_path: Path) -> None:
    pays = load(tmp_path).game
    returns = load(
        tmp_path, ("[limits]", '[values]\n"coup.dragon_7_pushes" = true\n\n[limits]')
    ).game
    pushes = [len(wager.pushes) for game in (pays, returns) for wager in game.wagers]
    assert pushes == [1, 1, 0, 0, 0, 1, 2, 0, 0, 0]
