"""`settle --record`: a round of a table's record, without amounts and with them."""

import json
from dataclasses import replace
from decimal import Decimal
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from config.table import TABLES
from controller.cli.main import cli
from controller.daemon.keeper import Arrival, TableKeeper
from controller.facts.cards import Card
from controller.facts.decisions import ButtonPlaced, SettlementOrdered
from controller.facts.events import (
    BankAccepted,
    BetsClosed,
    CardDrawn,
    CollectionTaken,
    Event,
    FloorCalled,
    KeyPressed,
    RoundSettled,
    RulingGiven,
    ShoeLoaded,
    StakePlaced,
    WagerPlaced,
    WagerRemoved,
)
from controller.families.opening import rules_of
from controller.families.tables import load_table
from controller.record.journal import Journal
from controller.settlement.finished import FINISHED_ROUND, FinishedRound
from controller.settlement.joined import joined
from controller.settlement.verdict import RoundError
from controller.simulate.hands import SimulatedHands
from controller.table.state import Rules

BACCARAT = TABLES / "emulated-baccarat.toml"
OPENING = (BankAccepted(), ShoeLoaded(decks=8))
WAGERS = (WagerPlaced(seat=2), WagerPlaced(seat=5))
VOID = (FloorCalled(), RulingGiven(by="Ann Lee", ruling="void-round"))


def dealt(cards: str) -> tuple[Event, ...]:
    drawn = (CardDrawn(card=Card(code)) for code in cards.split())
    return (*WAGERS, BetsClosed(), CollectionTaken(), *drawn)


COUP = dealt("Kd 4c 7h 2s")


def record(folder: Path, table_file: Path, *events: Event) -> Path:
    """Keep the record of a table that met these events."""
    kept(folder, rules_of(load_table(table_file)), *events)
    return folder


def kept(folder: Path, rules: Rules, *events: Event) -> list[object]:
    with Journal.open(folder / "journal.sqlite") as journal:
        keeper = TableKeeper(rules, journal, clock_ms=lambda: 1_700_000_000_000)
        return [d for e in events for d in keeper.admit([Arrival("pad-1", e)]).decisions]


def run(folder: Path, number: int, *more: str, given: object = None) -> Result:
    arguments = ("settle", "--record", str(folder), "--round", str(number), *more)
    if given is None:
        return CliRunner().invoke(cli, arguments)
    return CliRunner().invoke(cli, (*arguments, "--wagers", "-"), input=json.dumps(given))


@pytest.fixture
def one_coup(tmp_path: Path) -> Path:
    return record(tmp_path, BACCARAT, *OPENING, *COUP, RoundSettled())


def amounts(**seats: dict[str, int]) -> dict[str, object]:
    return {"seats": {name.removeprefix("s"): {"wagers": each} for name, each in seats.items()}}


GIVEN = amounts(s2={"player-line": 100}, s5={"banker-line": 20})


def test_order_and_results_come_from_the_record_alone(one_coup: Path) -> None:
    report = json.loads(run(one_coup, 1, "--json").stdout)
    assert (report["game"], report["round"], report["seats"]) == (
        "lucky-derby/ez-baccarat-panda-8",
        1,
        8,
    )
    assert (report["bank"], report["button"]) == (1, 5)
    assert report["order"][0] == {"stage": None, "wagers": ["player-line"], "seats": [5, 2]}
    lines = {(row["seat"], row["wager"]): row["result"] for row in report["results"]}
    assert (lines[2, "player-line"], lines[5, "banker-line"], lines[5, "tie"]) == (
        "win",
        "lose",
        "lose",
    )
    assert report["not_known"] == ["the record has no amounts; give them in --wagers ROUND.json"]


def test_a_record_with_amounts_is_settled_without_a_file(tmp_path: Path) -> None:
    staked = (
        StakePlaced(stake=Decimal(60)),
        WagerPlaced(seat=2, wager="player-line", amount=Decimal(100)),
        WagerPlaced(seat=5, wager="banker-line", amount=Decimal(20)),
        WagerPlaced(seat=5, wager="tie", amount=Decimal("12.50"), owner="Ann"),
    )
    record(tmp_path, BACCARAT, *OPENING, *staked, *COUP[len(WAGERS) :], RoundSettled())
    report = json.loads(run(tmp_path, 1, "--json").stdout)
    assert (report["round"], report["stake"], report["totals"]) == (
        1,
        "60",
        {"2": "60", "5": "-20"},
    )
    assert report["owners"] == {"Ann": "-12.50"}


def test_a_wager_taken_back_is_not_settled(tmp_path: Path) -> None:
    placed = WagerPlaced(seat=2, wager="player-line", amount=Decimal(100))
    tie = WagerPlaced(seat=2, wager="tie", amount=Decimal(5))
    back = WagerRemoved(seat=2, wager="tie")
    record(tmp_path, BACCARAT, *OPENING, placed, tie, back, *COUP[len(WAGERS) :], RoundSettled())
    lines = json.loads(run(tmp_path, 1, "--json").stdout)["lines"]
    assert [(line["wager"], line["paid"]) for line in lines] == [("player-line", "100")]


def test_an_amount_outside_the_tables_limits_is_refused(one_coup: Path) -> None:
    table = load_table(BACCARAT).table
    assert table.limits is not None
    above = amounts(s2={"player-line": table.limits.maximum + 1}, s5={"banker-line": 20})
    done = run(one_coup, 1, given=above)
    assert done.exit_code == 2
    assert f"the limits of table {table.id} are" in done.stderr


def test_seats_with_the_same_result_share_a_line(one_coup: Path) -> None:
    lines = run(one_coup, 1).stdout.splitlines()
    assert lines[0].endswith("; 8 seats; round 1")
    assert lines[1] == "  bank       seat 1; settled from the button, seat 5"
    assert "  order      player-line: seat 5, 2" in lines
    assert "  result     player-line: win, player-line pays 1:1: seat 5, 2" in lines
    assert lines[-1].startswith("  not known  the record has no amounts")


def test_with_amounts_the_whole_ledger_is_printed(one_coup: Path) -> None:
    report = json.loads(run(one_coup, 1, "--json", given=GIVEN).stdout)
    assert (report["round"], report["button"]) == (1, 5)
    assert report["totals"] == {"2": "100", "5": "-20"}
    assert run(one_coup, 1, given=GIVEN).stdout.splitlines()[0].endswith("round 1")


def test_the_stake_of_the_bank_comes_with_the_amounts(one_coup: Path) -> None:
    given = {**GIVEN, "bank": {"seat": 1, "stake": 30}}
    report = json.loads(run(one_coup, 1, "--json", given=given).stdout)
    assert report["exhausted_at"] == {"seat": 2, "wager": "player-line"}


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ({"player": ["Kd", "8h"]}, "player: Kd 8h, by the record Kd 7h; correct it or leave"),
        ({"button": 2}, "button: 2, by the record 5; correct it or leave it out"),
        ({"bank": {"seat": 3}}, "bank.seat: 3, by the record 1; correct it or leave it out"),
        (amounts(s2={"tie": 5}), "seat 5: bet by the record; add its wagers"),
        (amounts(s2={"tie": 5}, s4={}, s5={}), "seat 4: did not bet by the record"),
        (amounts(s2={"tie": 10}, s5={"pair": 1}), "seat 5: no wager 'pair'"),
    ],
)
def test_a_file_cannot_contradict_the_record(
    one_coup: Path, more: dict[str, object], message: str
) -> None:
    result = run(one_coup, 1, given={**GIVEN, **more})
    assert result.exit_code == 2
    assert result.stderr.startswith(f"error: <stdin>: {message}")


def test_a_round_that_is_not_there_or_not_finished_is_named(tmp_path: Path) -> None:
    events = (*OPENING, *COUP, RoundSettled(), *VOID, *COUP, RoundSettled(), BankAccepted())
    record(tmp_path, BACCARAT, *events)
    there = "name a finished one, there are 2, from 1 to 3"
    assert f"round 9 is not in the record; {there}" in run(tmp_path, 9).stderr
    assert f"round 4 is not finished; {there}" in run(tmp_path, 4).stderr
    voided = "round 2 was voided by Ann Lee and every wager went back"
    assert f"{voided}; {there}" in run(tmp_path, 2).stderr


def test_a_free_hand_is_nothing_to_settle(tmp_path: Path) -> None:
    free = (KeyPressed(key="enter", is_long=True), *dealt("Kd 4c 7h 2s")[4:])
    record(tmp_path, BACCARAT, *OPENING, *free)
    assert "round 1 was a free hand that nobody bet on; name a finished" in run(tmp_path, 1).stderr


def test_a_record_without_rounds_says_so(tmp_path: Path) -> None:
    record(tmp_path, BACCARAT)
    assert (
        "round 1 is not in the record; name a finished one, there are none"
        in run(tmp_path, 1).stderr
    )


def test_a_record_of_another_game_asks_for_its_table(one_coup: Path) -> None:
    result = run(one_coup, 1, "--table", str(TABLES / "emulated-fortune.toml"))
    assert result.exit_code == 2
    assert "a record of lucky-derby/ez-baccarat-panda-8, the table file plays" in result.stderr
    assert "give its --table" in result.stderr


def test_a_record_under_other_rules_of_the_game_is_refused(tmp_path: Path) -> None:
    other = replace(rules_of(load_table(BACCARAT)), digest="other-rules")
    kept(tmp_path, other, *OPENING, *COUP, RoundSettled())
    assert "settle with the files the table ran with" in run(tmp_path, 1).stderr


@pytest.mark.parametrize("given", [None, GIVEN])
def test_a_round_is_settled_under_the_settings_it_was_played_with(
    one_coup: Path, tmp_path: Path, given: object
) -> None:
    text = BACCARAT.read_text(encoding="utf-8").replace("seats = 8", "seats = 14")
    other = tmp_path / "table.toml"
    other.write_text(text.replace("minimum = 10", "minimum = 50"))
    now = run(one_coup, 1, "--json", "--table", str(other), given=given).stdout
    assert json.loads(now)["seats"] == 8
    assert now == run(one_coup, 1, "--json", given=given).stdout


def test_a_directory_without_a_journal_is_an_error(tmp_path: Path) -> None:
    result = run(tmp_path, 1)
    assert result.exit_code == 2
    assert "name a journal that exists" in result.stderr


def test_an_empty_journal_is_no_record(tmp_path: Path) -> None:
    Journal.open(tmp_path / "journal.sqlite").close()
    assert "no table was opened in this record" in run(tmp_path, 1).stderr


def test_rounds_before_and_after_other_rules_are_kept_apart(tmp_path: Path) -> None:
    """Numbers go on through every opening: each means one round, under its own rules."""
    fortune = rules_of(load_table(TABLES / "emulated-fortune.toml"))
    first = dealt("Kd 4c 9h As")
    record(tmp_path, BACCARAT, *OPENING, *first, RoundSettled())
    kept(tmp_path, fortune, BankAccepted())
    record(tmp_path, BACCARAT, *OPENING, *COUP, RoundSettled())
    kept(tmp_path, fortune, BankAccepted())
    report = json.loads(run(tmp_path, 4, "--json").stdout)
    assert report["button"] == 5
    assert json.loads(run(tmp_path, 1, "--json").stdout)["round"] == 1


def test_a_round_that_went_on_in_a_hold_is_found_whole(tmp_path: Path) -> None:
    """What arrives in a hold happens at once when it ends: cards and settlement in one event."""
    resume = RulingGiven(by="Ann Lee", ruling="resume")
    cards = COUP[:4]
    record(tmp_path, BACCARAT, *OPENING, *cards, FloorCalled(), *COUP[4:], RoundSettled(), resume)
    report = json.loads(run(tmp_path, 1, "--json", given=GIVEN).stdout)
    assert report["totals"] == {"2": "100", "5": "-20"}


def test_cards_that_nobody_read_are_said_to_be_missing(tmp_path: Path) -> None:
    file = TABLES / "emulated-three-card.toml"
    rules = rules_of(load_table(file))
    ordered, placed = simulated(tmp_path, rules, 3)
    report = json.loads(run(tmp_path, 3, "--table", str(file), "--json").stdout)
    assert report["results"] == []
    assert report["not_known"][1].startswith("no device read the cards of this round")
    assert [lap for lap in report["order"] if lap["stage"] is None] == [
        {"stage": None, "wagers": list(lap.wagers), "seats": list(lap.seats)}
        for lap in ordered.laps
    ]
    assert report["button"] == placed.button


def simulated(folder: Path, rules: Rules, rounds: int) -> tuple[SettlementOrdered, ButtonPlaced]:
    """Play rounds into a record; returns what was decided in the last of them."""
    hands = SimulatedHands(5, rules.game.cards.decks[1])
    found: dict[type, object] = {}
    with Journal.open(folder / "journal.sqlite") as journal:
        keeper = TableKeeper(rules, journal)
        while keeper.state.rounds <= rounds:
            decided = keeper.admit([Arrival("x", hands.next_event(keeper.state))]).decisions
            found |= {type(each): each for each in decided}
    ordered, placed = found[SettlementOrdered], found[ButtonPlaced]
    assert isinstance(ordered, SettlementOrdered)
    assert isinstance(placed, ButtonPlaced)
    return ordered, placed


def finished(**bank: object) -> FinishedRound:
    return FINISHED_ROUND.validate_python(
        {"bank": {"seat": 1, **bank}, "seats": {"2": {"wagers": {}}}}, strict=False
    )


def test_a_bank_that_did_not_cover_needs_its_stake() -> None:
    with pytest.raises(RoundError, match="did not cover all wagers; give its stake"):
        joined(finished(covers=False), finished())
    whole = joined(finished(covers=False), finished(stake=500))
    assert whole.bank
    assert (whole.bank.stake, whole.bank.covers) == (Decimal(500), False)


def test_doubling_for_less_is_added_to_the_hand_that_doubled() -> None:
    known, given = (
        {"cards": ["5c", "6d", "9s"], "doubled": 1, **more} for more in ({}, {"less": 5})
    )
    rounds = [
        FINISHED_ROUND.validate_json(json.dumps({"seats": {"2": {"wagers": {}, "hands": [hand]}}}))
        for hand in (known, given)
    ]
    assert joined(rounds[0], rounds[1]) == rounds[1]


@pytest.mark.parametrize(
    "arguments",
    [
        (),
        ("--round", "1"),
        ("--record", "x"),
        ("lucky-derby/ez-baccarat-panda-8",),
        ("lucky-derby/ez-baccarat-panda-8", "--record", "x", "--round", "1"),
        ("--record", "x", "--round", "1", "--seats", "8"),
    ],
)
def test_either_a_file_or_a_record_is_settled(arguments: tuple[str, ...]) -> None:
    result = CliRunner().invoke(cli, ("settle", *arguments))
    assert result.exit_code == 2
    assert "give GAME and ROUND.json, or --record DIR and --round N" in result.stderr
