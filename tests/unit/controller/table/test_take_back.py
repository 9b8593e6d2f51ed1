"""What was keyed in wrongly is taken back while nothing has come of it."""

import pytest

from controller.facts.cards import Card
from controller.facts.decisions import EntryRefused, HoldReleased
from controller.facts.events import (
    BankAccepted,
    BetsClosed,
    CardDrawn,
    CollectionTaken,
    FloorCalled,
    KeyTakenBack,
    ShoeLoaded,
)
from controller.facts.phrase import phrase
from controller.families.baccarat.coup import Coup
from tests.conftest import TablePlayer

BACK = KeyTakenBack(entry="card-drawn")
REFUSED = EntryRefused(reason=phrase("nothing-to-take-back"))


def drawn(code: str) -> CardDrawn:
    return CardDrawn(card=Card(code))


@pytest.fixture
def dealing(baccarat: TablePlayer) -> TablePlayer:
    baccarat.play(BankAccepted(), ShoeLoaded(decks=8), BetsClosed(), CollectionTaken())
    return baccarat


def test_a_card_that_is_taken_back_is_in_the_shoe_again(dealing: TablePlayer) -> None:
    dealing.play(drawn("9d"))
    before = dealing.state
    assert dealing.irregularities(drawn("8c"), BACK) == ["key-taken-back"]
    assert dealing.state.round is not None
    assert dealing.state.round.get(Coup).player == ("9d",)
    assert dealing.state.shoe == before.shoe


def test_the_hold_that_an_entry_brought_ends_with_it(dealing: TablePlayer) -> None:
    dealing.play(drawn("Jo"))
    assert str(dealing.held_for) == "foreign-card"
    released = HoldReleased(name="foreign-card", by="the house dealer", ruling="taken-back")
    assert released in dealing.play(BACK)
    assert dealing.held_for is None
    assert dealing.state.shoe.drawn == 0


def test_where_nothing_was_keyed_in_nothing_is_taken_back(dealing: TablePlayer) -> None:
    assert dealing.play(BACK) == (REFUSED,)


def test_a_refused_taking_back_lets_nothing_that_waits_happen_again(dealing: TablePlayer) -> None:
    dealing.play(FloorCalled(), drawn("9d"))
    assert dealing.state.hold is not None
    before = dealing.state.hold
    assert REFUSED in dealing.play(BACK)
    assert dealing.state.hold == before
