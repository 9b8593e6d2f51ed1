"""What is wrong at a table, seen from the floor."""

import pytest

from config.floor import Patience
from config.words import languages, words
from controller.facts.decisions import DeviceStateChanged, HoldReleased, TableHeld
from controller.facts.events import CardUnreadable
from controller.floor.beat import Beat, certainly_before
from controller.floor.conditions import Known, causes
from controller.floor.departure import leaves
from controller.floor.parcel import TravellingRow, travelling
from controller.floor.standing import Standing, stood
from controller.record.row import Row, decision_row, event_row

NOW = 1_790_000_000_000
HOUR = 3_600_000
BEAT = Beat(table="oaks/t7", bridge="0" * 16, at_ms=NOW)
QUIET = Known("oaks/t7", NOW, Patience(), heard_ms=NOW, beat=BEAT)


def row(draft: Row) -> TravellingRow:
    return travelling(draft, lambda kind: leaves(kind, "all"))


def away(device: str, ago_s: int) -> Standing:
    lost = DeviceStateChanged(device=device, state="silent")
    return stood(Standing(), [row(decision_row(NOW - 1000 * ago_s, "rules", lost))])


def held(ago_s: int) -> Standing:
    hold = TableHeld(name="card-out-of-turn")
    return stood(Standing(), [row(decision_row(NOW - 1000 * ago_s, "rules", hold))])


def misread(count: int) -> Standing:
    unreadable = CardUnreadable(reason="unread")
    rows = [row(event_row(NOW - at, "shoe-1", unreadable)) for at in range(count)]
    return stood(Standing(), rows)


@pytest.mark.parametrize(
    ("known", "condition"),
    [
        (QUIET._replace(misfit="broken", misfit_at=7), "chain-broken"),
        (QUIET._replace(beat=BEAT.model_copy(update={"trouble": "record-older"})), "chain-broken"),
        (QUIET._replace(contradiction="other rows"), "record-contradicted"),
        (QUIET._replace(heard_ms=NOW - 25 * HOUR), "unsynchronised"),
        (QUIET._replace(heard_ms=NOW - 60_000), "table-silent"),
        (QUIET._replace(doubled_ms=NOW - 1000), "two-bridges"),
        (QUIET._replace(standing=held(200)), "held-long"),
        (QUIET._replace(standing=away("shoe-1", 40)), "device-lost"),
        (QUIET._replace(standing=away("scoreboard", 40)), "display-dead"),
        (QUIET._replace(standing=misread(10)), "misread-often"),
        (QUIET._replace(suspects=("die-faces",)), "unlikely"),
        (QUIET._replace(beat=BEAT.model_copy(update={"before_ms": -6000})), "clock-off"),
    ],
)
def test_each_cause_is_named_and_said_in_every_language(known: Known, condition: str) -> None:
    found = list(causes(known).values())
    assert condition in [each.name for each, _ in found]
    for language in languages():
        for each, cause in found:
            assert "{" not in words(language).sentence(cause.told)
            assert words(language).name(each.name) != ""


@pytest.mark.parametrize(
    "known",
    [
        QUIET,
        QUIET._replace(misfit="gap", misfit_at=7),
        QUIET._replace(standing=held(10)),
        QUIET._replace(standing=away("shoe-1", 5)),
        QUIET._replace(standing=misread(9)),
        QUIET._replace(doubled_ms=NOW - 120_000),
        QUIET._replace(beat=BEAT.model_copy(update={"trouble": "another-bridge"})),
        Known("oaks/t7", NOW, Patience()),
    ],
)
def test_what_lasts_no_longer_than_it_may_is_no_alarm(known: Known) -> None:
    assert causes(known) == {}


def test_a_hold_ends_with_its_release_and_a_device_with_its_return() -> None:
    released = HoldReleased(name="card-out-of-turn", by="Ana", ruling="resume")
    ready = DeviceStateChanged(device="shoe-1", state="ready")
    assert stood(held(200), [row(decision_row(NOW, "desk:Ana", released))]) == Standing()
    assert stood(away("shoe-1", 9), [row(decision_row(NOW, "rules", ready))]) == Standing()


def test_what_a_newer_table_says_changes_nothing() -> None:
    strange = row(decision_row(NOW, "rules", TableHeld(name="x")))._replace(body=b"{}")
    assert stood(Standing(), [strange]) == Standing()


@pytest.mark.parametrize(
    ("asked", "floor", "answered", "before"),
    [
        (1000, 1500, 9000, 0),
        (1000, 1000, 1000, 0),
        (9000, 3000, 9100, 6000),
        (1000, 9000, 2000, -7000),
    ],
)
def test_a_slow_answer_is_no_clock_that_is_off(
    asked: int, floor: int, answered: int, before: int
) -> None:
    assert certainly_before(asked, floor, answered) == before
