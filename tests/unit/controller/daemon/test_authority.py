import pytest

from controller.daemon.authority import device_fault, person_fault
from controller.facts.cards import Card
from controller.facts.events import (
    CardDrawn,
    DeviceLost,
    Event,
    EventsMissed,
    RulingGiven,
    ScreenDrawn,
    ScreenLost,
    TableOpened,
    TimerEnded,
)

OPENED = TableOpened(table="t", game="g/g", seats=8, digest="x")
MISSED = EventsMissed(device="shoe-1", last_sequence=1, next_sequence=3)
DAEMONS_OWN = [OPENED, TimerEnded(round=1), MISSED]


@pytest.mark.parametrize("event", DAEMONS_OWN)
def test_neither_device_nor_person_may_report_what_is_the_daemons_own(event: Event) -> None:
    assert "daemon" in (device_fault("shoe-1", event) or "")
    assert "not a person's" in (person_fault("Ann", event) or "")


def test_a_device_reports_cards_and_its_own_loss_but_no_other_devices() -> None:
    assert device_fault("shoe-1", CardDrawn(card=Card.Td)) is None
    assert device_fault("shoe-1", DeviceLost(device="shoe-1", reason="cable")) is None
    assert "only of itself" in (
        device_fault("shoe-1", DeviceLost(device="pad-1", reason="cable")) or ""
    )


def test_a_ruling_is_given_by_a_person_under_one_name() -> None:
    ruling = RulingGiven(by="Ann", ruling="resume")
    assert "desk" in (device_fault("pad-1", ruling) or "")
    assert person_fault("Ann", ruling) is None
    assert "one name" in (person_fault("Bob", ruling) or "")


SCREENS = [
    ScreenDrawn(screen="kiosk", number=1, page="x", paint_ms=1.0),
    ScreenLost(screen="kiosk", reason="silent"),
]


@pytest.mark.parametrize("event", SCREENS)
def test_only_the_scoreboard_reports_of_screens(event: Event) -> None:
    assert device_fault("scoreboard", event) is None
    assert "scoreboard's" in (device_fault("shoe-1", event) or "")
    assert "not a person's" in (person_fault("Ann", event) or "")


def test_the_scoreboard_reports_nothing_but_its_screens() -> None:
    assert device_fault("scoreboard", DeviceLost(device="scoreboard", reason="dark")) is None
    assert "screens alone" in (device_fault("scoreboard", CardDrawn(card=Card.Td)) or "")
