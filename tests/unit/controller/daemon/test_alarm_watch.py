"""The alarms of a running table: two holds are two alarms, and a ruling has seen its hold."""

from controller.alarms.conditions import Watched
from controller.alarms.occurrences import Moment
from controller.alarms.readings import ReadingShare
from controller.daemon.alarm_watch import AlarmWatch
from controller.daemon.keeper import Admission, Arrival
from controller.facts.board import HoldView
from controller.facts.cards import Card
from controller.facts.decisions import HoldReleased, TableHeld
from controller.facts.events import CardDrawn
from controller.facts.phrase import phrase
from controller.record.row import event_row
from controller.table.devices import BY_ITSELF

HOLD = HoldView(name="card-unreadable", seen=phrase("seen-nothing"), expected=())


def held(watch: AlarmWatch) -> bool:
    watch.follow([TableHeld(name="card-unreadable")])
    return watch.look(Watched(hold=HOLD, holds=watch.holds), Moment(0, 0))


def released(watch: AlarmWatch, by: str) -> None:
    watch.follow([HoldReleased(name="card-unreadable", by=by, ruling="resume")])
    watch.look(Watched(holds=watch.holds), Moment(1000, 1000))


def test_a_table_without_alarms_shows_nothing() -> None:
    assert AlarmWatch().view() is None


def test_only_a_change_is_news() -> None:
    watch = AlarmWatch()
    assert held(watch)
    assert not watch.look(Watched(hold=HOLD, holds=watch.holds), Moment(5000, 5000))


def test_whoever_rules_has_seen_the_hold() -> None:
    watch = AlarmWatch()
    held(watch)
    released(watch, by="Ann")
    assert watch.view() is None


def test_a_hold_that_ended_by_itself_is_shown_until_somebody_has_seen_it() -> None:
    watch = AlarmWatch()
    held(watch)
    released(watch, by=BY_ITSELF)
    view = watch.view()
    assert view is not None
    assert view.alarms[0].ended_ms == 1000


def test_a_hold_that_follows_the_last_at_once_is_another_alarm() -> None:
    watch = AlarmWatch()
    held(watch)
    watch.follow([HoldReleased(name="card-unreadable", by="Ann", ruling="use-card")])
    held(watch)
    view = watch.view()
    assert view is not None
    assert [(each.number, each.acknowledged_by) for each in view.alarms] == [(2, "")]
    assert view.sounds == "high"


def test_a_reading_that_is_told_again_counts_once() -> None:
    watch = AlarmWatch()
    told = [Arrival("shoe-1", CardDrawn(card=Card("9d")), 7, sequence) for sequence in (1, 1, 2)]
    recorded = event_row(0, "shoe-1", told[0].event, 7, 2)
    watch.count(told, Admission((recorded,), ()), 5.0)
    assert watch.readings.shares(5001) == (ReadingShare("shoe-1", 1, 0),)
