"""Twenty-one rounds through the whole core: secrecy, faults, skipped steps, the shoe's account."""

import json
import random
from collections.abc import Iterator

import pytest

from config.document import DocumentError
from controller.daemon.checkpoint import freeze, thaw
from controller.facts.cards import Card
from controller.facts.decisions import ButtonPlaced, HandsDecided, IrregularityFound
from controller.facts.events import (
    BankAccepted,
    BetsClosed,
    CardDrawn,
    CardsRevealed,
    CollectionTaken,
    Event,
    HandSplit,
    HandStood,
    ShoeLoaded,
    StageSettled,
    WagerPlaced,
)
from controller.facts.orders import ShowLamps
from controller.families.catalogue import load_game
from controller.families.opening import closed_table, opening_event
from controller.families.twenty_one.parts import BankCards
from controller.families.twenty_one.sections import TwentyOneGame
from controller.settlement.button import card_count, place_button
from controller.simulate import simulate
from controller.simulate.card_faults import CARD_FAULTS
from controller.simulate.hands import SimulatedHands
from controller.table.advance import advance
from controller.table.board_of import board_of
from controller.table.orders_of import orders_of
from controller.table.state import Rules, TableState
from controller.table.steps.finished import finished_round
from tests.conftest import TablePlayer, game_rules

VALUES = {"button.values": {rank: place for place, rank in enumerate("A23456789TJQK", 1)}}
GAMES = (
    "lucky-derby/pure-spanish-21.5",
    "casino-99/pure-spanish-21.5",
    "casino-99/pure-21.5",
    "capitol/pure-21.5",
    "oaks/pure-21.5",
    "lucky-derby/no-bust-21st-century-blackjack-4",
    "lucky-derby/buster-blackjack-4",
    "capitol/no-bust-21st-century-blackjack",
    "oaks/21st-century-blackjack",
    "oaks/no-bust-21st-century-blackjack",
    "casino-99/pure-21.5-6-to-5",
    "oaks/california-aces",
)


def rules_for(game_id: str) -> Rules:
    return game_rules(game_id, None, VALUES if game_id == "capitol/pure-21.5" else None)


def dealing(game_id: str, decks: int = 8) -> TablePlayer:
    table = TablePlayer(rules_for(game_id))
    wagers = (WagerPlaced(seat=2), WagerPlaced(seat=5))
    table.play(BankAccepted(), ShoeLoaded(decks=decks), *wagers, BetsClosed())
    collect(table)
    return table


def collect(table: TablePlayer) -> None:
    """Take the collection if this is its moment: before the cards, or once they are dealt."""
    if table.expects == ["collection_taken"]:
        table.play(CollectionTaken())


def dealt(game_id: str, cards: str) -> TablePlayer:
    table = dealing(game_id)
    table.play(*drawn(cards))
    collect(table)
    return table


def drawn(cards: str) -> list[CardDrawn]:
    return [CardDrawn(card=Card(code)) for code in cards.split()]


def states(rules: Rules, events: int, seed: int = 1) -> Iterator[tuple[TableState, Event]]:
    hands = SimulatedHands(seed, rules.game.cards.decks[1])
    state, _decided = advance(closed_table(rules), opening_event(rules))
    for _ in range(events):
        event = hands.next_event(state)
        state, _decided = advance(state, event)
        yield state, event


@pytest.mark.parametrize("game_id", GAMES)
def test_legal_play_brings_no_irregularity(game_id: str) -> None:
    totals = simulate(rules_for(game_id), rounds=60, seed=5)
    assert totals.irregularities == {}
    assert totals.rounds == 60


def strikes(game_id: str, fault: str) -> Iterator[tuple[TableState, Event]]:
    moment, strike = CARD_FAULTS[fault]
    rng = random.Random(1)
    for state, _event in states(rules_for(game_id), 250):
        if any(wanted.event == moment for wanted in state.expected):
            wrong = strike(state, rng)
            if wrong is not None:
                yield state, wrong


@pytest.mark.parametrize("fault", CARD_FAULTS)
def test_a_fault_is_caught_wherever_it_strikes(fault: str) -> None:
    struck = 0
    for game_id in GAMES:
        for state, wrong in strikes(game_id, fault):
            _after, decisions = advance(state, wrong)
            assert any(isinstance(decision, IrregularityFound) for decision in decisions), game_id
            struck += 1
    assert struck


def test_the_hole_card_moves_nothing_until_it_is_turned() -> None:
    for game_id in GAMES:
        rules = rules_for(game_id)
        assert isinstance(rules.game, TwentyOneGame)
        if "down" not in rules.game.twenty_one.deal.bank:
            continue
        for state, _event in states(rules, 300):
            bank = state.round.find(BankCards) if state.round else None
            if bank is not None and bank.hole is not None:
                board = board_of(state, 1)
                assert len(board.banker) <= 1
                lamps = orders_of(state)["lamps"]
                assert isinstance(lamps, ShowLamps)
                # A second card that lies up has placed the button already.
                assert bank.is_hole_first or (board.button, lamps.action) == (None, None)


@pytest.mark.parametrize("hole", ["2c", "Kc"])
def test_what_is_shown_does_not_depend_on_the_hole_card(hole: str) -> None:
    table = dealing("oaks/pure-21.5")
    table.play(*drawn(f"9c 5d 7h 8d 6h {hole}"))
    shown = json.loads(board_of(table.state, 1).model_dump_json())
    other = dealing("oaks/pure-21.5")
    other.play(*drawn("9c 5d 7h 8d 6h 4s"))
    assert shown == json.loads(board_of(other.state, 1).model_dump_json())


def test_face_down_hands_show_only_the_cards_drawn_to_them() -> None:
    table = dealt("oaks/california-aces", "9c 5d 7h 8d 6h Kc")
    table.play(*drawn("3c"))
    assert [hand.cards for hand in board_of(table.state, 1).hands] == [(Card("3c"),), ()]


def test_a_face_down_hand_over_the_limit_is_not_told_on_the_board() -> None:
    table = dealt("oaks/california-aces", "Tc 5d 7h 6d 6h Kc")
    table.play(*drawn("9s"), HandStood())
    assert [hand.ended for hand in board_of(table.state, 1).hands] == ["stood", ""]


@pytest.mark.parametrize(
    ("game_id", "bank", "seats"),
    [
        ("lucky-derby/pure-spanish-21.5", 1, "2 3 6 8 2 3 - 5 6 7"),
        ("lucky-derby/pure-spanish-21.5", 3, "1 2 6 8 1 2 - 5 6 7"),
        ("lucky-derby/pure-spanish-21.5", 8, "1 2 5 7 1 2 - 4 5 6"),
        ("oaks/pure-21.5", 3, "1 2 6 8 1 2 4 5 6 7"),
        ("capitol/pure-21.5", 3, "1 2 6 8 1 2 4 5 6 7"),
        ("lucky-derby/no-bust-21st-century-blackjack-4", 1, "2 3 6 8 2 3 4 5 6 7"),
        ("lucky-derby/no-bust-21st-century-blackjack-4", 3, "4 5 8 2 4 5 6 7 8 1"),
        ("lucky-derby/buster-blackjack-4", 8, "1 2 5 7 1 2 3 4 5 6"),
    ],
)
def test_the_count_leads_where_the_book_counts(game_id: str, bank: int, seats: str) -> None:
    rule = rules_for(game_id).game.button
    assert rule is not None
    for rank, seat in zip("A25789TJQK", seats.split(), strict=True):
        placed = place_button(rule, 8, bank, card_count(rule, rank))
        assert (str(placed.button) if placed.button else "-") == seat, rank


def test_the_button_is_placed_when_the_hole_card_turns() -> None:
    table = dealt("oaks/pure-21.5", "9c 5d 7h 8d 6h 4c")
    before = table.play(StageSettled(), HandStood(), *drawn("Ks"))
    after = table.play(CardsRevealed())
    assert not any(isinstance(decision, ButtonPlaced) for decision in before)
    (placed,) = (decision for decision in after if isinstance(decision, ButtonPlaced))
    assert (placed.count, placed.button) == (4, 5)


@pytest.mark.parametrize("game_id", GAMES)
def test_every_state_survives_a_checkpoint(game_id: str) -> None:
    rules = rules_for(game_id)
    for state, _event in states(rules, 120, seed=3):
        assert thaw(rules, freeze(state)) == state


def test_a_bank_nobody_waits_for_does_not_draw() -> None:
    table = dealing("casino-99/pure-spanish-21.5", decks=6)
    decided = table.play(*drawn("Ac As 7h Kd Kh 4c"), StageSettled(), CardsRevealed())
    assert any(isinstance(decision, HandsDecided) for decision in decided)
    assert table.expects == ["round_settled"]


def test_a_bank_with_buster_bets_draws_although_nobody_waits() -> None:
    table = dealt("casino-99/pure-21.5", "Ac As 7h Kd Kh 4c")
    table.play(StageSettled(), CardsRevealed())
    assert [wanted.hand for wanted in table.state.expected] == ["bank"]


def test_a_second_ace_of_each_suit_belongs_to_california_aces() -> None:
    table = dealing("oaks/california-aces", decks=1)
    assert table.irregularities(*drawn("Ac Ac")) == []
    assert table.irregularities(*drawn("Ac")) == ["surplus-card"]


def test_the_cards_left_count_the_decks_of_the_game() -> None:
    for game_id, cards in (
        ("lucky-derby/pure-spanish-21.5", 384),
        ("oaks/no-bust-21st-century-blackjack", 424),
        ("oaks/21st-century-blackjack", 424),
        ("oaks/california-aces", 448),
        ("casino-99/pure-21.5", 416),
    ):
        table = dealing(game_id)
        table.play(*drawn("9c"))
        board = board_of(table.state, 1)
        assert board.shoe is not None
        assert board.shoe.cards_left == cards - 1


def test_capitol_s_pure_21_5_refuses_without_its_lost_diagram() -> None:
    with pytest.raises(DocumentError, match=r'supply "button\.values" under') as refused:
        load_game("capitol/pure-21.5")
    assert len(refused.value.problems) == 1
    assert load_game("capitol/pure-21.5", VALUES).button is not None


def test_a_value_map_without_a_rank_is_refused() -> None:
    short = {"button.values": dict.fromkeys("A23456789TJQ", 1)}
    with pytest.raises(DocumentError, match="no value for this rank") as refused:
        load_game("capitol/pure-21.5", short)
    assert [problem.key for problem in refused.value.problems] == ["button.values.K"]


def test_a_split_hand_has_no_action_against_a_natural_that_takes_the_original_only() -> None:
    table = dealt("oaks/no-bust-21st-century-blackjack", "8c Kd Ah 8d 9d")
    table.play(HandSplit())
    table.play(*drawn("Kc"), HandStood(), *drawn("Qc"), HandStood(), HandStood())
    decided = table.play(*drawn("Jo"))
    [hands] = [each for each in decided if isinstance(each, HandsDecided)]
    assert [(hand.seat, hand.result) for hand in hands.hands] == [
        (2, "lose"),
        (2, "push"),
        (5, "lose"),
    ]


def test_a_split_seat_still_knows_the_two_cards_it_was_dealt() -> None:
    table = dealt("oaks/no-bust-21st-century-blackjack", "8c Kd Ah 8d 9d")
    table.play(HandSplit(), *drawn("8s"), HandSplit(), *drawn("Kc"))
    current = table.state.round
    assert current
    finished = finished_round(table.state.rules, table.state.bank.seat, current)
    assert finished.seats["2"].cards == (Card("8c"), Card("8d"))
