"""Pai gow in every room: who shakes and chooses when, where piles go, what faults lead to."""

from collections import Counter
from itertools import product
from pathlib import Path
from random import Random

import pytest

from config.document import DocumentError
from config.game import Game
from config.table import TABLES
from controller.daemon.checkpoint import freeze, thaw
from controller.facts.cards import parse_card
from controller.facts.decisions import IrregularityFound
from controller.facts.events import (
    BankAccepted,
    BetsClosed,
    CardsRevealed,
    CollectionTaken,
    CupOpened,
    DiceRead,
    FaultSeen,
    HandsSet,
    PileChosen,
    PilesDealt,
    PilesDelivered,
    RoundSettled,
    RulingGiven,
    ShakeEnded,
    ShakeStarted,
    WagerPlaced,
)
from controller.facts.orders import DispenseStack
from controller.facts.phrase import phrase
from controller.families.opening import closed_table, opening_event, rules_of
from controller.families.pai_gow_poker.house_way import decide, set_by_chart
from controller.families.pai_gow_poker.sections import PaiGowPoker
from controller.families.pai_gow_tiles.sections import PaiGowTiles
from controller.families.tables import load_table
from controller.settlement.button import place_button
from controller.settlement.house_decision import HouseWayError
from controller.simulate import simulate
from controller.simulate.faults import rule_on
from controller.simulate.hands import SimulatedHands
from controller.simulate.pile_faults import PILE_FAULTS
from controller.table.advance import advance
from controller.table.orders_of import orders_of
from tests.conftest import TablePlayer, game_rules, whole_game

SHAKEN = (ShakeStarted(), ShakeEnded())
PILE_GAMES = (
    "lucky-derby/pai-gow-poker",
    "lucky-derby/jokers-wild-pai-gow-poker",
    "lucky-derby/fortune-pai-gow-poker",
    "casino-99/fortune-pai-gow-poker",
    "capitol/fortune-pai-gow-poker",
    "oaks/double-hand-poker",
    "capitol/pai-gow-tiles",
    "oaks/pai-gow-tiles",
)


def table(game_id: str) -> TablePlayer:
    return TablePlayer(game_rules(game_id))


@pytest.mark.parametrize("game_id", PILE_GAMES)
def test_rounds_are_played_without_an_irregularity(game_id: str) -> None:
    totals = simulate(game_rules(game_id), rounds=60, seed=5)
    assert (totals.rounds, totals.irregularities) == (60, Counter())


@pytest.mark.parametrize("game_id", PILE_GAMES)
def test_the_dice_name_every_seat_as_often_as_they_can(game_id: str) -> None:
    rules = game_rules(game_id)
    rule = rules.game.button
    assert rule is not None
    placed = [
        place_button(rule, rules.seats, 3, sum(dice)) for dice in product(range(1, 7), repeat=3)
    ]
    step = 1 if rule.direction == "clockwise" else -1
    offsets = Counter((step * ((p.first_hand or 0) - 3)) % rules.seats for p in placed)
    sums = Counter((sum(dice) - 1) % rules.seats for dice in product(range(1, 7), repeat=3))
    assert offsets == sums
    if rules.seats == 7:
        assert offsets == dict.fromkeys(range(6), 31) | {6: 30}
    assert all(p.button != 3 for p in placed)


def test_tiles_count_modulo_eight() -> None:
    sums = Counter((sum(dice) - 1) % 8 for dice in product(range(1, 7), repeat=3))
    assert [sums[offset] for offset in range(8)] == [28, 28, 28, 28, 27, 25, 25, 27]


def test_two_shakes_are_needed_where_the_house_dealer_shakes_first() -> None:
    plain = table("lucky-derby/pai-gow-poker")
    plain.play(BankAccepted(), CollectionTaken(), PilesDealt(), PileChosen(pile=1))
    assert plain.state.expected[-2].arguments == {"shaker": "house"}
    plain.play(*SHAKEN)
    assert plain.state.expected[-2].arguments == {"shaker": "bank"}
    plain.play(*SHAKEN)
    assert plain.expects == ["wager_placed", "bets_closed"]


def test_a_wager_counts_until_the_lid_opens_and_not_after() -> None:
    plain = table("lucky-derby/pai-gow-poker")
    plain.play(BankAccepted(), CollectionTaken(), PilesDealt(), PileChosen(pile=1))
    plain.play(*SHAKEN, *SHAKEN, BetsClosed())
    assert plain.irregularities(WagerPlaced(seat=4)) == ["wager-after-call"]
    assert plain.state.round is not None
    assert plain.state.round.betting.wagers == {4}
    assert plain.irregularities(CupOpened(), WagerPlaced(seat=5)) == ["wager-after-close"]
    assert plain.held_for == "wager-after-close"


def test_a_misdeal_gives_every_wager_back_and_the_bank_keeps_its_hand() -> None:
    plain = table("lucky-derby/pai-gow-poker")
    plain.play(BankAccepted(), CollectionTaken(), WagerPlaced(seat=4), PilesDealt())
    decided = plain.play(FaultSeen(fault="eight-cards-in-pile"))
    (found,) = (d for d in decided if isinstance(d, IrregularityFound))
    assert found.expected == (phrase("book-misdeal"),)
    assert plain.state.round is not None
    assert (plain.state.round.number, plain.state.bank.turn, plain.held_for) == (2, 1, None)


def test_a_fault_without_a_printed_consequence_waits_for_the_floor() -> None:
    fortune = table("lucky-derby/fortune-pai-gow-poker")
    fortune.play(BankAccepted(), BetsClosed(), PilesDealt())
    assert fortune.irregularities(FaultSeen(fault="eight-cards-in-pile")) == ["eight-cards-in-pile"]
    assert fortune.held_for == "eight-cards-in-pile"
    fortune.play(FaultSeen(fault="card-exposed"), RulingGiven(by="Ann Lee", ruling="void-round"))
    assert fortune.held_for is None


def test_a_fault_between_rounds_is_refused() -> None:
    assert table("lucky-derby/pai-gow-poker").irregularities(FaultSeen(fault="card-exposed")) == [
        "entry-refused"
    ]


def test_the_shuffler_is_told_to_deal_once_the_dice_are_known() -> None:
    machine = table("casino-99/fortune-pai-gow-poker")
    machine.play(BankAccepted(), BetsClosed(), CollectionTaken(), *SHAKEN, CupOpened())
    assert "shuffler" not in orders_of(machine.state)
    hands = SimulatedHands(1, 1)
    machine.play(DiceRead(dice=(1, 1, 2)))
    for _ in ("loaded", "shuffled"):
        machine.play(hands.next_event(machine.state))
    assert orders_of(machine.state)["shuffler"] == DispenseStack(stack=1, count=7)
    assert machine.state.expected[0].seat == 4


def test_a_table_may_deal_by_hand_what_a_shuffler_deals(tmp_path: Path) -> None:
    text = (TABLES / "emulated-machine-fortune.toml").read_text(encoding="utf-8")
    by_hand = text.replace('[devices.shuffler-1]\nkind = "shuffler"\nsource = "emulated"\n', "")
    file = tmp_path / "table.toml"
    file.write_text(by_hand.replace("seats = 7", 'seats = 7\ndeal = "by-hand"'), encoding="utf-8")
    loaded = load_table(file)
    assert ("piles",) in loaded.game.deal.steps
    assert "shuffler" not in loaded.game.equipment
    player = TablePlayer(rules_of(loaded))
    player.play(BankAccepted(), BetsClosed(), CollectionTaken(), PilesDealt(), PileChosen(pile=2))
    player.play(*SHAKEN, CupOpened(), DiceRead(dice=(1, 1, 2)))
    events = (PilesDelivered(), HandsSet(), CardsRevealed(), RoundSettled())
    assert player.irregularities(*events) == []
    assert player.state.rounds == 2


def test_another_way_to_deal_that_the_game_does_not_have_is_named(tmp_path: Path) -> None:
    text = (TABLES / "emulated-tiles.toml").read_text(encoding="utf-8")
    file = tmp_path / "table.toml"
    file.write_text(text.replace("seats = 8", 'seats = 8\ndeal = "by-hand"'), encoding="utf-8")
    with pytest.raises(DocumentError, match="deal: Pai Gow Tiles is not dealt 'by-hand'"):
        load_table(file)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"steps": (("shake:floor",), ("bets-closed",), ("settle",))}, "the house or the bank"),
        ({"steps": (("open-cup",), ("settle",))}, "no step closes the bets"),
    ],
)
def test_a_deal_that_cannot_be_walked_is_refused(change: dict[str, object], words: str) -> None:
    game = whole_game("oaks/double-hand-poker")
    content = game.model_dump() | {"deal": {"source": "003:1", **change}}
    with pytest.raises(ValueError, match=words):
        Game.model_validate(content)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"house_way": "nowhere"}, "no chart 'nowhere'"),
        ({"joker": "half"}, "joker"),
    ],
)
def test_a_wrong_way_to_set_hands_is_refused(change: dict[str, object], words: str) -> None:
    game = whole_game("oaks/double-hand-poker")
    assert isinstance(game, PaiGowPoker)
    content = game.model_dump() | {"pai_gow": game.pai_gow.model_dump() | change}
    with pytest.raises(ValueError, match=words):
        PaiGowPoker.model_validate(content)


def test_a_family_without_its_section_is_refused() -> None:
    content = whole_game("oaks/pai-gow-tiles").model_dump() | {"tiles": None}
    with pytest.raises(ValueError, match="tiles"):
        PaiGowTiles.model_validate(content)


def test_a_bonus_hand_nobody_knows_is_refused() -> None:
    content = whole_game("capitol/fortune-pai-gow-poker").model_dump()
    content["wagers"][1]["table"] = {"seven-aces": "9:1"}
    with pytest.raises(ValueError, match="'seven-aces' is no hand"):
        PaiGowPoker.model_validate(content)


CAUGHT_AS = {
    "cup-before-call": "cup-opened-early",
    "shake-after-opening": "cup-shaken-again",
    "die-too-few": "dice-count-wrong",
    "wager-after-lid": "wager-after-close",
    "early-delivery": "entry-refused",
    "no-such-pile": "entry-refused",
    "exposed-ace": "ace-or-joker-exposed",
    "exposed-card": "card-exposed",
    "eight-in-pile": "eight-cards-in-pile",
    "wrong-first-seat": "action-pile-looked-at",
    "card-on-the-floor": "card-off-table",
    "fouled-hand": "hand-fouled",
}


def test_every_fault_is_told_apart() -> None:
    assert set(CAUGHT_AS) == set(PILE_FAULTS)


@pytest.mark.parametrize("game_id", PILE_GAMES)
@pytest.mark.parametrize("fault", PILE_FAULTS)
def test_every_fault_is_caught_whenever_it_happens(game_id: str, fault: str) -> None:
    """Strike each time the moment comes, in every second round; the rest is played honestly."""
    moment, strike = PILE_FAULTS[fault]
    rules = game_rules(game_id)
    hands, chance, struck = SimulatedHands(3, 1), Random(3), 0
    state, _decisions = advance(closed_table(rules), opening_event(rules))
    for _ in range(160):
        state = thaw(rules, freeze(state))
        wrong = None
        expects = [wanted.event for wanted in state.expected]
        if moment in expects and state.rounds % 2 and struck <= state.rounds // 2:
            wrong = strike(state, chance)
        event = wrong or (rule_on(state) if state.hold else hands.next_event(state))
        state, decided = advance(state, event)
        found = [d.name for d in decided if isinstance(d, IrregularityFound)]
        assert found == ([CAUGHT_AS[fault]] if wrong else [])
        struck += wrong is not None
    assert state.rounds > 2


@pytest.mark.parametrize(
    ("game_id", "cards", "front", "row"),
    [
        ("lucky-derby/pai-gow-poker", "Ac Kd Qh Ts 8c 7d 2h", "Kd Qh", "no-pair"),
        (
            "lucky-derby/pai-gow-poker",
            "7c 7d 4h 4s Qc 9d 3h",
            "4h 4s",
            "two-pairs-eights-sevens-sixes",
        ),
        ("lucky-derby/pai-gow-poker", "5c 5d 2h 2s Qc Td 8h", "Qc Td", "two-pairs-fives-or-lower"),
        ("lucky-derby/pai-gow-poker", "Kc Kd Kh 6s 6c 6d 4h", "Kc Kd", "two-threes"),
        ("lucky-derby/pai-gow-poker", "Tc Td Th Ts 8c 3d 2h", "Tc Td", "four-jacks-tens-nines"),
        ("lucky-derby/pai-gow-poker", "7c 7d 7h 7s Qc Td 2h", "Qc Td", "four-eights-sevens-sixes"),
        ("lucky-derby/pai-gow-poker", "Ac Ad Ah As Jo Kc Qd", "Ac Ad", "five-aces"),
        (
            "lucky-derby/pai-gow-poker",
            "Jc Jd 3h 3s Jo 9d 5h",
            "Jo 9d",
            "two-pairs-jacks-tens-nines",
        ),
        ("casino-99/fortune-pai-gow-poker", "Ac Ad Ah Qs 8c 7d 3h", "Ac Qs", "three-aces"),
        (
            "casino-99/fortune-pai-gow-poker",
            "Qc Qd Qh Qs Kc 8d 4h",
            "Qc Qd",
            "four-aces-kings-queens",
        ),
        (
            "casino-99/fortune-pai-gow-poker",
            "Qc Qd Qh Qs 4c 4d 8h",
            "4c 4d",
            "pair-before-complete-hand",
        ),
        ("casino-99/fortune-pai-gow-poker", "Kc Kd Kh Qs Qc 9d 4h", "Qs Qc", "full-house"),
        (
            "casino-99/fortune-pai-gow-poker",
            "9c 9d 8h 8s 7c 6d 5h",
            "8h 8s",
            "two-pairs-jacks-tens-nines",
        ),
        ("casino-99/fortune-pai-gow-poker", "8c 7d 6h 5s 4c 3d 2h", "8c 7d", "complete-hand"),
        (
            "lucky-derby/jokers-wild-pai-gow-poker",
            "Jo Kd Kc 9h 7s 5d 3c",
            "9h 7s",
            "three-kings-or-lower",
        ),
    ],
)
def test_hands_are_set_by_the_games_chart(game_id: str, cards: str, front: str, row: str) -> None:
    setting = set_by_chart(game_rules(game_id).game, tuple(map(parse_card, cards.split())))
    assert (set(map(str, setting.hand.front)), setting.row) == (set(front.split()), row)


def test_a_game_without_a_chart_says_so() -> None:
    with pytest.raises(HouseWayError, match="prints no house way"):
        decide(whole_game("oaks/double-hand-poker"), ())
