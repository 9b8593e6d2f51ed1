"""The commands that compute: what they print, and how they fail."""

import json
import subprocess
import sys
from pathlib import Path

import click
import pytest

from config.table import TABLES
from controller.cli.main import COMMANDS, cli
from controller.cli.schema import SCHEMAS
from controller.facts.decisions import DECISION
from controller.facts.events import EVENT, Event
from controller.families.catalogue import GAMES, game_ids, sign_ids
from controller.families.opening import opening_event
from controller.families.tables import load_table
from controller.simulate import FAULTS
from controller.simulate.hands import SimulatedHands
from tests.command import underfelt
from tests.conftest import TablePlayer

THREE_CARD = "lucky-derby/three-card-poker-6-card-bonus"
FORTUNE = "lucky-derby/fortune-pai-gow-poker"
BACCARAT = "lucky-derby/ez-baccarat-panda-8"
BACCARAT_TABLE = TABLES / "emulated-baccarat.toml"


def refused(*arguments: str, given: str = "") -> str:
    """Run a command that must fail with one line and exit 2; returns the line."""
    done = underfelt(*arguments, given=given)
    assert done.returncode == 2, done.stderr
    (line,) = done.stderr.splitlines()
    assert line.startswith("error: ")
    assert ";" in line
    return line


@pytest.mark.parametrize(
    ("arguments", "code", "out", "error"),
    [
        (("games",), 0, BACCARAT, ""),
        (("games", "bridge"), 2, "", "error: no game 'bridge'; `underfelt games` lists them"),
        (("deal",), 2, "", "error: No such command 'deal'; see python -m controller --help"),
    ],
)
def test_a_real_process_prints_and_exits_alike(
    arguments: tuple[str, ...], code: int, out: str, error: str
) -> None:
    command = [sys.executable, "-m", "controller", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr.rstrip()) == (code, error)
    assert out in done.stdout


# action-button


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (
            (THREE_CARD, "--seats", "8", "--bank", "3", "--card", "Jh"),
            {
                "game": THREE_CARD,
                "count": 11,
                "counted_seat": 5,
                "first_hand": None,
                "button": 5,
                "lap": [1, 2, 4, 5, 6, 7, 8],
                "readings": ["count-wraps"],
            },
        ),
        (
            (FORTUNE, "--seats", "7", "--bank", "5", "--dice", "3,4,5"),
            {
                "game": FORTUNE,
                "count": 12,
                "counted_seat": 2,
                "first_hand": 2,
                "button": 2,
                "lap": [5, 6, 7, 1, 2, 3, 4],
                "readings": [],
            },
        ),
        (
            (FORTUNE, "--seats", "7", "--bank", "5", "--dice", "2,3,3"),
            {
                "game": FORTUNE,
                "count": 8,
                "counted_seat": 5,
                "first_hand": 5,
                "button": 6,
                "lap": [5, 6, 7, 1, 2, 3, 4],
                "readings": [],
            },
        ),
    ],
)
def test_action_button_prints_its_contract(
    arguments: tuple[str, ...], expected: dict[str, object]
) -> None:
    done = underfelt("action-button", *arguments, "--json")
    assert (done.returncode, json.loads(done.stdout)) == (0, expected)


def test_action_button_moves_to_a_wager_and_names_each_reading() -> None:
    arguments = (BACCARAT, "--seats", "8", "--bank", "1", "--card", "td", "--wagers", "3,8")
    report = json.loads(underfelt("action-button", *arguments, "--json").stdout)
    assert (report["counted_seat"], report["button"]) == (4, 8)
    assert report["readings"] == ["ten-counts-ten", "count-wraps", "empty-seat-moves-on"]


def test_action_button_speaks_plainly_without_json() -> None:
    done = underfelt("action-button", FORTUNE, "--seats", "7", "--bank", "5", "--dice", "2,3,3")
    assert "first hand  seat 5" in done.stdout
    assert "button      seat 6" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("bridge", "--seats", "8", "--bank", "3", "--card", "Jh"), "no game 'bridge'"),
        ((THREE_CARD, "--seats", "9", "--bank", "3", "--card", "Jh"), "8 seats"),
        ((THREE_CARD, "--seats", "8", "--bank", "9", "--card", "Jh"), "use 1 to 8"),
        ((THREE_CARD, "--seats", "8", "--bank", "0", "--card", "Jh"), "use 1 to 8"),
        ((THREE_CARD, "--seats", "8", "--bank", "3", "--card", "11h"), "'11h' is not a card"),
        ((THREE_CARD, "--seats", "8", "--bank", "3", "--dice", "1,2,3"), "give --card"),
        ((THREE_CARD, "--seats", "8", "--bank", "3"), "give --card"),
        (
            ("lucky-derby/pure-spanish-21.5", "--seats", "8", "--bank", "3", "--card", "Ts"),
            "--card Ts: Pure Spanish 21.5 is played without it",
        ),
        ((BACCARAT, "--seats", "8", "--bank", "1", "--card", "Jo"), "is played without it"),
        ((FORTUNE, "--seats", "7", "--bank", "3", "--card", "Jh"), "give --dice"),
        ((FORTUNE, "--seats", "7", "--bank", "3", "--dice", "1,2"), "give 3 values"),
        ((FORTUNE, "--seats", "7", "--bank", "3", "--dice", "1,2,7"), "from 1 to 6"),
        ((FORTUNE, "--seats", "7", "--bank", "3", "--dice", "1,2,x"), "numbers with commas"),
        ((FORTUNE, "--seats", "7", "--bank", "3", "--dice", ""), "give 3 values"),
        ((FORTUNE, "--seats", "7", "--bank", "3", "--dice", "1,2,3", "--wagers", "8"), "1 to 7"),
        ((FORTUNE, "--seats", "x", "--bank", "3", "--dice", "1,2,3"), "'x'"),
        ((FORTUNE, "--bank", "3", "--dice", "1,2,3"), "--seats"),
    ],
)
def test_action_button_refuses_in_one_line(arguments: tuple[str, ...], words: str) -> None:
    assert words in refused("action-button", *arguments)


# games and check-config


def test_games_shows_what_a_natural_pays_beside_a_plain_win() -> None:
    assert "1:1, natural 3:2" in underfelt("games", "casino-99/pure-21.5").stdout


def test_games_lists_the_whole_catalogue() -> None:
    rows = json.loads(underfelt("games", "--json").stdout)
    assert sorted(row["id"] for row in rows) == sorted([*game_ids(), *sign_ids()])
    keys = {"id", "name", "family", "equipment", "readings", "missing"}
    assert all(keys <= row.keys() for row in rows)


def test_games_shows_one_game_with_its_sources() -> None:
    shown = underfelt("games", BACCARAT).stdout
    assert "Dragon 7" in shown
    assert "[000:3187-3191]" in shown
    assert "naturals-stop: " in shown


def test_games_refuses_an_unknown_one() -> None:
    assert "no game 'lucky-derby/bridge'" in refused("games", "lucky-derby/bridge")


@pytest.mark.parametrize("file", [BACCARAT_TABLE, GAMES / f"{BACCARAT}.toml"])
def test_check_config_passes_a_good_file_and_lists_its_open_readings(file: Path) -> None:
    done = underfelt("check-config", str(file))
    assert done.returncode == 0
    assert "no problems" in done.stdout
    assert "naturals-stop: " in done.stdout


def test_one_open_reading_is_one_reading(tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    text = BACCARAT_TABLE.read_text(encoding="utf-8")
    _last, *others = load_table(BACCARAT_TABLE).open_readings
    file.write_text(f"{text}\n[readings]\nconfirmed = {json.dumps(others)}\n")
    assert "1 reading runs without" in underfelt("check-config", str(file)).stdout


def test_check_config_reports_every_problem_with_its_line(tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    text = BACCARAT_TABLE.read_text(encoding="utf-8")
    file.write_text(text.replace("seats = 8", "seats = 9").replace("fees = 1", "fees = 99"))
    done = underfelt("check-config", str(file))
    assert done.returncode == 2
    first, second = done.stderr.splitlines()
    assert first.startswith(f"error: {file}:4: seats: ")
    assert second.startswith(f"error: {file}:5: fees: ")
    report = json.loads(underfelt("check-config", "--json", str(file)).stdout)
    assert [problem["line"] for problem in report["problems"]] == [4, 5]


def test_check_config_names_a_file_that_is_not_there(tmp_path: Path) -> None:
    assert "no such file; check the path" in refused("check-config", str(tmp_path / "no.toml"))


# simulate


def test_simulate_prints_totals_by_outcome() -> None:
    done = underfelt("simulate", BACCARAT, "--rounds", "300", "--seed", "5", "--json")
    report = json.loads(done.stdout)
    assert (report["game"], report["seed"], report["rounds"]) == (BACCARAT, 5, 300)
    outcomes = report["outcomes"]
    assert list(outcomes) == ["player", "banker", "tie", "panda-8", "dragon-7", "natural"]
    assert outcomes["player"] + outcomes["banker"] + outcomes["tie"] == 300
    assert sum(report["buttons"].values()) == 300
    assert (report["voided"], report["irregularities"]) == (0, {})
    assert report["rounds_per_second"] > 0


def test_the_same_seed_gives_the_same_totals() -> None:
    def totals() -> dict[str, object]:
        done = underfelt("simulate", FORTUNE, "--rounds", "200", "--seed", "9", "--json")
        report: dict[str, object] = json.loads(done.stdout)
        del report["rounds_per_second"]
        return report

    assert totals() == totals()


@pytest.mark.parametrize("game", [BACCARAT, THREE_CARD, FORTUNE])
def test_simulated_faults_are_found_and_the_table_goes_on(game: str) -> None:
    done = underfelt("simulate", game, "--rounds", "400", "--faults", ",".join(FAULTS), "--json")
    report = json.loads(done.stdout)
    assert report["rounds"] == 400
    assert report["irregularities"]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((BACCARAT, "--faults", "gremlins"), "no such fault"),
        ((BACCARAT, "--rounds", "0"), "--rounds"),
        ((BACCARAT, "--rounds", "many"), "--rounds"),
        ((BACCARAT, "--seats", "9"), "8 or 14 seats"),
        (("bridge",), "no game 'bridge'"),
    ],
)
def test_simulate_refuses_in_one_line(arguments: tuple[str, ...], words: str) -> None:
    assert words in refused("simulate", *arguments)


# replay


def played_events(table: TablePlayer, count: int) -> list[Event]:
    """Some hundred events of a simulated run, faults of the floor included."""
    hands = SimulatedHands(3, 8)
    played: list[Event] = []
    for _ in range(count):
        event = hands.next_event(table.state)
        table.play(event)
        played.append(event)
    return played


def test_replayed_events_give_the_decisions_of_the_run(
    baccarat: TablePlayer, tmp_path: Path
) -> None:
    before = len(baccarat.history)
    events = played_events(baccarat, 300)
    file = tmp_path / "events.jsonl"
    file.write_bytes(b"\n".join(EVENT.dump_json(event) for event in events))
    done = underfelt("replay", "--table", str(BACCARAT_TABLE), str(file))
    expected = [DECISION.dump_json(decision).decode() for decision in baccarat.history[before:]]
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines() == expected


def test_replay_reads_standard_input_and_an_opening_event(baccarat: TablePlayer) -> None:
    opening = EVENT.dump_json(opening_event(baccarat.state.rules)).decode()
    done = underfelt("replay", "--table", str(BACCARAT_TABLE), "-", given=opening + "\n\n")
    assert [json.loads(line)["kind"] for line in done.stdout.splitlines()] == [
        "bank_offered",
        "expectation_set",
    ]


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("{", "not JSON"),
        ('{"kind": "card_drawm"}', "see docs/events.md"),
        ('{"kind": "card_drawn", "card": "1x"}', "card: "),
        ('{"kind": "card_drawn", "card": "As", "by": 3}', "by: "),
        ('{"kind": "shoe_loaded"}', "decks: "),
        ('{"kind": "shoe_loaded", "decks": "8"}', "decks: "),
        ("[]", "see docs/events.md"),
    ],
)
def test_replay_names_the_bad_line(tmp_path: Path, line: str, words: str) -> None:
    file = tmp_path / "events.jsonl"
    file.write_text('{"kind": "bank_accepted"}\n' + line + "\n", encoding="utf-8")
    error = refused("replay", "--table", str(BACCARAT_TABLE), str(file))
    assert error.startswith(f"error: {file}:2: ")
    assert words in error


def test_replay_refuses_a_record_made_under_other_rules(tmp_path: Path) -> None:
    line = '{"kind": "table_opened", "table": "t", "game": "g", "seats": 8, "digest": "0000"}'
    file = tmp_path / "events.jsonl"
    file.write_text(line, encoding="utf-8")
    error = refused("replay", "--table", str(BACCARAT_TABLE), str(file))
    assert ":1: recorded under rules 0000" in error


def test_replay_names_files_it_cannot_read(tmp_path: Path) -> None:
    missing = str(tmp_path / "no.jsonl")
    assert "cannot be read" in refused("replay", "--table", str(BACCARAT_TABLE), missing)
    assert "no such file" in refused("replay", "--table", str(tmp_path / "no.toml"), missing)


# rule


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("use-dice", "--dice", "1,x,3", "--by", "Ann"), "--dice 1,x,3"),
        (("use-dice", "--dice", "1,2,7", "--by", "Ann"), "--dice"),
        (("use-dice", "--dice", "1,2,3,4,5,6", "--by", "Ann"), "--dice"),
        (("use-card", "--card", "1x", "--by", "Ann"), "'1x' is not a card"),
        (("resume", "--by", " "), "--by"),
        (("resume",), "--by"),
        (("forgive", "--by", "Ann"), "forgive"),
    ],
)
def test_rule_refuses_in_one_line(arguments: tuple[str, ...], words: str) -> None:
    assert words in refused("rule", *arguments)


# schema, completion, help


@pytest.mark.parametrize("what", ["events", "decisions"])
def test_schema_covers_every_kind(what: str) -> None:
    schema = json.loads(underfelt("schema", what).stdout)
    adapter = EVENT if what == "events" else DECISION
    assert schema == adapter.json_schema()
    assert len(schema["oneOf"]) == len(schema["discriminator"]["mapping"])


@pytest.mark.parametrize("what", ["game", "table"])
def test_schema_covers_the_files_people_write(what: str) -> None:
    schema = json.loads(underfelt("schema", what).stdout)
    assert schema == SCHEMAS[what].json_schema()


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_prints_a_script_for_the_shell(shell: str) -> None:
    assert "_UNDERFELT_COMPLETE" in underfelt("completion", shell).stdout


def test_completion_refuses_another_shell() -> None:
    assert "tcsh" in refused("completion", "tcsh")


def test_an_unknown_command_is_one_line() -> None:
    assert "deal" in refused("deal")


@pytest.mark.parametrize("name", list(COMMANDS))
def test_every_command_says_what_it_does(name: str) -> None:
    context = click.Context(cli)
    command = cli.get_command(context, name)
    assert command is not None
    shown = command.get_help(click.Context(command, parent=context, info_name=name))
    assert command.help or "xample" in shown
    assert command.get_short_help_str(limit=200).endswith((".", "…")) or "xample" in shown


def test_help_lists_every_command() -> None:
    shown = underfelt("--help").stdout
    assert all(name in shown for name in COMMANDS)
