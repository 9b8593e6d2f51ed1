"""Collection schedules: tiers read, gaps named, every shipped schedule whole or explained."""

import json
from decimal import Decimal

import pytest
from click.testing import CliRunner
from hypothesis import given, strategies as st
from pydantic import ValidationError

from config.document import DocumentError, parse_document
from config.fees import FeeOption, FeeTier, fee_for, tier_faults
from controller.cli.games import games_command
from controller.families.catalogue import GAMES, build_game, game_ids, load_header

EZ = GAMES / "lucky-derby/ez-baccarat-panda-8.toml"
FIRST_TIERS = '["1-199: 1", "200-599: 3", "600-999: 8", "1000-1499: 12", "1500+: 17"]'
# Options each book prints; two games have no schedule at all.
PRINTED = {
    "capitol/commission-free-baccarat-dragon-bonus": 1,
    "capitol/ez-baccarat": 1,
    "capitol/fast-nine": 0,
    "capitol/fortune-pai-gow-poker": 1,
    "capitol/no-bust-21st-century-blackjack": 4,
    "capitol/pai-gow-tiles": 1,
    "capitol/pure-21.5": 2,
    "capitol/supreme-baccarat": 1,
    "capitol/three-card-poker": 1,
    "casino-99/chinese-poker": 3,
    "casino-99/ez-baccarat-panda-8": 34,
    "casino-99/fortune-pai-gow-poker": 43,
    "casino-99/pure-21.5": 44,
    "casino-99/pure-21.5-6-to-5": 44,
    "casino-99/pure-spanish-21.5": 63,
    "casino-99/three-card-poker-6-card-bonus": 43,
    "casino-99/ultimate-texas-holdem": 4,
    "lucky-derby/buster-blackjack-4": 7,
    "lucky-derby/caribbean-stud": 2,
    "lucky-derby/ez-baccarat-panda-8": 9,
    "lucky-derby/fortune-pai-gow-poker": 10,
    "lucky-derby/jokers-wild-pai-gow-poker": 2,
    "lucky-derby/no-bust-21st-century-blackjack-4": 7,
    "lucky-derby/pai-gow-poker": 2,
    "lucky-derby/pure-spanish-21.5": 7,
    "lucky-derby/three-card-poker-6-card-bonus": 7,
    "lucky-derby/ultimate-texas-holdem": 7,
    "lucky-derby/ultimate-texas-holdem-bad-beat": 7,
    "oaks/21st-century-blackjack": 2,
    "oaks/no-bust-21st-century-blackjack": 2,
    "oaks/california-aces": 0,
    "oaks/double-hand-poker": 5,
    "oaks/ez-baccarat-panda-8": 109,
    "oaks/pai-gow-tiles": 18,
    "oaks/pure-21.5": 13,
    "oaks/super-pan-9": 2,
    "oaks/three-card-poker-1.3": 13,
    "oaks/zoobac": 5,
}


def option(**changes: object) -> FeeOption:
    """A whole schedule with some keys changed."""
    content: dict[str, object] = {
        "option": 1,
        "minimum": 5,
        "maximum": 500,
        "bank": ("5-50: 0.50", "51-100: 1", "101+: 2"),
        "source": "900:1",
    }
    return FeeOption.model_validate(content | changes)


def faults(**changes: object) -> list[str]:
    """What is wrong with the tiers of a changed schedule."""
    return [f"{fault.key}: {fault.text}" for fault in tier_faults(option(**changes))]


def said(text: str) -> list[str]:
    """Problems of the shipped baccarat file with its text changed."""
    with pytest.raises(DocumentError) as refused:
        build_game(parse_document(EZ, text), {}, "lucky-derby/ez-baccarat-panda-8")
    return [f"{problem.key}: {problem.text}" for problem in refused.value.problems]


def test_a_tier_is_read_from_its_line() -> None:
    assert FeeTier.model_validate("5-50: 0.50") == FeeTier(
        first=Decimal(5), last=Decimal(50), fee=Decimal("0.50")
    )
    assert FeeTier.model_validate("301+: 5").last is None


@pytest.mark.parametrize("line", ["5-50 1", "50: 1", "5-50: $1", "5-50: 0.505", ""])
def test_a_line_that_is_no_tier_says_how_to_write_one(line: str) -> None:
    with pytest.raises(ValidationError, match="is no tier; write"):
        FeeTier.model_validate(line)


def test_whole_tiers_have_no_fault() -> None:
    assert faults() == []
    assert faults(bank=2, player=Decimal("0.50")) == []
    assert faults(bank=("5-100: 2", "105+: 3"), step=5) == []


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"bank": ("5-50: 1", "52+: 2")}, "bank: gap between 50 and 52"),
        ({"bank": ("5-50: 1", "50+: 2")}, "bank: the tier from 50 overlaps the one from 5"),
        ({"bank": ("5+: 1", "50+: 2")}, "bank: the tier from 50 overlaps the one from 5"),
        ({"bank": ("5-50: 1", "105+: 2"), "step": 5}, "bank: gap between 50 and 105"),
        ({"bank": ("5-50: 1",)}, "bank: no fee above 50"),
        ({"minimum": 3}, "bank: no fee below 5, but the minimum may be 3"),
        ({"player": ("5-200: 1",)}, "player: no fee above 200, but the maximum may be 500"),
    ],
)
def test_gaps_and_overlaps_are_named(changes: dict[str, object], fault: str) -> None:
    assert faults(**changes) == [fault]


def test_a_player_needs_no_tier_above_the_maximum() -> None:
    assert faults(player=("5-200: 1", "201-500: 2")) == []


@given(st.integers(5, 5000))
def test_without_faults_the_fee_is_that_of_the_one_tier_an_amount_lies_in(amount: int) -> None:
    tiers = option().bank
    inside = [t for t in tiers if t.first <= amount and (t.last is None or amount <= t.last)]
    assert [tier.fee for tier in inside] == [fee_for(tiers, Decimal(amount))]


def test_beside_the_tiers_the_nearest_lower_fee_holds_and_below_them_the_first() -> None:
    tiers = option(bank=("10-50: 1", "61-90: 2")).bank
    paid = [fee_for(tiers, Decimal(amount)) for amount in (3, 55, 61, 900)]
    assert paid == [1, 1, 2, 2]
    assert fee_for((), Decimal(100)) == 0


def test_the_loader_flags_a_gap_at_its_line() -> None:
    text = EZ.read_text(encoding="utf-8").replace('"200-599: 3"', '"210-599: 3"', 1)
    wanted = "fees.0.bank: option 1: gap between 199 and 210; correct it or name a reading"
    assert said(text) == [wanted]


def test_a_reading_explains_the_gap_of_its_option_only() -> None:
    text = EZ.read_text(encoding="utf-8").replace('"200-599: 3"', '"210-599: 3"')
    explained = text.replace(
        "minimum = [1, 100]\n", 'minimum = [1, 100]\nreadings = ["tiers-continue"]\n', 1
    )
    assert [line.split(":")[0] for line in said(explained)] == ["fees.2.bank"]


def test_more_than_five_rates_are_refused() -> None:
    six = FIRST_TIERS.replace('"1-199: 1"', '"1-99: 1", "100-199: 1"')
    text = EZ.read_text(encoding="utf-8").replace(FIRST_TIERS, six, 1)
    assert said(text) == ["fees.0.bank: 6 rates; a table may have at most 5"]


@pytest.mark.parametrize(
    ("added", "problem"),
    [
        ("bonus = { dragon-9 = 1 }", "fees.0.bonus: no wager 'dragon-9' in this game"),
        ("others = { dragon-9 = [1, 5] }", "fees.0.others: no wager 'dragon-9' in this game"),
        ('readings = ["none"]', "fees.0.readings: cites the reading 'none'; add [[readings]]"),
    ],
)
def test_a_schedule_names_only_what_the_game_has(added: str, problem: str) -> None:
    text = EZ.read_text(encoding="utf-8").replace("option = 1\n", f"option = 1\n{added}\n", 1)
    assert said(text) == [problem]


def test_an_option_stands_once() -> None:
    text = EZ.read_text(encoding="utf-8").replace("option = 2\n", "option = 1\n", 1)
    assert "fees.1.option: option 1 stands here twice" in said(text)


@pytest.mark.parametrize("game_id", game_ids(GAMES))
def test_every_printed_option_is_there_and_whole_or_explained(game_id: str) -> None:
    fees = load_header(game_id).fees
    assert len(fees) == PRINTED[game_id]
    assert [fee.option for fee in fees if not fee.readings and list(tier_faults(fee))] == []


def test_some_printed_figures() -> None:
    last = load_header("casino-99/pure-spanish-21.5").fees[62]
    assert last.option == 63
    assert fee_for(last.bank, Decimal(900)) == 3
    assert fee_for(last.player, Decimal(250)) == 2
    oaks = {fee.option: fee for fee in load_header("oaks/ez-baccarat-panda-8").fees}
    assert fee_for(oaks[81].bank, Decimal(1500)) == 20
    assert oaks[81].others["dragon-7"] == (Decimal(5), Decimal(50))
    assert [fee_for(oaks[n].bank, Decimal(100)) for n in (1, 15, 55)] == [1, 10, 10]


def test_the_fee_table_shows_limits_tiers_and_source() -> None:
    done = CliRunner().invoke(games_command, ["oaks/three-card-poker-1.3", "--fees"])
    lines = done.output.splitlines()
    assert lines[0].startswith("Three Card Poker 1.3 with 6 Card Bonus, Oaks Card Club: 13 ")
    shown = next(line for line in lines if line.startswith("    13"))
    assert "5-100 $2, 105-300 $3, 305-600 $5, 605-1,500 $10, 1,505+ $25" in shown
    assert lines[-1].endswith("under the regulator's review  [003:2250-2267]")


def test_positions_and_games_without_a_schedule_are_said_in_words() -> None:
    run = CliRunner().invoke
    chinese = run(games_command, ["casino-99/chinese-poker", "--fees"]).output
    assert "position 1 $3, position 2 $2" in chinese
    aces = run(games_command, ["oaks/california-aces", "--fees"]).output
    assert aces.endswith("the book prints no collection schedule\n")


def test_fees_of_a_game_that_misses_values_are_shown_all_the_same() -> None:
    done = CliRunner().invoke(games_command, ["capitol/pure-21.5", "--fees", "--json"])
    shown = json.loads(done.output)
    assert shown["id"] == "capitol/pure-21.5"
    assert shown["fees"][1]["bank"][4] == {"first": "1205", "last": None, "fee": "20"}
