"""Scenarios: rounds of every game as a person would tell them, played with their decisions."""

from functools import cache
from pathlib import Path

import pytest

from config.document import DocumentError, read_document
from controller.daemon.checkpoint import freeze, thaw
from controller.families.catalogue import game_ids
from controller.scenarios import read_scenarios, scenario_file, told
from controller.scenarios.document import ScenarioFile, Scenarios

TOLD = """
game = "lucky-derby/ez-baccarat-panda-8"
opening = ["bank_accepted", "shoe_loaded decks=8"]

[[scenario]]
name = "a round"
events = [
    "wagers 2 5",
    EVENTS
]
expected = [
    "betting_ended wagers=2,5",
    EXPECTED
]
"""
DEALT = '"bets_closed", "collection_taken", "cards Kd 4h 7d 3c", "round_settled"'


@cache
def _scenarios(game_id: str) -> Scenarios:
    return read_scenarios(scenario_file(game_id))


# Names only: who collects the tests need not load every game.
SCENARIOS = [
    (game_id, number, scenario.name)
    for game_id in game_ids()
    for number, scenario in enumerate(
        read_document(scenario_file(game_id)).build(ScenarioFile).scenario
    )
]


@pytest.mark.parametrize(
    ("game_id", "number"),
    [each[:2] for each in SCENARIOS],
    ids=[f"{game_id}: {name}" for game_id, _, name in SCENARIOS],
)
def test_the_scenario_brings_its_decisions(game_id: str, number: int) -> None:
    # Every state survives being written down and read back.
    played = told(_scenarios(game_id), number, lambda rules, state: thaw(rules, freeze(state)))
    assert played.failures == ()


@pytest.mark.parametrize("game_id", game_ids())
def test_every_game_tells_a_normal_round(game_id: str) -> None:
    content = _scenarios(game_id).content
    assert content.game == game_id
    assert "normal round" in [scenario.name for scenario in content.scenario]


def _written(folder: Path, events: str = DEALT, expected: str = '"round_closed"') -> Scenarios:
    file = folder / "told.toml"
    text = TOLD.replace("EVENTS", events).replace("EXPECTED", expected)
    file.write_text(text, encoding="utf-8")
    return read_scenarios(file)


def test_a_decision_that_comes_otherwise_is_named_with_its_line(tmp_path: Path) -> None:
    (failure,) = told(_written(tmp_path, expected='"round_closed round=2"'), 0).failures
    assert (failure.line, failure.expected) == (13, "round_closed round=2")
    assert failure.seen == ("round_closed round=1",)


def test_decisions_must_come_in_their_order(tmp_path: Path) -> None:
    expected = '"round_closed",\n    "button_placed"'
    (failure,) = told(_written(tmp_path, expected=expected), 0).failures
    assert failure.line == 14


def test_an_irregularity_nobody_expects_fails_at_the_event_that_brought_it(tmp_path: Path) -> None:
    played = told(_written(tmp_path, events=f'{DEALT},\n    "cards Ks"', expected=""), 0)
    (failure,) = played.failures
    assert failure.line == 10
    assert failure.seen[0].startswith("irregularity_found name=card-before-betting-ended")


def test_what_must_never_come_fails_when_it_comes(tmp_path: Path) -> None:
    expected = '"round_closed",\n]\nnever = ["button_placed"'
    (failure,) = told(_written(tmp_path, expected=expected), 0).failures
    assert failure.expected == "never button_placed"


STAKED = '"stake_placed stake=50", "bets 2 player-line=40", "bets 5 banker-line=20", '
STAKED += DEALT.replace("7d 3c", "6d 4c")
CLOSED = '"round_closed"\n]\n'


def test_money_that_comes_otherwise_is_named_with_its_line(tmp_path: Path) -> None:
    money = f"{CLOSED}money = {{ 2 = '-40', 5 = '20', bank = '20' }}\nnever = ["
    assert told(_written(tmp_path, STAKED, money), 0).failures == ()
    (failure,) = told(_written(tmp_path, STAKED, money.replace("-40", "40")), 0).failures
    assert (failure.line, failure.expected[:14]) == (15, "money 2 = '40'")
    assert failure.seen == ("2 = '-40'", "5 = '20'", "bank = '20'")


@pytest.mark.parametrize(
    ("unread", "said"),
    [
        ("{ 6 = 'Kd' }", "'6' has no hand in this round; name a seat that bet, or bank"),
        ("{ 2 = 'Kx' }", "'Kx' is not a valid Card; write cards as Kd, tiles as 62"),
    ],
)
def test_a_hand_that_cannot_be_is_refused_with_its_place(
    tmp_path: Path, unread: str, said: str
) -> None:
    money = f"{CLOSED}money = {{ 2 = '0' }}\nunread = {unread}\nnever = ["
    with pytest.raises(DocumentError) as refused:
        told(_written(tmp_path, STAKED, money), 0)
    assert f":15: scenario.0.money: {said}" in str(refused.value)


@pytest.mark.parametrize(
    ("events", "expected", "said"),
    [
        ('"crads"', "", ":9: scenario.0.events.1: no event 'crads'; see docs/events.md"),
        ('"wager_placed 4"', "", ":9: scenario.0.events.1: '4' is no field; write field=value"),
        ('"wager_placed seat=x"', "", ":9: scenario.0.events.1: wager_placed: "),
        (DEALT, '"round_closed rond=1"', ":13: scenario.0.expected.1: no field 'rond'; there are"),
    ],
)
def test_a_line_that_says_nothing_is_refused_with_its_place(
    tmp_path: Path, events: str, expected: str, said: str
) -> None:
    with pytest.raises(DocumentError) as refused:
        told(_written(tmp_path, events, expected), 0)
    assert said in str(refused.value)
