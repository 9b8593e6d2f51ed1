"""A changed table file: what waits, what does not, and that no round is dropped in silence."""

from dataclasses import replace

import pytest

from controller.daemon.checkpoint import freeze, thaw
from controller.facts.cards import Card
from controller.facts.decisions import HoldReleased, RoundOpened, RoundVoided
from controller.facts.events import (
    BankAccepted,
    BetsClosed,
    CardDrawn,
    CollectionTaken,
    FloorCalled,
    RoundSettled,
    RulingGiven,
    SettingsChanged,
    ShoeLoaded,
    TableOpened,
)
from controller.families.opening import opening_event
from controller.table.board_of import board_of
from controller.table.settings_change import is_between_rounds
from controller.table.settings_in_force import recorded
from controller.table.state import Rules
from tests.conftest import TablePlayer

DEALT = (BankAccepted(), ShoeLoaded(decks=8), BetsClosed(), CollectionTaken())
CARDS = tuple(CardDrawn(card=Card(code)) for code in ("9d", "8c", "Kd", "Qc"))


@pytest.fixture
def player(baccarat_rules: Rules) -> TablePlayer:
    table = TablePlayer(baccarat_rules)
    table.play(*DEALT, CARDS[0])
    return table


def changed(table: TablePlayer, **update: object) -> SettingsChanged:
    before = recorded(table.state)
    return SettingsChanged(before=before, after=before.model_copy(update=update))


def test_a_changed_timer_and_limit_wait_for_the_next_round(player: TablePlayer) -> None:
    before = player.state.rules
    player.play(changed(player, timer_s=45, limits=(25, 1000)))
    assert player.state.round is not None
    assert (player.state.rules.timer_s, player.state.rules.limits) == (
        before.timer_s,
        before.limits,
    )
    decided = player.play(*CARDS[1:], RoundSettled())
    assert [d.timer_s for d in decided if isinstance(d, RoundOpened)] == [45]
    board = board_of(player.state, 1)
    assert (board.timer_s, board.limits) == (45, (25, 1000))


def test_the_shoe_and_its_count_are_kept(player: TablePlayer) -> None:
    shoe = player.state.shoe
    player.play(changed(player, timer_s=45))
    assert player.state.shoe == shoe
    assert player.expects == ["card_drawn"]


def test_between_rounds_everything_is_in_force_at_once(baccarat_rules: Rules) -> None:
    table = TablePlayer(baccarat_rules)
    table.play(changed(table, timer_s=45))
    assert table.state.rules.timer_s == 45
    assert recorded(table.state).timer_s == 45


def test_another_number_of_seats_voids_the_round_by_name_and_keeps_the_shoe(
    player: TablePlayer,
) -> None:
    drawn = player.state.shoe.drawn
    decided = player.play(changed(player, seats=5))
    assert RoundVoided(round=1, by="the table file") in decided
    assert (player.state.rules.seats, player.state.shoe.drawn) == (5, drawn)
    assert [d.round for d in decided if isinstance(d, RoundOpened)] == [2]


def test_a_bank_whose_seat_is_gone_is_offered_anew(baccarat_rules: Rules) -> None:
    table = TablePlayer(replace(baccarat_rules, first_seat=7))
    table.play(*DEALT)
    assert table.state.bank.seat == 7
    table.play(changed(table, seats=5, first_seat=2))
    assert (table.state.bank.seat, table.state.bank.offered) == (0, 2)


def test_a_hold_stays_where_the_round_stays(player: TablePlayer) -> None:
    player.play(FloorCalled(), changed(player, timer_s=45))
    assert player.held_for == "floor-called"


def test_a_hold_goes_with_the_round(player: TablePlayer) -> None:
    player.play(FloorCalled())
    decided = player.play(changed(player, seats=5))
    assert player.held_for is None
    assert [d.ruling for d in decided if isinstance(d, HoldReleased)] == ["void-round"]


def test_devices_are_known_at_once(player: TablePlayer) -> None:
    devices = (*recorded(player.state).devices, ("shoe-2", "shoe"))
    player.play(changed(player, devices=devices, timer_s=45))
    assert player.state.rules.devices["shoe-2"] == "shoe"


def test_a_checkpoint_keeps_what_is_in_force_and_what_is_coming(
    player: TablePlayer, baccarat_rules: Rules
) -> None:
    player.play(changed(player, timer_s=45))
    found = thaw(replace(baccarat_rules, timer_s=99), freeze(player.state))
    assert found.rules.timer_s == baccarat_rules.timer_s
    assert recorded(found).timer_s == 45


def test_another_game_voids_the_round_that_was_open(baccarat_rules: Rules) -> None:
    table = TablePlayer(baccarat_rules)
    decided = table.play(opening_event(baccarat_rules, abandoned=12))
    assert decided[0] == RoundVoided(round=12, by="the table file")


def test_replay_follows_the_record_and_not_the_file(baccarat_rules: Rules) -> None:
    old = replace(baccarat_rules, timer_s=45)
    table = TablePlayer(baccarat_rules)
    table.play(opening_event(old), BankAccepted(), ShoeLoaded(decks=8))
    assert table.state.rules.timer_s == 45
    assert isinstance(opening_event(old), TableOpened)


def test_a_ruling_still_ends_a_hold_after_a_change(player: TablePlayer) -> None:
    player.play(FloorCalled(), changed(player, limits=(5, 50)))
    player.play(RulingGiven(by="Ann Lee", ruling="resume"))
    assert player.held_for is None


def test_what_no_round_depends_on_is_in_force_in_the_middle_of_one(player: TablePlayer) -> None:
    player.play(changed(player, title="Table 5"))
    assert player.state.rules.title == "Table 5"
    assert player.state.coming is None
    assert player.state.round is not None


def test_a_table_is_between_rounds_until_something_but_a_wager_happens(
    baccarat_rules: Rules,
) -> None:
    table = TablePlayer(baccarat_rules)
    assert is_between_rounds(table.state)
    table.play(BankAccepted(), ShoeLoaded(decks=8))
    assert is_between_rounds(table.state)
    table.play(FloorCalled())
    assert not is_between_rounds(table.state)
    table.play(RulingGiven(by="Ann Lee", ruling="resume"), BetsClosed())
    assert not is_between_rounds(table.state)
