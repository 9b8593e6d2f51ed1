"""Occurrences: raised once for a cause, silenced one by one, latched, closed with the condition."""

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from controller.alarms.conditions import Cause, Condition, Found
from controller.alarms.occurrences import (
    QUIET,
    Alarms,
    Moment,
    acknowledge,
    find,
    look,
    pause,
    sounding,
    view,
)
from controller.facts.alarms import LONGEST_PAUSE_S, PRIORITIES
from controller.facts.phrase import phrase


def nothing(_watched: object) -> None:
    return None


def condition(name: str, priority: str, delay_s: float = 0, latches: bool = True) -> Condition:
    return Condition(name, priority, delay_s, latches, nothing)  # type: ignore[arg-type]


HELD = condition("held", "high")
LOST = condition("device-lost", "medium", delay_s=3)
CLOCK = condition("clock-free", "low", latches=False)


def cause(of: Condition, key: str = "hold", instance: int = 0) -> Cause:
    return Cause(Found(key, phrase("alarm-clock"), instance), of)


def at(seconds: float) -> Moment:
    return Moment(int(seconds * 1000), 1_000_000 + int(seconds * 1000))


def after(*looks: tuple[float, dict[str, Cause]], alarms: Alarms = QUIET) -> Alarms:
    for seconds, causes in looks:
        alarms = look(alarms, causes, at(seconds))
    return alarms


def test_a_cause_is_raised_once_however_long_it_lasts() -> None:
    alarms = after((0, {"hold": cause(HELD)}), (1, {"hold": cause(HELD)}))
    assert [each.number for each in alarms.raised.values()] == [1]
    assert sounding(alarms, at(1)) == "high"


def test_what_does_not_last_is_no_alarm() -> None:
    lost = {"device shoe-1": cause(LOST, "device shoe-1")}
    assert after((0, lost), (2.9, lost)).raised == {}
    assert after((0, lost), (2, {}), (3, lost), (5.9, lost)).raised == {}
    raised = after((0, lost), (3, lost)).raised["device shoe-1"]
    assert raised.since_ms == at(0).wall_ms


def test_an_acknowledged_alarm_is_silent_and_ends_with_its_condition() -> None:
    alarms = acknowledge(after((0, {"hold": cause(HELD)})), 1, "Ann")
    assert sounding(alarms, at(0)) is None
    assert view(alarms, at(0)).alarms[0].acknowledged_by == "Ann"
    assert after((1, {}), alarms=alarms).raised == {}


def test_an_alarm_nobody_has_seen_stays_when_its_condition_is_gone_and_makes_no_sound() -> None:
    alarms = after((0, {"hold": cause(HELD)}), (5, {}))
    (shown,) = view(alarms, at(5)).alarms
    assert shown.ended_ms == at(5).wall_ms
    assert sounding(alarms, at(5)) is None
    assert acknowledge(alarms, shown.number, "Ann").raised == {}


def test_what_does_not_latch_is_gone_with_its_condition() -> None:
    assert after((0, {"clock": cause(CLOCK, "clock")}), (1, {})).raised == {}


def test_the_next_hold_sounds_although_the_last_was_acknowledged() -> None:
    alarms = acknowledge(after((0, {"hold": cause(HELD, instance=1)})), 1, "Ann")
    alarms = after((1, {"hold": cause(HELD, instance=2)}), alarms=alarms)
    assert sounding(alarms, at(1)) == "high"
    assert alarms.raised["hold"].number == 2


def test_whoever_acknowledged_the_lesser_alarm_has_not_seen_the_greater() -> None:
    lesser, greater = cause(CLOCK, "device"), cause(HELD, "device")
    alarms = acknowledge(after((0, {"device": lesser})), 1, "Ann")
    worse = after((1, {"device": greater}), alarms=alarms)
    assert sounding(worse, at(1)) == "high"
    better = after((2, {"device": lesser}), alarms=acknowledge(worse, 1, "Ann"))
    assert better.raised["device"].by == "Ann"


def test_a_pause_silences_everything_and_ends_by_itself() -> None:
    alarms = pause(after((0, {"hold": cause(HELD)})), 9999, at(0))
    assert sounding(alarms, at(LONGEST_PAUSE_S - 0.1)) is None
    assert sounding(alarms, at(LONGEST_PAUSE_S)) == "high"


def test_the_most_urgent_is_first_and_of_those_the_newest() -> None:
    first = {"a": cause(LOST._replace(delay_s=0), "a")}
    both = first | {"b": cause(LOST._replace(delay_s=0), "b"), "hold": cause(HELD)}
    shown = view(after((0, first), (1, both)), at(1)).alarms
    assert shown[0].priority == "high"
    assert [each.number for each in shown[1:]] == [2, 1]


KEYS = ("hold", "device a", "device b", "disk")
KINDS = (HELD, LOST, CLOCK)


class AlarmMachine(RuleBasedStateMachine):
    """Causes come and go, people acknowledge and pause, in any order."""

    def __init__(self) -> None:
        super().__init__()
        self.alarms = QUIET
        self.causes: dict[str, Cause] = {}
        self.now = 0.0
        self.acknowledged: set[int] = set()

    def step(self) -> None:
        before = self.alarms
        self.alarms = look(self.alarms, self.causes, at(self.now))
        for key, was in before.raised.items():
            is_closed = find(self.alarms, was.number) is None
            is_seen = bool(was.by) or not was.cause.condition.latches
            # Nothing that latches goes unseen, unless the same cause has come again.
            assert not is_closed or is_seen or key in self.causes

    @rule(key=st.sampled_from(KEYS), kind=st.sampled_from(KINDS), instance=st.integers(0, 1))
    def comes(self, key: str, kind: Condition, instance: int) -> None:
        self.causes[key] = cause(kind, key, instance)
        self.step()

    @rule(key=st.sampled_from(KEYS))
    def goes(self, key: str) -> None:
        self.causes.pop(key, None)
        self.step()

    @rule(seconds=st.floats(0, 10))
    def waits(self, seconds: float) -> None:
        self.now += seconds
        self.step()

    @precondition(lambda self: self.alarms.raised)
    @rule(data=st.data())
    def acknowledges(self, data: st.DataObject) -> None:
        number = data.draw(st.sampled_from([e.number for e in self.alarms.raised.values()]))
        before = self.alarms
        self.alarms = acknowledge(self.alarms, number, "Ann")
        others = {k: e for k, e in before.raised.items() if e.number != number}
        assert {k: e for k, e in self.alarms.raised.items() if e.number != number} == others

    @rule(seconds=st.integers(1, 1000))
    def pauses(self, seconds: int) -> None:
        self.alarms = pause(self.alarms, seconds, at(self.now))

    @invariant()
    def every_cause_that_lasted_is_shown_once(self) -> None:
        is_open = {key for key, each in self.alarms.raised.items() if each.is_open}
        assert is_open <= set(self.causes)
        assert {key for key, each in self.causes.items() if not each.condition.delay_s} <= is_open
        numbers = [each.number for each in self.alarms.raised.values()]
        assert len(numbers) == len(set(numbers))

    @invariant()
    def the_sound_is_the_most_urgent_that_nobody_has_seen(self) -> None:
        shown = view(self.alarms, at(self.now))
        assert shown.pause_left_ms <= LONGEST_PAUSE_S * 1000
        unseen = [a.priority for a in shown.alarms if not a.acknowledged_by and a.ended_ms is None]
        if shown.pause_left_ms:
            assert shown.sounds is None
        elif shown.sounds:
            assert PRIORITIES.index(shown.sounds) == min(map(PRIORITIES.index, unseen))
        else:
            assert set(unseen) <= {"low"}


TestAlarmMachine = AlarmMachine.TestCase
