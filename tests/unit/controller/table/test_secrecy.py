"""The board as everybody may have it."""

import pytest

from controller.facts.alarms import AlarmsView, AlarmView
from controller.facts.cards import Card
from controller.facts.events import BankAccepted, CardDrawn, FloorCalled, ShoeLoaded
from controller.facts.phrase import phrase
from controller.table.board_of import board_of
from controller.table.secrecy import WITHHELD, public_board
from tests.conftest import TablePlayer


@pytest.fixture
def held(baccarat: TablePlayer) -> TablePlayer:
    """A joker lies where none belongs."""
    baccarat.play(BankAccepted(), ShoeLoaded(decks=8), CardDrawn(card=Card("Jo")))
    return baccarat


def test_a_hold_does_not_name_a_card_that_may_lie_face_down(held: TablePlayer) -> None:
    board = board_of(held.state, 1)
    shown = public_board(board, hides_cards=True)
    assert board.hold is not None
    assert shown.hold is not None
    assert "card" in board.hold.seen.arguments
    assert shown.hold.seen == WITHHELD
    assert shown.hold.name == board.hold.name


def test_where_cards_lie_face_up_the_board_is_shown_as_it_is(held: TablePlayer) -> None:
    board = board_of(held.state, 1)
    assert public_board(board, hides_cards=False) == board


def test_a_hold_that_is_not_about_a_card_is_told_as_it_is(baccarat: TablePlayer) -> None:
    baccarat.play(FloorCalled())
    board = board_of(baccarat.state, 1)
    assert public_board(board, hides_cards=True) == board


def test_nobody_learns_who_has_seen_an_alarm(baccarat: TablePlayer) -> None:
    alarm = AlarmView(
        number=1,
        condition="disk-low",
        priority="medium",
        told=phrase("seen-disk-ran-low"),
        since_ms=1,
        is_acknowledged=True,
        acknowledged_by="Ann Lee",
    )
    alarms = AlarmsView(alarms=(alarm,))
    board = board_of(baccarat.state, 1).model_copy(update={"alarms": alarms})
    shown = public_board(board, hides_cards=False).alarms
    assert shown is not None
    assert [(each.is_acknowledged, each.acknowledged_by) for each in shown.alarms] == [(True, "")]
