"""Flex wagers stay from round to round until their number, a nine, or the player ends them."""

import pytest

from controller.cli.decision_line import decision_line
from controller.daemon.checkpoint import freeze, thaw
from controller.facts.cards import Card
from controller.facts.decisions import BettingEnded, StayingWagersChanged
from controller.facts.events import (
    BankAccepted,
    BankDeclined,
    BetsClosed,
    CardDrawn,
    CardsRevealed,
    CollectionTaken,
    CoverageDeclared,
    Event,
    FloorCalled,
    RoundSettled,
    RulingGiven,
    ShoeLoaded,
    WagerChosen,
    WagerPlaced,
    WagerRemoved,
)
from controller.simulate import simulate
from controller.table.board_of import board_of
from controller.table.state import Rules, StayingWager
from tests.conftest import TablePlayer, game_rules

SUPREME = "capitol/supreme-baccarat"
# Coups by Banker's total: Player stands on a natural nine, so the Banker's two cards decide.
BANKER = {4: "Kd Kh 9d 4h", 5: "Kd 2h 9d 3h", 7: "Kd Kh 9d 7h", 8: "Kd Kh 9d 8h", 9: "Kd Kh 9d 9h"}


def flex(number: int, *seats: int) -> list[Event]:
    entries: list[Event] = []
    for seat in seats:
        entries += [WagerChosen(wager=f"flex-{number}"), WagerPlaced(seat=seat)]
    return entries


def coup(total: int) -> list[Event]:
    """A whole round from closing to settled in which the Banker comes to this total."""
    cards = [CardDrawn(card=Card(code)) for code in BANKER[total].split()]
    turned = [CardsRevealed(), CardsRevealed()]
    opened: list[Event] = [BetsClosed(), CollectionTaken(), CoverageDeclared(covers=True)]
    return [*opened, *cards, *turned, RoundSettled()]


@pytest.fixture(scope="module")
def rules() -> Rules:
    return game_rules(SUPREME, seats=8)


@pytest.fixture
def table(rules: Rules) -> TablePlayer:
    table = TablePlayer(rules)
    table.play(BankAccepted(), ShoeLoaded(decks=8))
    return table


def changes(table: TablePlayer) -> list[StayingWagersChanged]:
    return [d for d in table.history if isinstance(d, StayingWagersChanged)]


@pytest.mark.parametrize("total", [4, 7, 8])
def test_other_totals_leave_it_on_the_table(table: TablePlayer, total: int) -> None:
    table.play(*flex(5, 4), *coup(total), *coup(total))
    assert table.state.staying == (StayingWager(4, "flex-5"),)


@pytest.mark.parametrize(("total", "won", "lost"), [(5, [4], []), (9, [], [4])])
def test_its_number_wins_and_nine_loses(
    table: TablePlayer, total: int, won: list[int], lost: list[int]
) -> None:
    table.play(*flex(5, 4), *coup(7), *coup(total))
    last = changes(table)[-1]
    assert ([each.seat for each in last.won], [each.seat for each in last.lost]) == (won, lost)
    assert table.state.staying == ()


def test_several_numbers_and_seats_are_decided_one_by_one(table: TablePlayer) -> None:
    table.play(*flex(5, 4, 6), *flex(7, 4), *coup(7))
    assert table.state.staying == (StayingWager(4, "flex-5"), StayingWager(6, "flex-5"))


def test_it_counts_as_a_wager_in_every_round_it_stays(table: TablePlayer) -> None:
    table.play(*flex(5, 4), *coup(7), WagerPlaced(seat=6), *coup(7))
    ended = [d.wagers for d in table.history if isinstance(d, BettingEnded)]
    assert ended == [(4,), (4, 6)]


def test_it_may_be_taken_down_between_rounds_but_not_during_one(table: TablePlayer) -> None:
    table.play(*flex(5, 4), BetsClosed(), CollectionTaken())
    assert table.irregularities(WagerChosen(wager="flex-5")) == ["entry-refused"]
    table.play(*coup(7)[2:])
    table.play(WagerChosen(wager="flex-5"), WagerRemoved(seat=4))
    assert table.state.staying == ()
    assert table.state.round is not None
    assert table.state.round.betting.wagers == frozenset()


def test_taking_it_down_leaves_the_seats_other_wagers(table: TablePlayer) -> None:
    table.play(WagerPlaced(seat=4), *flex(5, 4), WagerChosen(wager="flex-5"), WagerRemoved(seat=4))
    assert table.state.round is not None
    assert table.state.round.betting.wagers == frozenset({4})


def test_taking_a_line_back_leaves_the_flex(table: TablePlayer) -> None:
    table.play(*flex(5, 4), WagerPlaced(seat=4), WagerRemoved(seat=4))
    assert table.state.staying == (StayingWager(4, "flex-5"),)
    assert table.state.round is not None
    assert table.state.round.betting.wagers == frozenset({4})


def test_voided_round_returns_new_ones_and_keeps_the_old(table: TablePlayer) -> None:
    table.play(*flex(5, 4), *coup(7), *flex(3, 6), BetsClosed(), CollectionTaken(), FloorCalled())
    table.play(RulingGiven(by="Floor", ruling="void-round"))
    assert table.state.staying == (StayingWager(4, "flex-5"),)
    assert [each.seat for each in changes(table)[-1].returned] == [6]


def test_it_outlives_the_bank_but_not_at_the_new_banks_seat(table: TablePlayer) -> None:
    table.play(*flex(5, 2, 4), *coup(7), *coup(7), BankAccepted())
    assert table.state.bank.seat == 2
    assert table.state.staying == (StayingWager(4, "flex-5"),)


def test_bank_may_give_up_its_second_hand_while_flex_wagers_stay(table: TablePlayer) -> None:
    table.play(*flex(5, 4), *coup(7))
    table.play(BankDeclined())
    assert table.state.bank.offered == 2
    assert table.state.staying == (StayingWager(4, "flex-5"),)


@pytest.mark.parametrize("wager", ["flex-4", "player-line", "nonsense"])
def test_only_wagers_that_stay_are_chosen_by_name(table: TablePlayer, wager: str) -> None:
    assert table.irregularities(WagerChosen(wager=wager)) == ["entry-refused"]


def test_chosen_wager_holds_for_one_seat_only(table: TablePlayer) -> None:
    table.play(*flex(5, 4), WagerPlaced(seat=6))
    assert table.state.staying == (StayingWager(4, "flex-5"),)


def test_board_and_record_show_what_stays(table: TablePlayer, rules: Rules) -> None:
    table.play(*flex(5, 4))
    assert [each.wager for each in board_of(table.state, 1).staying] == ["flex-5"]
    assert decision_line(changes(table)[-1]) == "still on the table: seat 4 flex-5"
    assert thaw(rules, freeze(table.state)) == table.state


@pytest.mark.parametrize("rounds", [150, pytest.param(1500, marks=pytest.mark.long)])
def test_long_play_with_flex_wagers_brings_no_irregularity(rules: Rules, rounds: int) -> None:
    totals = simulate(rules, rounds, seed=3)
    assert not totals.irregularities
