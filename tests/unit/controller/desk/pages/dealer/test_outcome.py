"""What the record says became of keys that were touched as the desk was killed."""

import pytest

from controller.bus.messages import Entry
from controller.desk.pages.dealer.key_in import outcome_of
from controller.facts.events import BankAccepted, BetsClosed, DeviceConnected, Event
from drivers.dealer_page.offer import Act

ACCEPTED, CLOSED = BankAccepted(), BetsClosed()
LINKED = DeviceConnected(device="pad-1", device_kind="entry-pad", firmware="page")


def row(event: Event | None, source: str = "pad-1", withheld: str = "") -> Entry:
    return Entry(number=1, at_ms=0, source=source, event=event, withheld=withheld)


@pytest.mark.parametrize(
    ("rows", "became"),
    [
        ([], "not-done"),
        ([row(CLOSED, source="pad-2")], "not-done"),
        ([row(LINKED), row(None)], "not-done"),
        ([row(ACCEPTED)], "done"),
        ([row(LINKED), row(ACCEPTED), row(None, source="rules")], "done"),
        ([row(CLOSED)], "unknown"),
        ([row(ACCEPTED), row(CLOSED)], "unknown"),
    ],
)
def test_a_press_is_found_by_its_device_and_content(rows: list[Entry], became: str) -> None:
    assert outcome_of((Act(device="pad-1", event=ACCEPTED),), rows) == became


def test_of_several_acts_all_are_found_or_nobody_can_say() -> None:
    acts = Act(device="pad-1", event=ACCEPTED), Act(device="pad-1", event=CLOSED)
    assert outcome_of(acts, [row(ACCEPTED), row(CLOSED)]) == "done"
    assert outcome_of(acts, [row(ACCEPTED)]) == "unknown"


def test_of_what_is_withheld_its_kind_must_do() -> None:
    acts = (Act(device="pad-1", event=ACCEPTED),)
    assert outcome_of(acts, [row(None, withheld="bank_accepted")]) == "done"
    assert outcome_of(acts, [row(None, withheld="card_drawn")]) == "unknown"
