"""The `settle` command: a finished round in, who wins what and in which order out."""

import json
from fractions import Fraction
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from controller.cli.ledger_report import money
from controller.cli.main import cli

EZ = "lucky-derby/ez-baccarat-panda-8"
ONE_POT = ("--value", "settlement.account=one-pot")
ROUND = {
    "bank": {"seat": 3, "stake": 150},
    "player": ["Kd", "7h"],
    "banker": ["4c", "2s"],
    "seats": {
        "1": {"wagers": {"player-line": 100, "panda-8": 5}},
        "5": {"wagers": {"tie": 20}},
        "6": {"wagers": {"banker-line": 12.5}},
        "7": {"wagers": {"player-line": 40}},
    },
}


def test_the_example_of_the_help_is_settled() -> None:
    help_text = CliRunner().invoke(cli, ("settle", "--help")).output
    example = help_text[help_text.index('{"bank"') : help_text.index("underfelt settle lucky")]
    assert run(EZ, content=example.strip()).exit_code == 0


def run(*arguments: str, content: object = ROUND) -> Result:
    text = content if isinstance(content, str | bytes) else json.dumps(content)
    return CliRunner().invoke(cli, ("settle", *arguments, "-"), input=text)


def changed(**parts: object) -> dict[str, object]:
    return {**ROUND, **parts}


def test_lines_come_in_order_until_the_bank_is_exhausted() -> None:
    report = json.loads(run(EZ, "--json", *ONE_POT).stdout)
    assert (report["bank"], report["button"], report["seats"]) == (3, 5, 8)
    assert [
        (line["seat"], line["wager"], line["paid"], line["taken"], line["returned"])
        for line in report["lines"]
    ] == [
        (7, "player-line", "40", "0", "40"),
        (1, "player-line", "100", "0", "100"),
        (6, "banker-line", "0", "10", "2.50"),
        (5, "tie", "0", "0", "20"),
        (1, "panda-8", "0", "0", "5"),
    ]
    assert report["exhausted_at"] == {"seat": 6, "wager": "banker-line"}
    assert report["totals"] == {"1": "100", "5": "0", "6": "-10", "7": "40"}
    assert report["bank_result"] == "-130"


def test_table_names_the_start_and_where_the_bank_ends() -> None:
    lines = run(EZ, *ONE_POT).stdout.splitlines()
    assert lines[1] == "  bank       seat 3 puts up 150; settled from the button, seat 5"
    assert "  the bank is exhausted at seat 6, banker-line" in lines
    assert lines[-1].endswith("bank: -130")


def test_what_a_bank_collects_does_not_use_up_what_it_can_pay() -> None:
    report = json.loads(run(EZ, "--json").stdout)
    assert report["totals"] == {"1": "95", "5": "-20", "6": "-12.50", "7": "40"}
    assert report["exhausted_at"] is None


def test_an_account_of_another_name_is_refused() -> None:
    done = run(EZ, "--value", "settlement.account=purse")
    assert done.exit_code == 2
    assert 'choose "two-caps" or "one-pot"' in done.stderr


def test_bank_without_a_stake_covers_everything() -> None:
    report = json.loads(run(EZ, "--json", content=changed(bank={"seat": 3})).stdout)
    assert report["exhausted_at"] is None
    assert {line["uncovered"] for line in report["lines"]} == {"0"}


def test_game_without_a_button_starts_left_of_the_bank() -> None:
    report = json.loads(run("casino-99/ez-baccarat-panda-8", "--json").stdout)
    assert report["button"] is None
    assert report["lines"][0]["seat"] == 7


def test_half_pay_is_exact() -> None:
    content = changed(
        player=["Kd", "6h"], banker=["4c", "2s"], seats={"2": {"wagers": {"banker-line": 5}}}
    )
    report = json.loads(run("capitol/supreme-baccarat", "--json", content=content).stdout)
    assert report["lines"][0]["result"] == "push"
    content["player"] = ["Kd", "2h", "3c"]
    report = json.loads(run("capitol/supreme-baccarat", "--json", content=content).stdout)
    assert report["lines"][0]["paid"] == "2.50"


def test_a_table_is_large_enough_for_every_seat_named() -> None:
    content = changed(seats={"12": {"wagers": {"tie": 5}}})
    assert json.loads(run(EZ, "--json", content=content).stdout)["seats"] == 14


def test_reads_a_file_and_names_it_in_errors(tmp_path: Path) -> None:
    file = tmp_path / "round.json"
    file.write_text(json.dumps(changed(banker=["4c"])), encoding="utf-8")
    result = CliRunner().invoke(cli, ("settle", EZ, str(file)))
    assert result.exit_code == 2
    assert result.stderr.startswith("error: round.json: banker: 4c; a hand has 2 or 3 cards (000:")


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("{", "the whole file: Invalid JSON"),
        ("[]", "the whole file: Input should be an object"),
        (b"\xff\xfe", "not UTF-8 text"),
        ({"player": ["Kd"]}, "seats: Field required"),
        (changed(player=["Kd", "9x"]), "player.1: '9x' is no card or tile"),
        (changed(seats={"x": {"wagers": {}}}), "seats.x: no seat number; write seats as 1, 2, 3"),
        (changed(seats={"0": {"wagers": {}}}), "seat 0: no such seat"),
        (changed(seats={"15": {"wagers": {}}}), "seat 15: no such seat"),
        (changed(seats={"3": {"wagers": {"tie": 5}}}), "seats.3: the bank sits there"),
        (changed(seats={"4": {"wagers": {"tie": -5}}}), "seats.4.wagers.tie: Input should be"),
        (changed(seats={"4": {"wagers": {"tie": 0.001}}}), "seats.4.wagers.tie: Decimal input"),
        (changed(seats={"4": {"wager": {}}}), "seats.4.wager: Extra inputs are not permitted"),
        (changed(bank={"seat": 3, "stake": -1}), "bank.stake: Input should be greater"),
    ],
)
def test_bad_input_is_one_error_a_problem_with_its_place(content: object, message: str) -> None:
    result = run(EZ, content=content)
    assert result.exit_code == 2
    assert message in result.stderr
    assert all(line.startswith("error: ") for line in result.stderr.splitlines())


@pytest.mark.parametrize("seats", ["7", "13"])
def test_seat_count_must_be_one_the_game_is_played_on(seats: str) -> None:
    result = run(EZ, "--seats", seats)
    assert result.stderr.startswith(
        f"error: --seats {seats}: EZ Baccarat Panda 8 is played on 8 or"
    )


@pytest.mark.parametrize(
    ("amount", "text"),
    [
        (Fraction(12), "12"),
        (Fraction(5, 2), "2.50"),
        (Fraction(-1, 20), "-0.05"),
        (Fraction(-125, 100), "-1.25"),
        (Fraction(1, 3), "1/3"),
    ],
)
def test_money_is_written_exactly(amount: Fraction, text: str) -> None:
    assert money(amount) == text
