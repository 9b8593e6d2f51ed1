"""Baccarat game files: what they must not say, and that each one plays and catches errors."""

import pytest
from click.testing import CliRunner

from config.document import DocumentError, parse_document
from controller.cli.games import games_command
from controller.cli.main import cli
from controller.families.baccarat.coup import coup_rule
from controller.families.catalogue import build_game, game_file, game_ids
from controller.simulate import simulate
from controller.simulate.faults import FaultInjector, rule_on
from controller.simulate.hands import SimulatedHands
from controller.table.state import Rules
from tests.conftest import TablePlayer, game_rules, header_of

ZOOBAC = "oaks/zoobac"
BACCARAT = [game_id for game_id in game_ids() if header_of(game_id).family == "baccarat"]
FAULTS = ("extra-card", "early-card", "unreadable-card", "foreign-card", "late-wager", "wrong-key")
TURNING = ("card-before-turning", "wrong-hand-turned")


def problems(*changes: tuple[str, str]) -> list[str]:
    file = game_file(ZOOBAC)
    text = file.read_text(encoding="utf-8")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    with pytest.raises(DocumentError) as refused:
        build_game(parse_document(file, text), {}, ZOOBAC)
    return [str(problem) for problem in refused.value.problems]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (
            'triple-rabbit = "75:1", rabbit',
            'rabbit-75 = "75:1", rabbit',
            "table and cases disagree",
        ),
        (
            'marks = true\nsource = "003:1679',
            'marks = "cases"\nsource = "003:1679',
            "leaves the mark",
        ),
        ('button_card = "player-1"\n', "", "needs coup.button_card"),
        ('button_card = "player-1"', 'button_card = "player-3"', "coup.button_card"),
        ('{ winner = "tie" }\nsource', "{ total = 8 }\nsource", "name the winner"),
        ('{ winner = "tie" }\nsource', "{ }\nsource", "must name a result"),
        ('{ winner = "tie" }\nsource', "{ margin = 10 }\nsource", "less than or equal to 9"),
        ('start = "house-right"', 'start = "house-centre"', "settlement.start"),
        ('3 = "HHHHHHHHSH"\n', "", "one row for each Banker total"),
    ],
)
def test_a_contradiction_is_refused_with_its_place(old: str, new: str, message: str) -> None:
    found = problems((old, new))
    assert any(message in problem for problem in found), found
    assert all("zoobac.toml" in problem for problem in found)


def test_there_are_seven_baccarat_games() -> None:
    assert len(BACCARAT) == 7


@pytest.mark.parametrize("game_id", BACCARAT)
def test_legal_play_meets_every_expectation(game_id: str) -> None:
    rules = game_rules(game_id)
    totals = simulate(rules, rounds=150, seed=11)
    assert totals.rounds == 150
    assert not totals.irregularities
    used = rules.game.button.used if rules.game.button else "never"
    placed = sum(totals.buttons.values())
    assert {"always": placed == 150, "never": placed == 0, "uncovered": 0 < placed < 150}[used]


def struck_and_missed(rules: Rules, fault: str) -> tuple[int, int]:
    """Play until a fault has struck ten times; count those that brought no irregularity."""
    table, hands = TablePlayer(rules), SimulatedHands(seed=3, decks=rules.game.cards.decks[1])
    injector = FaultInjector((fault,), seed=3, rate=0.2)
    struck = missed = 0
    while struck < 10:
        if table.held_for:
            table.play(rule_on(table.state))
        elif wrong := injector.strike(table.state):
            struck += 1
            missed += not table.irregularities(wrong)
        else:
            table.play(hands.next_event(table.state))
    return struck, missed


@pytest.mark.parametrize("game_id", BACCARAT)
def test_every_injected_error_is_caught(game_id: str) -> None:
    rules = game_rules(game_id)
    names = FAULTS if coup_rule(rules).face == "up" else (*FAULTS, *TURNING)
    for fault in names:
        assert struck_and_missed(rules, fault) == (10, 0), fault


def test_a_game_without_a_button_says_where_settlement_starts() -> None:
    arguments = ("casino-99/ez-baccarat-panda-8", "--seats", "8", "--bank", "3", "--card", "4h")
    result = CliRunner().invoke(cli, ("action-button", *arguments))
    assert result.exit_code == 2
    assert "has no action button; settlement starts bank-left" in result.stderr


@pytest.mark.parametrize(
    ("game_id", "words"),
    [
        ("casino-99/ez-baccarat-panda-8", "none; settlement starts bank-left"),
        (ZOOBAC, "by card, counted from bank-left, only when the bank does not cover all wagers"),
    ],
)
def test_sheet_says_when_the_button_is_used(game_id: str, words: str) -> None:
    assert f"  button     {words}\n" in CliRunner().invoke(games_command, (game_id,)).stdout


@pytest.mark.parametrize(
    ("card", "count", "seat"), [("6d", 6, 3), ("Ah", 1, 10), ("Td", 10, 7), ("Ks", 10, 7)]
)
def test_zoobac_counts_from_the_seat_after_the_bank(card: str, count: int, seat: int) -> None:
    arguments = (ZOOBAC, "--seats", "12", "--bank", "9", "--card", card)
    result = CliRunner().invoke(cli, ("action-button", *arguments))
    assert result.stdout.splitlines()[0] == f"count {count} leads to seat {seat} (bank: seat 9)"


@pytest.mark.parametrize(
    ("card", "seat"),
    [("Ad", 4), ("6d", 1), ("7d", 2), ("8d", 4), ("Td", 6), ("Jd", 7), ("Kd", 1)],
)
def test_supreme_skips_the_bank_on_every_lap(card: str, seat: int) -> None:
    arguments = ("capitol/supreme-baccarat", "--seats", "8", "--bank", "3", "--card", card)
    result = CliRunner().invoke(cli, ("action-button", *arguments))
    assert f"leads to seat {seat} (bank: seat 3)" in result.stdout


def test_a_card_values_map_without_a_rank_is_refused() -> None:
    assert "button.values.T: no value" in problems((", T = 10", ""))[0]
