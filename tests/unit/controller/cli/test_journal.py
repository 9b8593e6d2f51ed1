import csv
import json
import time
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from controller.bus.messages import Entry
from controller.cli import journal as journal_command
from controller.cli.main import cli
from controller.cli.site import Site
from controller.facts.decisions import HandCorrected, OutcomeDecided, RoundOpened
from controller.facts.events import BankAccepted, CardUnreadable, RulingGiven
from controller.record.journal import Journal
from controller.record.row import decision_row, event_row
from tests.unit.controller.sample_record import an_event, tamper


def swap(first: int, second: int) -> tuple[str, str, str]:
    return (
        f"UPDATE entry SET number = 1000 WHERE number = {first}",
        f"UPDATE entry SET number = {first} WHERE number = {second}",
        f"UPDATE entry SET number = {second} WHERE number = 1000",
    )


def run(*arguments: object) -> Result:
    return CliRunner().invoke(cli, ["journal", *map(str, arguments)])


@pytest.fixture
def two_rounds(path: Path) -> Path:
    with Journal.open(path) as journal:
        for number in (1, 2):
            opened = decision_row(2000, "rules", RoundOpened(round=number, bank=2, turn=1))
            journal.append([event_row(1999, "pad-1", BankAccepted(seat=2)), opened])
            journal.append([event_row(86_400_001, "shoe-1", CardUnreadable(reason="boxed"))])
    return path


def test_verify_says_intact_and_prints_the_head(path: Path) -> None:
    with Journal.open(path) as journal:
        journal.append([an_event(sequence) for sequence in range(1, 1235)])
        number, digest = journal.head()
    result = run("verify", path)
    assert result.output == f"1 234 rows, chain intact, head {number} {digest}\n"
    assert result.exit_code == 0


def test_verify_takes_a_state_directory(ten_rows: Path) -> None:
    assert run("verify", ten_rows.parent).output.startswith("10 rows, chain intact, head 10 ")


def test_verify_works_beside_a_running_writer(journal: Journal, path: Path) -> None:
    journal.append([an_event(1)])
    assert run("verify", path).exit_code == 0


def test_verify_names_each_problem_on_a_line_and_fails(ten_rows: Path) -> None:
    tamper(ten_rows, *swap(3, 7), "DELETE FROM entry WHERE number = 9")
    result = run("verify", ten_rows)
    assert result.exit_code == 1
    assert result.output.splitlines() == [
        "row 3: reordered: it was written as row 7",
        "row 7: reordered: it was written as row 3",
        "row 9: removed; row 10 cannot be checked without it",
    ]


def test_verify_checks_a_noted_head(ten_rows: Path) -> None:
    with Journal.open_for_reading(ten_rows) as journal:
        number, digest = journal.head()
    assert run("verify", ten_rows, "--expect-head", f"{number}:{digest[:12]}").exit_code == 0
    assert run("verify", ten_rows, "--expect-head", f"{number}:{'0' * 12}").exit_code == 1
    assert run("verify", ten_rows, "--expect-head", f"{number + 1}:{digest}").exit_code == 1


@pytest.mark.parametrize("head", ["12", "x:0123456789", "12:0123", "12:zzzzzzzzzz"])
def test_verify_refuses_a_malformed_head(ten_rows: Path, head: str) -> None:
    result = run("verify", ten_rows, "--expect-head", head)
    assert result.exit_code == 2
    assert result.output.startswith("error: --expect-head")


def test_verify_prints_json(ten_rows: Path) -> None:
    assert json.loads(run("verify", "--json", ten_rows).output)["intact"] is True
    tamper(ten_rows, "UPDATE entry SET at_ms = 0 WHERE number = 2")
    verdict = json.loads(run("verify", "--json", ten_rows).output)
    assert [(found["row"], found["kind"]) for found in verdict["problems"]] == [(2, "changed")]


@pytest.mark.parametrize("command", ["verify", "show", "export"])
def test_commands_refuse_a_missing_file_in_one_line(tmp_path: Path, command: str) -> None:
    result = run(command, tmp_path)
    assert result.exit_code == 2
    assert result.output.startswith("error: record: there is no ")
    assert result.output.count("\n") == 1


def test_show_prints_a_line_for_each_row_with_the_time_of_this_machine(
    two_rounds: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TZ", "America/Los_Angeles")
    time.tzset()
    lines = run("show", two_rounds).output.splitlines()
    monkeypatch.undo()
    time.tzset()
    assert [line.split()[0] for line in lines] == ["1", "2", "3", "4", "5", "6"]
    place = ["3", "1970-01-01", "16:00:00.001", "PST", "shoe-1", "event", "card_unreadable"]
    assert lines[2].split()[: len(place)] == place


def test_show_says_each_row_in_words_and_its_fields_when_asked(two_rounds: Path) -> None:
    lines = run("show", two_rounds).output.splitlines()
    assert lines[1].endswith("round_opened  ── round 1: seat 2 banks, first hand")
    assert lines[2].endswith("card_unreadable  A card came out that was not read: boxed")
    fields = run("show", two_rounds, "--fields").output.splitlines()
    assert fields[2].endswith("card_unreadable  reason=boxed")


@pytest.mark.parametrize(
    ("options", "numbers"),
    [
        (["--after", "4"], [5, 6]),
        (["--last", "3"], [4, 5, 6]),
        (["--last", "3", "--after", "5"], [6]),
        (["--last", "99"], [1, 2, 3, 4, 5, 6]),
        (["--round", "1"], [2, 3, 4]),
        (["--round", "2"], [5, 6]),
        (["--round", "1", "--last", "1"], [4]),
        (["--round", "1", "--after", "2"], [3, 4]),
        (["--since", "1970-01-02 00:00:00Z"], [3, 6]),
        (["--until", "1970-01-02T00:00:00+00:00"], [1, 2, 4, 5]),
        (["--kind", "round-opened", "--kind", "bank_accepted"], [1, 2, 4, 5]),
        (["--kind", "round_opened", "--round", "2"], [5]),
    ],
)
def test_show_chooses_rows(two_rounds: Path, options: list[str], numbers: list[int]) -> None:
    lines = run("show", two_rounds, "--json", *options).output.splitlines()
    assert [json.loads(line)["number"] for line in lines] == numbers


def test_a_round_includes_what_was_ruled_on_its_hand_later(two_rounds: Path) -> None:
    hand = outcome(1)
    ruling = RulingGiven(by="Ann Lee", ruling="correct-hand", hand=1, to="B")
    after = replace(hand, winner="banker", mark="B", is_ruled=True)
    with Journal.open(two_rounds) as journal:
        journal.append(
            [
                event_row(90_000_000, "desk:floor:desk:Ann Lee", ruling),
                decision_row(
                    90_000_000,
                    "daemon",
                    HandCorrected(shoe=1, hand=1, before=hand, after=after, by="Ann Lee"),
                ),
            ]
        )
    lines = run("show", two_rounds, "--json", "--round", "1").output.splitlines()
    assert [json.loads(line)["number"] for line in lines] == [2, 3, 4, 7, 8]
    by = run("show", two_rounds, "--json", "--by", "Ann Lee").output.splitlines()
    assert [json.loads(line)["number"] for line in by] == [7, 8]


def outcome(number: int) -> OutcomeDecided:
    return OutcomeDecided(
        round=number,
        winner="player",
        player=(),
        banker=(),
        player_total=None,
        banker_total=None,
        mark="P",
    )


def test_a_round_that_is_not_there_is_told(two_rounds: Path) -> None:
    result = run("show", two_rounds, "--round", "7")
    assert result.exit_code == 2
    assert "has no round 7; " in result.output


def test_a_person_who_did_nothing_is_told_with_those_who_did(two_rounds: Path) -> None:
    nobody = run("show", two_rounds, "--by", "Ann Lee")
    assert (nobody.exit_code, "and nobody else; leave --by out" in nobody.output) == (2, True)
    ruling = RulingGiven(by="Ann Lee", ruling="resume")
    with Journal.open(two_rounds) as journal:
        journal.append([event_row(3000, "desk:floor:desk:Ann Lee", ruling)])
    misspelt = run("show", two_rounds, "--by", "Ann Le")
    assert misspelt.exit_code == 2
    assert "has nothing by Ann Le; perhaps Ann Lee" in misspelt.output


def test_a_row_in_words_names_who_acted_and_its_fields_how(path: Path) -> None:
    ruling = RulingGiven(by="Ann Lee", ruling="resume")
    sources = ("desk:floor:script, user 0, process 7:Ann Lee", "desk:emergency:script:Ann Lee")
    with Journal.open(path) as journal:
        journal.append([event_row(1, source, ruling) for source in sources])
    in_words = run("show", path).output.splitlines()
    assert [line.partition("UTC  ")[2].split("  ")[0] for line in in_words] == [
        "Ann Lee",
        "Ann Lee (emergency) event",
    ]
    assert sources[0] in run("show", path, "--fields").output


@pytest.mark.parametrize(
    "command", [("verify",), ("show",), ("export",), ("backup", "--to", "copy")]
)
def test_without_a_file_the_record_of_the_table_that_runs_here_is_meant(
    ten_rows: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, command: tuple[str, ...]
) -> None:
    here = Site(Path("table.toml"), tmp_path, ten_rows.parent)
    monkeypatch.setattr(journal_command, "site_of", lambda _file: here)
    monkeypatch.chdir(tmp_path)
    result = run(*command)
    assert (result.exit_code, "10" in result.output) == (0, True), result.output


def test_a_kind_that_no_row_has_is_refused_with_those_near_it(two_rounds: Path) -> None:
    result = run("show", two_rounds, "--kind", "card-read")
    assert result.exit_code == 2
    assert "--kind card_read: no row is of this kind; perhaps card_" in result.output


@pytest.mark.parametrize("time", ["yesterday", "25:99", ""])
def test_a_time_that_is_none_is_refused_with_how_to_write_one(two_rounds: Path, time: str) -> None:
    result = run("show", two_rounds, "--since", time)
    assert result.exit_code == 2
    assert "is no time; write 14:30" in result.output


def test_rows_come_as_a_sheet_that_starts_no_formula(path: Path) -> None:
    with Journal.open(path) as journal:
        journal.append([event_row(1, "=1+1", CardUnreadable(reason="boxed"))])
    head, row = csv.reader(run("show", path, "--csv").output.splitlines())
    assert head == ["number", "time", "source", "part", "kind", "details"]
    assert row[2:] == ["'=1+1", "event", "card_unreadable", "reason=boxed"]


def test_show_survives_a_tampered_row_without_steering_the_terminal(ten_rows: Path) -> None:
    tamper(
        ten_rows,
        "UPDATE entry SET body = x'1b5b324a', source = CAST(x'ff1b' AS TEXT), at_ms = -1 << 62"
        " WHERE number = 2",
    )
    output = run("show", ten_rows).output
    assert len(output.splitlines()) == 10
    assert "\x1b" not in output


def test_export_prints_entries_the_bus_accepts(two_rounds: Path) -> None:
    lines = run("export", two_rounds).output.splitlines()
    entries = [Entry.model_validate_json(line) for line in lines]
    assert [entry.number for entry in entries] == [1, 2, 3, 4, 5, 6]
    assert entries[2].event == CardUnreadable(reason="boxed")
    assert entries[1].decision == RoundOpened(round=1, bank=2, turn=1)


def test_export_leaves_decisions_out_on_request(two_rounds: Path) -> None:
    lines = run("export", "--events-only", two_rounds).output.splitlines()
    assert [json.loads(line)["number"] for line in lines] == [1, 3, 4, 6]


def test_export_names_a_row_it_cannot_read(ten_rows: Path) -> None:
    tamper(ten_rows, "UPDATE entry SET body = x'7b7d'")
    result = run("export", ten_rows)
    assert result.exit_code == 2
    assert "error: record: row 1 holds no event this version knows; " in result.output
