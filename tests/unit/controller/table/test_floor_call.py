"""A floor call holds the table; a slip of the finger is taken back within five seconds."""

from controller.facts.decisions import EntryRefused, HoldReleased
from controller.facts.events import BankAccepted, FloorCalled, FloorCallTakenBack
from controller.facts.phrase import phrase
from tests.conftest import TablePlayer


def test_a_call_is_taken_back_within_five_seconds(baccarat: TablePlayer) -> None:
    baccarat.play(FloorCalled(at_ms=1000))
    (released, *_) = baccarat.play(FloorCallTakenBack(at_ms=6000))
    assert released == HoldReleased(name="floor-called", by="the house dealer", ruling="taken-back")
    assert baccarat.held_for is None


def test_what_was_keyed_in_meanwhile_happens_then(baccarat: TablePlayer) -> None:
    baccarat.play(FloorCalled(at_ms=1000), BankAccepted())
    assert baccarat.state.bank.seat == 0
    baccarat.play(FloorCallTakenBack(at_ms=2000))
    assert baccarat.state.bank.seat == 1


def test_a_call_that_is_older_is_the_floors_to_end(baccarat: TablePlayer) -> None:
    baccarat.play(FloorCalled(at_ms=1000))
    decided = baccarat.play(FloorCallTakenBack(at_ms=6001))
    assert EntryRefused(reason=phrase("floor-call-stands", seconds=5)) in decided
    assert baccarat.held_for == "floor-called"


def test_a_refused_taking_back_doubles_nothing_that_waits(baccarat: TablePlayer) -> None:
    baccarat.play(FloorCalled(at_ms=1000), BankAccepted())
    baccarat.play(FloorCallTakenBack(at_ms=6001))
    assert baccarat.state.hold is not None
    assert baccarat.state.hold.waiting == (BankAccepted(),)


def test_without_a_time_nothing_is_taken_back(baccarat: TablePlayer) -> None:
    baccarat.play(FloorCalled())
    baccarat.play(FloorCallTakenBack(at_ms=1))
    assert baccarat.held_for == "floor-called"


def test_no_other_hold_ends_so(baccarat: TablePlayer) -> None:
    baccarat.play(FloorCallTakenBack(at_ms=1))
    assert baccarat.held_for is None
