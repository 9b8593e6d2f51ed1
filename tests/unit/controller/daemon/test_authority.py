import pytest

from controller.daemon.authority import device_fault, person_fault
from controller.facts.cards import Card
from controller.facts.events import (
    BetsClosed,
    CardDrawn,
    DeviceConnected,
    DeviceLost,
    DiceRead,
    Event,
    EventsMissed,
    LampsShown,
    PersonLoggedIn,
    RulingGiven,
    ShoeLoaded,
    StackTaken,
    TableOpened,
    TimerEnded,
)
from controller.facts.roles import ROLES
from controller.people.rights import is_granted

LOGGED_IN = PersonLoggedIn(person="Ann", role="floor", where="terminal")
OPENED = TableOpened(table="t", game="g/g", seats=8, digest="x")
MISSED = EventsMissed(device="shoe-1", last_sequence=1, next_sequence=3)
DAEMONS_OWN = [OPENED, TimerEnded(round=1), MISSED]


@pytest.mark.parametrize("event", DAEMONS_OWN)
def test_neither_device_nor_person_may_report_what_is_the_daemons_own(event: Event) -> None:
    assert "daemon" in (device_fault("shoe-1", "shoe", event) or "")
    assert all(not is_granted(f"report-{event.kind.replace('_', '-')}", role) for role in ROLES)


def test_a_device_reports_cards_and_its_own_loss_but_no_other_devices() -> None:
    assert device_fault("shoe-1", "shoe", CardDrawn(card=Card.Td)) is None
    assert device_fault("shoe-1", "shoe", DeviceLost(device="shoe-1", reason="cable")) is None
    assert "only of itself" in (
        device_fault("shoe-1", "shoe", DeviceLost(device="pad-1", reason="cable")) or ""
    )


def test_a_ruling_is_given_by_a_person_under_one_name() -> None:
    ruling = RulingGiven(by="Ann", ruling="resume")
    assert "desk" in (device_fault("pad-1", "entry-pad", ruling) or "")
    assert person_fault("Ann", ruling) is None
    assert "one name" in (person_fault("Bob", ruling) or "")


EVERYBODYS: dict[str, Event] = {
    "shoe": CardDrawn(card=Card.Td),
    "shuffler": StackTaken(stack=1),
    "dice-cup": DiceRead(dice=(1, 2, 3)),
    "lamps": LampsShown(bank=1, action=2),
    "entry-pad": BetsClosed(),
}


@pytest.mark.parametrize("kind", EVERYBODYS)
def test_a_kind_of_device_reports_what_it_can_see_and_nothing_else(kind: str) -> None:
    allowed = [
        other for other, event in EVERYBODYS.items() if device_fault("x-1", kind, event) is None
    ]
    assert allowed == [kind]


def test_no_device_says_who_logged_in() -> None:
    assert "desk's own" in (device_fault("pad-1", "entry-pad", LOGGED_IN) or "")


def test_a_scoreboard_reports_nothing_but_itself() -> None:
    assert device_fault("scoreboard", "scoreboard", CardDrawn(card=Card.Td)) is not None
    here = DeviceConnected(device="scoreboard", device_kind="scoreboard")
    assert device_fault("scoreboard", "scoreboard", here) is None


def test_a_pad_keys_in_a_new_shoe_and_no_card() -> None:
    assert device_fault("pad-1", "entry-pad", ShoeLoaded(decks=8)) is None
    assert device_fault("pad-1", "entry-pad", CardDrawn(card=Card.Td)) is not None
    assert device_fault("lamps-1", "lamps", ShoeLoaded(decks=8)) is not None
