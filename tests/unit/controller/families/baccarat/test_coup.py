"""Baccarat through the whole core: draws, outcomes, marks, and their exact frequencies."""

from collections import Counter
from itertools import combinations_with_replacement
from math import sqrt

import pytest

from config.document import DocumentError
from controller.facts.cards import Card
from controller.facts.decisions import ButtonPlaced, OutcomeDecided, SettlementOrdered
from controller.facts.events import (
    BankAccepted,
    BetsClosed,
    CardDrawn,
    CollectionTaken,
    RoundSettled,
    ShoeLoaded,
    TimerEnded,
    WagerPlaced,
)
from controller.families.baccarat.coup import Coup, coup_rule, decide
from controller.families.catalogue import load_game
from controller.simulate import simulate
from controller.table.open_steps import OpenSteps
from controller.table.state import RoundState, Rules
from tests.conftest import TablePlayer, game_rules

# One letter per value 0 to 9 of Player's third card.
CHART = {
    0: "HHHHHHHHHH",
    1: "HHHHHHHHHH",
    2: "HHHHHHHHHH",
    3: "HHHHHHHHSH",
    4: "SSHHHHHHSS",
    5: "SSSSHHHHSS",
    6: "SSSSSSHHSS",
    7: "SSSSSSSSSS",
}
EXACT = {
    "banker": 0.458597,
    "player": 0.446247,
    "tie": 0.095156,
    "dragon-7": 0.022534,
    "panda-8": 0.034543,
}
FACE = ("Kc", "Ac", "2c", "3c", "4c", "5c", "6c", "7c", "8c", "9c")


def drawn(cards: str) -> list[CardDrawn]:
    return [CardDrawn(card=Card(code)) for code in cards.split()]


@pytest.fixture
def dealing(baccarat: TablePlayer) -> TablePlayer:
    baccarat.play(BankAccepted(), ShoeLoaded(decks=8), BetsClosed(), CollectionTaken())
    return baccarat


def outcome(table: TablePlayer, cards: str) -> OutcomeDecided:
    (found,) = (d for d in table.play(*drawn(cards)) if isinstance(d, OutcomeDecided))
    return found


def due_hand(table: TablePlayer) -> str | None:
    return table.state.expected[0].hand


def test_the_first_four_cards_alternate_from_the_player(dealing: TablePlayer) -> None:
    hands = []
    for event in drawn("Kc Kd Kh Ks"):
        hands.append(due_hand(dealing))
        dealing.play(event)
    assert hands == ["player", "banker", "player", "banker"]


@pytest.mark.parametrize("third", range(10))
@pytest.mark.parametrize("banker", CHART)
def test_the_banker_follows_every_cell_of_the_chart(
    dealing: TablePlayer, banker: int, third: int
) -> None:
    dealing.play(*drawn(f"Kd Kh Qd {FACE[banker]} {FACE[third]}"))
    assert (due_hand(dealing) == "banker") == (CHART[banker][third] == "H")


@pytest.mark.parametrize("player", range(8))
def test_the_player_draws_to_five(dealing: TablePlayer, player: int) -> None:
    dealing.play(*drawn(f"Kd Kh {FACE[player]} 7d"))
    assert (due_hand(dealing) == "player") == (player <= 5)


@pytest.mark.parametrize("banker", range(8))
def test_the_banker_draws_to_five_when_the_player_stands(dealing: TablePlayer, banker: int) -> None:
    dealing.play(*drawn(f"Kd Kh 6d {FACE[banker]}"))
    assert (due_hand(dealing) == "banker") == (banker <= 5)


@pytest.mark.parametrize(
    ("cards", "mark", "reading_decided"),
    [
        ("Kd Kh 8d 2h", "Pn", True),
        ("Kd Kh 9d 5h", "Pn", True),
        ("2d Kh 3d 9h", "Bn", True),
        ("Kd Kh 6d 8h", "Bn", False),
        ("Kd Kh 9d 7h", "Pn", False),
        ("Kd Qh 9d 9h", "Tn", False),
    ],
)
def test_a_natural_on_either_side_stops_both_and_says_when_the_reading_decided(
    dealing: TablePlayer, cards: str, mark: str, reading_decided: bool
) -> None:
    found = outcome(dealing, cards)
    assert found.mark == mark
    assert found.readings == (("naturals-stop",) if reading_decided else ())


def test_a_coup_with_third_cards_owes_nothing_to_the_reading(dealing: TablePlayer) -> None:
    assert outcome(dealing, "Kd 4h 2d 2c 8d").readings == ()


@pytest.mark.parametrize(
    ("cards", "winner", "totals", "mark"),
    [
        ("Kd Kh 7d 6h", "player", (7, 6), "P"),
        ("Kd Kh 6d 7h", "banker", (6, 7), "B"),
        ("Kd Qh 6d 6h", "tie", (6, 6), "T"),
        ("3d Kh 3h 7h", "banker", (6, 7), "Bp"),
        ("Kd 3c 7d 3h", "player", (7, 6), "Pb"),
        ("3d 8c 3h 8h", "tie", (6, 6), "Tpb"),
        ("4d 2c 4h 2h", "player", (8, 4), "Pnpb"),
        ("Kd Qh 7d Jh 2c", "player", (7, 2), "P"),
    ],
)
def test_winner_totals_and_mark(
    dealing: TablePlayer, cards: str, winner: str, totals: tuple[int, int], mark: str
) -> None:
    found = outcome(dealing, cards)
    assert (found.winner, (found.player_total, found.banker_total)) == (winner, totals)
    assert found.mark == mark


@pytest.mark.parametrize(
    ("cards", "bonuses"),
    [
        ("Kd Kh 6d 5h 2c", ("dragon-7",)),
        ("Kd Kh 6d 7h", ()),
        ("Ad Kh 4d 5h Kc", ()),
        ("Ad Kh 4d 5h 4c 2c", ()),
        ("Kd 2h 7d 3h 2c", ()),
        ("Kd Kh 6d 5h 3c", ()),
        ("Ad Kh 2d 7h 5c", ("panda-8",)),
        ("Kd Kh 8d 7h", ()),
        ("Ad Kh 2d 6h 5c", ("panda-8",)),
        ("Ad Kh 2d 2h 5c 3c", ("panda-8",)),
        ("Ad Kh 2d 4h 5c 4c", ()),
        ("Ad Kh 2d 4h 5c 5c", ()),
        ("Ad Kh 2d 7h 6c", ()),
    ],
    ids=[
        "dragon: three cards make seven against six",
        "no dragon: two cards make seven",
        "no dragon: chart stands the banker, five to five",
        "no dragon: nine to seven",
        "no dragon: seven to seven",
        "no dragon: three cards make eight",
        "panda: three cards make eight against seven",
        "no panda: two cards make eight",
        "panda: eight against six",
        "panda: eight against three cards of five",
        "no panda: eight to eight",
        "no panda: eight against nine",
        "no panda: three cards make nine",
    ],
)
def test_bonus_outcomes_and_their_near_misses(
    dealing: TablePlayer, cards: str, bonuses: tuple[str, ...]
) -> None:
    assert outcome(dealing, cards).bonuses == bonuses


def test_the_bankers_second_card_places_the_button(dealing: TablePlayer) -> None:
    dealing.play(*drawn("Kd Kh Qd"))
    (placed,) = (d for d in dealing.play(*drawn("Th")) if isinstance(d, ButtonPlaced))
    assert (placed.count, placed.button) == (10, 4)
    assert placed.readings == ("ten-counts-ten", "count-wraps")


def test_settlement_goes_round_once_for_each_wager_from_the_button(baccarat: TablePlayer) -> None:
    baccarat.play(BankAccepted(), ShoeLoaded(decks=8))
    baccarat.play(*(WagerPlaced(seat=seat) for seat in (2, 5, 7)), BetsClosed(), CollectionTaken())
    decided = baccarat.play(*drawn("Kd Kh 7d 6h"))
    (settlement,) = (d for d in decided if isinstance(d, SettlementOrdered))
    assert [lap.wagers for lap in settlement.laps] == [
        ("player-line",),
        ("banker-line",),
        ("tie",),
        ("panda-8",),
        ("dragon-7",),
    ]
    assert {lap.seats for lap in settlement.laps} == {(7, 2, 5)}


def test_the_timer_of_this_round_closes_the_bets(baccarat: TablePlayer) -> None:
    baccarat.play(BankAccepted(), ShoeLoaded(decks=8), TimerEnded(round=1), CollectionTaken())
    assert baccarat.expects == ["card_drawn"]


def test_the_timer_of_another_round_closes_nothing(baccarat: TablePlayer) -> None:
    baccarat.play(BankAccepted(), ShoeLoaded(decks=8))
    assert baccarat.play(TimerEnded(round=2)) == ()
    assert baccarat.state.round is not None
    assert baccarat.state.round.betting.is_open


def test_the_collection_is_due_once_the_bets_are_closed(baccarat: TablePlayer) -> None:
    baccarat.play(BankAccepted(), ShoeLoaded(decks=8))
    assert baccarat.irregularities(CollectionTaken()) == ["entry-refused"]
    baccarat.play(BetsClosed())
    assert baccarat.expects == ["collection_taken"]
    baccarat.play(CollectionTaken())
    assert baccarat.expects == ["card_drawn"]


def test_a_card_before_the_round_is_ready_holds_the_table(baccarat: TablePlayer) -> None:
    baccarat.play(BankAccepted(), ShoeLoaded(decks=8), BetsClosed())
    assert baccarat.irregularities(*drawn("Kc")) == ["card-before-betting-ended"]
    assert baccarat.held_for == "card-before-betting-ended"


def test_a_card_too_many_holds_the_table(dealing: TablePlayer) -> None:
    dealing.play(*drawn("Kd Kh 9d 7h"))
    assert dealing.irregularities(*drawn("2c")) == ["card-out-of-turn"]


def test_a_settled_round_opens_the_banks_second(dealing: TablePlayer) -> None:
    dealing.play(*drawn("Kd Kh 9d 7h"), RoundSettled())
    assert dealing.state.round == RoundState(number=2, open=OpenSteps(("bets-closed",)))
    assert dealing.state.bank.turn == 2


def _ways(values: tuple[int, ...], left: list[int]) -> int:
    """Take values out of the shoe, in order; returns in how many ways."""
    ways = 1
    for value in values:
        ways *= left[value]
        left[value] -= 1
    return ways


def _add(player: tuple[int, ...], banker: tuple[int, ...], left: list[int]) -> int:
    factor = _ways(player, left) * _ways(banker, left)
    factor *= 1 if player[0] == player[1] else 2
    return factor * (1 if banker[0] == banker[1] else 2)


def _coups(rules: Rules, state: Coup, left: list[int], ways: int, found: Counter[str]) -> None:
    """Walk every third card the real rules ask for."""
    if state.due is None:
        outcome = decide(rules, state)
        # Every coup is weighed to the same number of cards: six leave the shoe.
        for rest in range(sum(left), 416 - 6, -1):
            ways *= rest
        for name in (outcome.winner, *outcome.bonuses):
            found[name] += ways
        return
    for value, count in enumerate(left):
        after = left.copy()
        after[value] -= 1
        drawn = state.with_card(coup_rule(rules), Card(FACE[value]))
        _coups(rules, drawn, after, ways * count, found)


def _dealt(rules: Rules, player: tuple[Card, ...], banker: tuple[Card, ...]) -> Coup:
    rule, coup = coup_rule(rules), Coup()
    for ours, theirs in zip(player, banker, strict=True):
        coup = coup.with_card(rule, ours).with_card(rule, theirs)
    return coup


def test_every_coup_of_eight_decks_gives_the_published_frequencies(baccarat_rules: Rules) -> None:
    found: Counter[str] = Counter()
    pairs = list(combinations_with_replacement(range(10), 2))
    for player in pairs:
        for banker in pairs:
            left = [128] + [32] * 9
            ways = _add(player, banker, left)
            ours, theirs = (tuple(Card(FACE[v]) for v in hand) for hand in (player, banker))
            _coups(baccarat_rules, _dealt(baccarat_rules, ours, theirs), left, ways, found)
    coups = found["player"] + found["banker"] + found["tie"]
    assert coups == 416 * 415 * 414 * 413 * 412 * 411
    assert {name: round(found[name] / coups, 6) for name in EXACT} == EXACT


@pytest.mark.parametrize("rounds", [2_000, pytest.param(20_000, marks=pytest.mark.long)])
def test_simulated_rounds_stay_within_four_standard_errors(
    baccarat_rules: Rules, rounds: int
) -> None:
    totals = simulate(baccarat_rules, rounds, seed=4)
    for name, expected in EXACT.items():
        error = sqrt(expected * (1 - expected) / rounds)
        assert abs(totals.outcomes[name] / rounds - expected) < 4 * error, name
    assert not totals.irregularities


@pytest.mark.parametrize(
    "game_id",
    [
        "casino-99/ez-baccarat-panda-8",
        "oaks/ez-baccarat-panda-8",
        "capitol/ez-baccarat",
        "lucky-derby/ez-baccarat-panda-8",
    ],
)
@pytest.mark.parametrize(("stops", "winner"), [(True, "banker"), (False, "tie")])
def test_a_room_may_draw_against_a_natural_as_its_book_prints(
    game_id: str, stops: bool, winner: str
) -> None:
    rules = game_rules(game_id, values={"coup.naturals_stop": stops})
    coup = Coup()
    for code in ("Kd", "Kh", "5h", "8h", *(() if stops else ("3c",))):
        coup = coup.with_card(coup_rule(rules), Card(code))
    assert coup.due is None
    assert decide(rules, coup).winner == winner


def test_only_the_printed_choices_may_be_chosen() -> None:
    with pytest.raises(DocumentError, match=r"'coup\.naturals_stop' is 3; choose true or false"):
        load_game("oaks/ez-baccarat-panda-8", {"coup.naturals_stop": 3})
