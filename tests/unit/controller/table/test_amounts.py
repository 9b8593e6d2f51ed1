"""Amounts at the live table: held to limits and steps, to the seat, and to the fee they bring."""

from decimal import Decimal

import pytest

from config.table import TABLES
from controller.facts.decisions import Expectation, IrregularityFound
from controller.facts.events import (
    BankAccepted,
    BetsClosed,
    CollectionTaken,
    ShoeLoaded,
    StakePlaced,
    WagerPlaced,
    WagerRemoved,
)
from controller.families.opening import rules_of
from controller.families.tables import load_table
from tests.conftest import TablePlayer, game_rules

OPENED = (BankAccepted(), ShoeLoaded(decks=8))


@pytest.fixture
def baccarat() -> TablePlayer:
    """A table from 10 to 500 under the first schedule of Lucky Derby, ready for wagers."""
    player = TablePlayer(rules_of(load_table(TABLES / "emulated-baccarat.toml")))
    player.play(*OPENED)
    return player


def _wager(seat: int, wager: str, amount: int, owner: str | None = None) -> WagerPlaced:
    return WagerPlaced.model_validate(
        {"seat": seat, "wager": wager, "amount": str(amount), "owner": owner}
    )


def _refusal(player: TablePlayer, event: WagerPlaced) -> dict[str, object]:
    """What the table says against a wager."""
    (found,) = [d for d in player.play(event) if isinstance(d, IrregularityFound)]
    assert found.name == "entry-refused"
    (said,) = found.expected
    return {"code": said.code, **said.arguments}


@pytest.mark.parametrize("amount", [9, 501])
def test_a_wager_beyond_the_limits_of_the_table_is_refused(
    baccarat: TablePlayer, amount: int
) -> None:
    said = _refusal(baccarat, _wager(3, "player-line", amount))
    assert said == {
        "code": "wager-within",
        "wager": "player-line",
        "least": "10",
        "most": "500",
        "amount": str(amount),
    }


def test_wagers_at_both_limits_lie_on_the_felt(baccarat: TablePlayer) -> None:
    assert baccarat.irregularities(_wager(3, "player-line", 10), _wager(4, "tie", 500)) == []


def test_a_bonus_bet_is_held_to_the_limits_of_its_book() -> None:
    player = TablePlayer(game_rules("capitol/ez-baccarat"))
    player.play(*OPENED)
    assert player.irregularities(_wager(3, "player-line", 20), _wager(3, "tie", 200)) == []
    assert _refusal(player, _wager(4, "tie", 201))["most"] == "200"


def test_amounts_come_in_the_steps_of_the_book() -> None:
    player = TablePlayer(game_rules("oaks/zoobac", seats=12))
    player.play(*OPENED)
    said = _refusal(player, _wager(3, "player-line", 12))
    assert said == {"code": "wager-in-steps", "step": "5", "amount": "12"}


def test_nobody_bets_behind_a_seat_where_the_book_forbids_it() -> None:
    player = TablePlayer(game_rules("casino-99/pure-21.5"))
    player.play(*OPENED)
    assert player.irregularities(_wager(3, "base", 20), _wager(3, "base", 20, "Ann")) == []
    said = _refusal(player, _wager(3, "red-flex", 20, "Ann"))
    assert said == {"code": "no-back-line", "wager": "red-flex"}


def _collection(player: TablePlayer) -> Expectation:
    (wanted,) = [each for each in player.state.expected if each.event == "collection_taken"]
    return wanted


def test_the_fee_of_the_round_is_told_where_all_amounts_are_known(baccarat: TablePlayer) -> None:
    baccarat.play(_wager(3, "player-line", 150), _wager(4, "banker-line", 100), BetsClosed())
    due = _collection(baccarat)
    assert due.code == "take-collection-of"
    assert due.arguments["bank"] == "$3"
    assert due.arguments["players"] == "$0"
    assert baccarat.irregularities(CollectionTaken()) == []


def test_the_fee_is_left_to_the_dealer_where_an_amount_is_not_known(
    baccarat: TablePlayer,
) -> None:
    baccarat.play(_wager(3, "player-line", 150), WagerPlaced(seat=4), BetsClosed())
    assert _collection(baccarat).code == "take-collection"


def test_every_side_bet_may_be_left_out_also_one_that_counts_for_the_fee() -> None:
    game = game_rules("casino-99/fortune-pai-gow-poker").game
    assert game.action is not None
    left = game.without(["fortune-bonus", "envy"])
    assert left.action is not None
    assert left.action.wagers == ("game",)


def test_a_seat_bets_until_the_last_wager_that_it_named_is_taken_back(
    baccarat: TablePlayer,
) -> None:
    baccarat.play(_wager(3, "player-line", 10), _wager(3, "tie", 20))
    for name, seats in (("tie", {3}), ("player-line", set[int]())):
        baccarat.play(WagerRemoved(seat=3, wager=name))
        assert baccarat.state.round is not None
        assert baccarat.state.round.betting.wagers == seats


def test_a_wager_that_the_game_does_not_have_is_refused(baccarat: TablePlayer) -> None:
    assert baccarat.irregularities(_wager(3, "red", 10)) == ["entry-refused"]


def test_nobody_bets_or_puts_up_a_stake_before_there_is_a_round() -> None:
    player = TablePlayer(game_rules("capitol/ez-baccarat"))
    stake = StakePlaced(stake=Decimal(500))
    assert player.irregularities(WagerPlaced(seat=3), stake) == ["entry-refused"] * 2
