"""The poster: limits, payouts and the collection schedule of any game of the catalogue."""

import re
from functools import cache, partial
from pathlib import Path

import pytest

from config.conditions import CoupCondition, FirstTwo
from config.document import DocumentError
from config.game import Game
from config.table import TABLES
from config.theme import Logo, RoomTheme, built_in_theme
from config.words import languages, words
from controller.families.catalogue import game_ids, load_game, load_header
from controller.families.tables import bare_table, load_table
from drivers.scoreboard.payout_lines import condition_words, pays_words, wager_payouts
from drivers.scoreboard.poster import Poster, main_wagers, poster_of
from drivers.scoreboard.screens import Screens, plain_screens, screens_edition, screens_of

DARK = RoomTheme(built_in_theme("dark"))
BACCARAT = TABLES / "emulated-baccarat.toml"
RANKS = "A23456789TJQK"
# What some books leave out; any value will do for a poster.
VALUES: dict[str, object] = {
    "dice.count": 3,
    "button.values": {rank: place for place, rank in enumerate(RANKS, start=1)},
    **{f"button.values.{rank}": 11 for rank in "JQK"},
    "wagers.envy.fixed": {"four-of-a-kind": 5},
    "fees.D.player": 1,
    "fees.109.bank": 5,
}
# Hands that players call by their English name.
PRINTED = {"Mini royal", "Blackjack"}
PAYS = re.compile(r"^(Push|[\d,]+ to \d+|\$[\d,]+(\.\d\d)?)$")


@cache
def complete(game_id: str) -> Game:
    return load_game(game_id, {item.key: VALUES[item.key] for item in load_header(game_id).missing})


def poster(game_id: str, option: int | str | None = None) -> Poster:
    game = complete(game_id)
    bare = bare_table(game, game.seats.allowed[0])
    chosen = bare.table.model_copy(update={"fees": option})
    return poster_of(bare.model_copy(update={"table": chosen}), DARK)


def table_file(folder: Path, *changes: tuple[str, str]) -> Path:
    text = BACCARAT.read_text(encoding="utf-8")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    file = folder / "table.toml"
    file.write_text(text, encoding="utf-8")
    return file


def lines(game_id: str, wager: str) -> dict[str, str]:
    (found,) = [payouts for payouts in poster(game_id).payouts if payouts.wager == wager]
    return {line.outcome: line.pays for line in found.lines}


@pytest.mark.parametrize("game_id", game_ids())
def test_every_game_of_the_catalogue_has_a_payout_screen(game_id: str) -> None:
    shown, game = poster(game_id), complete(game_id)
    assert [payouts.wager for payouts in shown.payouts] == [wager.name for wager in game.wagers]
    for payouts in shown.payouts:
        titles = [line.title for line in payouts.lines]
        assert titles
        assert len(set(titles)) == len(titles)
        for line in payouts.lines:
            assert line.title[0] == line.title[0].upper()
            assert "-of-" not in line.title
            assert PAYS.match(line.pays), line


@pytest.mark.parametrize("game_id", game_ids())
def test_every_printed_schedule_is_posted(game_id: str) -> None:
    for fee in complete(game_id).fees:
        schedule = poster(game_id, fee.option).schedule
        assert schedule is not None
        assert (schedule.option, schedule.title) == (fee.option, f"Collection, option {fee.option}")
        assert all(len(row) == len(schedule.columns) for row in schedule.rows)
        # Players read what they pay, be it nothing.
        assert "Player" in [row[0] for row in schedule.rows]


@pytest.mark.parametrize(
    ("game_id", "moment"),
    [
        ("casino-99/pure-21.5", "after-cards"),
        ("capitol/fortune-pai-gow-poker", "before-cards"),
        ("lucky-derby/fortune-pai-gow-poker", "before-cup-opens"),
        ("oaks/pai-gow-tiles", "after-cards"),
        ("oaks/21st-century-blackjack", "after-cards"),
        ("lucky-derby/pai-gow-poker", "before-cards"),
    ],
)
def test_the_sign_says_when_the_fee_is_dropped_by_the_steps_of_the_deal(
    game_id: str, moment: str
) -> None:
    assert complete(game_id).deal.dropped == moment


@pytest.mark.parametrize("game_id", game_ids())
def test_every_game_has_a_main_wager(game_id: str) -> None:
    game = complete(game_id)
    assert set(main_wagers(game)) <= {wager.name for wager in game.wagers}
    assert main_wagers(game)


def test_bonus_lines_carry_the_marks_of_the_road() -> None:
    assert lines("lucky-derby/ez-baccarat-panda-8", "dragon-7") == {"dragon-7": "40 to 1"}
    zoo = lines("oaks/zoobac", "rabbit")
    assert zoo == {"triple-rabbit": "75 to 1", "rabbit": "25 to 1"}
    margins = lines("capitol/commission-free-baccarat-dragon-bonus", "player-dragon")
    assert margins["player-by-9"] == "30 to 1"
    assert margins["push"] == "Push"


def test_a_banker_six_pays_half_and_a_tie_pushes() -> None:
    assert lines("capitol/supreme-baccarat", "banker-line") == {
        "six": "1 to 2",
        "other": "1 to 1",
        "tie": "Push",
    }


def test_fixed_amounts_and_returned_wagers_are_said_as_such() -> None:
    envy = lines("casino-99/fortune-pai-gow-poker", "envy")
    assert envy["seven-card-straight-flush"] == "$5,000"
    assert lines("capitol/fortune-pai-gow-poker", "fortune-bonus")["three-pairs"] == "Push"
    assert lines("casino-99/ultimate-texas-holdem", "blind")["win"] == "Push"


def test_a_bad_beat_is_named_by_the_hand_beaten() -> None:
    (bad_beat,) = [
        payouts
        for payouts in poster("lucky-derby/ultimate-texas-holdem-bad-beat").payouts
        if payouts.wager == "bad-beat"
    ]
    assert bad_beat.lines[0].title.endswith(" beaten")
    assert bad_beat.lines[0].outcome.startswith("beaten-")


def test_bonus_limits_are_posted_with_the_circles_of_a_seat() -> None:
    shown = poster_of(load_table(TABLES / "emulated-machine-fortune.toml"), DARK).wagers
    spans = {each.name: (each.lowest, each.highest) for each in shown}
    assert spans["fortune-bonus"] == (3, 500)
    (game,) = poster_of(load_table(TABLES / "emulated-tiles.toml"), DARK).wagers
    assert (game.lowest, game.highest, game.circles) == (10, 600, 10)


@pytest.mark.parametrize(
    ("odds", "said"), [("40:1", "40 to 1"), ("3:2", "3 to 2"), ("5000:1", "5,000 to 1")]
)
def test_odds_are_said_as_a_layout_prints_them(odds: str, said: str) -> None:
    assert pays_words(odds, words()) == said


def test_a_condition_is_said_in_a_few_words() -> None:
    said = partial(condition_words, said=words())
    won = CoupCondition(winner="banker", total=8, cards=3, loser_total=0)
    assert said(won) == "Banker wins with 3-card 8 against 0"
    assert said(CoupCondition(winner="tie", natural=True)) == "Tie with a natural"
    assert said(CoupCondition(winner="player", margin=9)) == "Player wins by 9"
    assert said(CoupCondition(sum=17)) == "Both totals make 17"
    assert said(CoupCondition(banker_total=0)) == "Banker totals 0"
    perfect, pair = FirstTwo(pair=True, suited=True), FirstTwo(pair=True)
    assert said(CoupCondition(player=pair)) == "Player has a pair"
    assert said(CoupCondition(either=perfect)) == "Either hand has a pair of one suit"
    both = CoupCondition(winner="tie", player=perfect, banker=FirstTwo(one_colour=True))
    assert said(both) == "Tie, Player has a pair of one suit, Banker has two cards of one colour"


@pytest.mark.parametrize(
    ("language", "odds", "result"),
    [
        ("zh-Hans", "1 赔 40", "庄赢，3 张牌 8 点，对 0 点"),
        ("zh-Hant", "1 賠 40", "莊贏，3 張牌 8 點，對 0 點"),
        ("vi", "1 ăn 40", "Cái thắng với 3 lá 8 nút gặp 0 nút"),
    ],
)
def test_a_sign_says_odds_and_results_as_its_players_do(
    language: str, odds: str, result: str
) -> None:
    said = words(language)
    won = CoupCondition(winner="banker", total=8, cards=3, loser_total=0)
    assert (pays_words("40:1", said), condition_words(won, said)) == (odds, result)
    assert condition_words(CoupCondition(sum=17), said)[0].isalnum()


@pytest.mark.parametrize("language", ["vi", "zh-Hans", "zh-Hant"])
@pytest.mark.parametrize("game_id", game_ids())
def test_no_sign_is_left_in_english(game_id: str, language: str) -> None:
    """Names of wagers may stay as the room prints them; what is said about them may not."""
    game = complete(game_id)
    bare = bare_table(game, game.seats.allowed[0])
    english, other = (poster_of(bare, DARK, each) for each in ("en", language))
    assert other.language == language
    for ours, theirs in zip(english.payouts, other.payouts, strict=True):
        pairs = [(a.title, b.title) for a, b in zip(ours.lines, theirs.lines, strict=True)]
        left = {a for a, b in pairs if a == b and re.search("[a-z]{2}", a)}
        assert left <= PRINTED
    if english.schedule and other.schedule:
        told = zip(english.schedule.notes, other.schedule.notes, strict=True)
        assert not [a for a, b in told if a == b]


def test_equal_limits_are_told_once() -> None:
    schedules = [
        poster(game, fee.option).schedule for game in game_ids() for fee in complete(game).fees
    ]
    notes = [schedule.notes[0] for schedule in schedules if schedule is not None]
    assert len(notes) > 30
    assert not [note for note in notes if re.search(r"(\$[\d,]+)(?: – | to )\1\b", note)]


def test_the_last_line_of_a_counted_table_is_open_upwards() -> None:
    (buster,) = [wager for wager in complete("oaks/pure-21.5").wagers if wager.name == "buster"]
    titles = [line.title for line in wager_payouts(buster, words()).lines]
    assert titles[0] == "Bank over with 3 cards"
    assert titles[-1] == "Bank over with 8 cards or more"


def test_limits_of_wagers_come_from_the_table_then_from_the_book(tmp_path: Path) -> None:
    own = "maximum = 500\n\n[limits.wagers.dragon-7]\nminimum = 1\nmaximum = 100\n"
    file = table_file(tmp_path, ("maximum = 500\n", own))
    shown = poster_of(load_table(file), DARK)
    spans = {entry.name: (entry.lowest, entry.highest) for entry in shown.wagers}
    assert spans == {"player-line": (10, 500), "banker-line": (10, 500), "dragon-7": (1, 100)}
    assert [entry.main for entry in shown.wagers] == [True, True, False]
    printed = {entry.name: entry.highest for entry in poster("capitol/supreme-baccarat").wagers}
    assert printed["tie"] == 200


def test_the_schedule_in_force_is_posted_alone(tmp_path: Path) -> None:
    schedule = poster_of(load_table(table_file(tmp_path)), DARK).schedule
    assert schedule is not None
    assert (schedule.option, schedule.title) == (1, "Collection, option 1")
    assert schedule.rows[0] == ("Bank", "Action $1 – $199", "$1")
    assert schedule.rows[-2:] == (("Bank", "Action $1,500+", "$17"), ("Player", "Any wager", "$0"))
    assert "Dropped before the cards" in schedule.notes


@pytest.mark.parametrize(
    ("limits", "place", "words"),
    [
        ("[limits.wagers.dragon7]\nminimum = 1\nmaximum = 9\n", "dragon7", "has no wager"),
        ("[limits.wagers.tie]\nminimum = 9\nmaximum = 1\n", "tie", "swap them"),
        ("[limits.wagers.tie]\nminimum = 9\n", "tie.maximum", "missing"),
    ],
)
def test_wrong_limits_of_a_wager_are_named_with_their_line(
    tmp_path: Path, limits: str, place: str, words: str
) -> None:
    file = table_file(tmp_path, ("[betting]", f"{limits}[betting]"))
    with pytest.raises(DocumentError) as refused:
        load_table(file)
    (problem,) = refused.value.problems
    assert (problem.line, problem.key) == (11, f"limits.wagers.{place}")
    assert words in problem.text


def test_a_wager_stays_within_the_limits_of_the_book(tmp_path: Path) -> None:
    text = (TABLES / "emulated-supreme.toml").read_text(encoding="utf-8")
    own = "[limits.wagers.tie]\nminimum = 5\nmaximum = 900\n\n[betting]"
    file = tmp_path / "supreme.toml"
    file.write_text(text.replace("[betting]", own), encoding="utf-8")
    with pytest.raises(DocumentError, match="the rule book allows 0 to 200; keep within them"):
        load_table(file)


@pytest.mark.parametrize(
    ("line", "key"),
    [
        ('language = "fr"', "language"),
        ('tail = "up"', "tail"),
        ('ask = "no"', "ask"),
        ('theme = "pink"', "theme"),
        ('colour = "red"', "colour"),
    ],
)
def test_a_wrong_scoreboard_key_is_named_with_its_line(tmp_path: Path, line: str, key: str) -> None:
    file = table_file(tmp_path, ("port = 8300", f"port = 8300\n{line}"))
    with pytest.raises(DocumentError) as refused:
        load_table(file)
    (problem,) = refused.value.problems
    assert problem.key == f"scoreboard.{key}"
    assert problem.line == file.read_text(encoding="utf-8").splitlines().index(line) + 1


def test_a_language_without_words_is_refused_with_those_there_are(tmp_path: Path) -> None:
    file = table_file(tmp_path, ("port = 8300", 'port = 8300\nlanguage = "fr"'))
    with pytest.raises(
        DocumentError, match="no words for 'fr'; choose en or vi or zh-Hans or zh-Hant"
    ):
        load_table(file)


def test_every_language_with_words_may_be_a_tables(tmp_path: Path) -> None:
    for language in languages():
        file = table_file(tmp_path, ("port = 8300", f'port = 8300\nlanguage = "{language}"'))
        assert load_table(file).table.scoreboard.language == language


def test_the_poster_carries_what_the_table_file_says_of_the_screens(tmp_path: Path) -> None:
    keys = 'port = 8300\nlanguage = "zh"\ntail = "drop"\nask = false\ntheme = "room.toml"'
    file = table_file(tmp_path, ("port = 8300", keys))
    (tmp_path / "logo.svg").write_text("<svg/>", encoding="utf-8")
    theme = 'base = "bright"\n[room]\nname = "River Room"\nlogo = "logo.svg"\n'
    (tmp_path / "room.toml").write_text(theme, encoding="utf-8")
    screens = screens_of(load_table(file), file)
    shown = screens.poster
    assert (shown.language, shown.tail, shown.ask) == ("zh-Hans", "drop", False)
    assert (shown.theme, shown.logo, shown.room_name) == ("room", "/logo", "River Room")
    assert (shown.room, shown.family, shown.seats) == ("lucky-derby", "baccarat", 8)
    assert screens.logo == Logo("image/svg+xml", b"<svg/>")
    assert "color-scheme: light" in screens.css


def test_a_table_with_a_bad_theme_is_shown_in_the_dark_one(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    file = table_file(tmp_path, ("port = 8300", 'port = 8300\ntheme = "room.toml"'))
    (tmp_path / "room.toml").write_text('[colours]\ntext = "#000000"\n', encoding="utf-8")
    screens = screens_of(load_table(file), file)
    assert screens.css == plain_screens().css
    assert "room.toml:1: colours: misses" in caplog.text


def test_the_edition_changes_with_poster_colours_and_logo() -> None:
    plain = plain_screens()
    other = plain.poster.model_copy(update={"seats": 9})
    logo = Logo("image/png", b"x")
    variants: list[Screens] = [
        plain,
        plain._replace(poster=other),
        plain._replace(css="a{}"),
        plain._replace(logo=logo),
    ]
    editions = {screens.stamped().poster.page for screens in variants}
    assert len(editions | {screens_edition()}) == 5
    assert plain.stamped().poster.page == plain.stamped().poster.page


@pytest.mark.parametrize(
    ("game_id", "said"),
    [
        ("capitol/three-card-poker", "Action: Ante and Bonus"),
        ("capitol/supreme-baccarat", "Action: all wagers placed before the cards"),
    ],
)
def test_the_sign_says_of_what_the_action_is(game_id: str, said: str) -> None:
    schedule = poster(game_id, 1).schedule
    assert schedule is not None
    assert said in schedule.notes
