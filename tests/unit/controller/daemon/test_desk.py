"""The desk: who gets in, what is done under a name, and what the record has of it."""

from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from controller.alarms.conditions import Watched
from controller.alarms.occurrences import Moment
from controller.bus.desk_messages import (
    DESK_REQUEST,
    AskHold,
    AskProspect,
    Attendance,
    DeskRequest,
    LoggedIn,
    LogIn,
    Staff,
    Submitted,
)
from controller.bus.messages import Question, Refused
from controller.bus.peer import Peer
from controller.daemon.alarm_watch import AlarmWatch
from controller.daemon.desk import Answer, Desk
from controller.daemon.trials import Trials
from controller.facts.events import (
    AlarmAcknowledged,
    Event,
    FloorCalled,
    FloorCallTakenBack,
    RulingGiven,
    SoundPaused,
)
from controller.facts.orders import Order, ShowLamps
from controller.facts.roles import ROLES, Role, Second
from controller.families.opening import closed_table
from controller.people.pins import hashed
from controller.people.rights import GRANTS
from controller.people.staff import Member, StaffRoll
from tests.conftest import game_rules

SHELL = Peer(1000, 42)
ROOT = Peer(0, 43)
PINS: dict[Role, str] = dict.fromkeys(ROLES, "1122")
RULING = RulingGiven(by="floor", ruling="resume")


NOON_S = 1_700_000_000.0


class NotedTable:
    """Takes every event and remembers it."""

    def __init__(self) -> None:
        self.rows: list[tuple[str, Event]] = []
        self.is_stuck = False

    def answer_question(self, question: Question) -> Answer:
        return question.kind.encode()

    def answer_floor(self, question: AskHold | AskProspect) -> Answer:
        return question.kind.encode()

    def note(self, source: str, *events: Event) -> Submitted | Refused:
        if self.is_stuck:
            return Refused(reason="record: the disk is full")
        self.rows += [(source, event) for event in events]
        return Submitted(number=len(self.rows))

    @property
    def kinds(self) -> list[str]:
        return [event.kind for _, event in self.rows]


class NotedOrders:
    """Remembers what devices were told."""

    def __init__(self) -> None:
        self.told: list[tuple[str, Order | None]] = []

    def order(self, device: str, order: Order) -> None:
        self.told.append((device, order))

    def forget(self, device: str) -> None:
        self.told.append((device, None))


class DeskOnTrial:
    """A desk with one person of each role, named by it."""

    def __init__(self, folder: Path) -> None:
        self.now = 0.0
        self.table = NotedTable()
        self.staff = StaffRoll(folder / "staff.json")
        for role, pin in PINS.items():
            self.staff.put(Member(person=role, role=role, pin=hashed(pin, cost=2)))
        self.alarms = AlarmWatch()
        self.alarms.look(Watched(trouble="the disk is full"), Moment(0, 0))
        self.orders = NotedOrders()
        self.trials = Trials(lambda: self.state, self.orders, lambda: self.now)
        self.state = closed_table(game_rules("lucky-derby/ez-baccarat-panda-8"))
        self.desk = self.desk_of(self.staff)

    def desk_of(self, staff: StaffRoll, second: Second = "none") -> Desk:
        return Desk(
            self.table,
            staff,
            lambda: self.now,
            alarms=self.alarms,
            trials=self.trials,
            second=second,
            wall=lambda: NOON_S + self.now,
        )

    def log_in(self, person: str, pin: str | None, peer: Peer = SHELL) -> LoggedIn | Refused:
        request = LogIn(person=person, pin=pin, place="terminal-pts-1")
        answer = self.desk.answer(request, peer)
        assert isinstance(answer, LoggedIn | Refused)
        return answer

    def session(self, role: Role) -> str:
        answer = self.log_in(role, PINS[role])
        assert isinstance(answer, LoggedIn)
        return answer.session

    def ask(self, session: str, kind: str, **fields: Any) -> Answer:
        content = {"kind": kind, "session": session, **fields}
        return self.desk.answer(DESK_REQUEST.validate_python(content), SHELL)


@pytest.fixture
def desk(tmp_path: Path) -> DeskOnTrial:
    return DeskOnTrial(tmp_path)


def reason(answer: Answer) -> str:
    assert isinstance(answer, Refused)
    return answer.reason


REQUESTS: dict[str, dict[str, Any]] = {
    "log-out": {"kind": "log_out"},
    "ask-board": {"kind": "ask_board"},
    "ask-links": {"kind": "ask_links"},
    "ask-session": {"kind": "ask_session"},
    "give-pin": {"kind": "give_pin", "pin": "1122"},
    "change-pin": {"kind": "change_pin", "pin": "1122", "new_pin": "7392"},
    "staff-enrol": {"kind": "staff_enrol", "person": "dealer"},
    "choose-language": {"kind": "choose_language", "language": "vi"},
    "ask-history": {"kind": "ask_history", "after": 0},
    "ask-hold": {"kind": "ask_hold"},
    "ask-prospect": {"kind": "ask_prospect", "ruling": RULING},
    "report-floor-called": {"kind": "submit", "event": FloorCalled()},
    "report-floor-call-taken-back": {"kind": "submit", "event": FloorCallTakenBack()},
    "report-ruling-given": {"kind": "submit", "event": RULING},
    "report-card-drawn": {"kind": "submit", "event": {"kind": "card_drawn", "card": "7h"}},
    "report-dice-read": {"kind": "submit", "event": {"kind": "dice_read", "dice": (1, 2, 3)}},
    "report-shoe-loaded": {"kind": "submit", "event": {"kind": "shoe_loaded", "decks": 8}},
    "report-result-entered": {"kind": "submit", "event": {"kind": "result_entered", "mark": "P"}},
    "report-bank-accepted": {"kind": "submit", "event": {"kind": "bank_accepted"}},
    "acknowledge-alarm": {"kind": "acknowledge_alarm", "number": 1},
    "pause-sound": {"kind": "pause_sound", "seconds": 60},
    "start-test": {"kind": "start_test", "device": "lamps"},
    "light-lamps": {"kind": "light_lamps", "device": "lamps", "seat": 3},
    "end-test": {"kind": "end_test", "device": "lamps"},
    "staff-list": {"kind": "staff_list"},
    "staff-add": {"kind": "staff_add", "person": "New", "role": "dealer", "pin": "7392"},
    "staff-lock": {"kind": "staff_lock", "person": "dealer"},
    "staff-reset": {"kind": "staff_reset", "person": "dealer", "pin": "7392"},
    "roll-back-directive": {"kind": "roll_back_directive", "directive": "limits"},
}


def request_of(act: str, session: str) -> DeskRequest:
    content = REQUESTS[act] | {"session": session}
    return DESK_REQUEST.validate_python(content, strict=False)


def test_every_act_of_the_table_of_rights_is_tried() -> None:
    assert set(GRANTS) <= set(REQUESTS)


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("act", REQUESTS)
def test_every_request_is_refused_to_every_role_it_is_not_granted_to(
    desk: DeskOnTrial, act: str, role: Role
) -> None:
    session = desk.session(role)
    answer = desk.desk.answer(request_of(act, session), SHELL)
    if role in GRANTS.get(act, ()):
        # A lamp is lit, a test ended and a directive taken back where there is one.
        idle = ("start its test first", "are in force that can be taken back")
        assert not isinstance(answer, Refused) or any(why in answer.reason for why in idle)
    else:
        assert f"{act} is not for a {role}" in reason(answer)
        assert desk.table.kinds == ["person_logged_in", "act_refused"]


@pytest.mark.parametrize("act", REQUESTS)
def test_nothing_at_all_is_done_for_somebody_who_is_not_logged_in(
    desk: DeskOnTrial, act: str
) -> None:
    for session in ("", "guessed"):
        assert "nobody is logged in" in reason(desk.desk.answer(request_of(act, session), SHELL))
    assert desk.table.rows == []


def test_a_ruling_is_recorded_under_person_role_and_place(desk: DeskOnTrial) -> None:
    desk.ask(desk.session("floor"), "submit", event=RULING)
    source = "desk:floor:terminal-pts-1, user 1000, process 42:floor"
    assert desk.table.rows[-1] == (source, RULING)
    came = desk.table.rows[0][1]
    assert came.model_dump() == {
        "kind": "person_logged_in",
        "person": "floor",
        "role": "floor",
        "where": "terminal-pts-1, user 1000, process 42",
    }


def test_nobody_rules_under_another_name(desk: DeskOnTrial) -> None:
    other = RulingGiven(by="Ann Lee", ruling="resume")
    assert "use one name" in reason(desk.ask(desk.session("floor"), "submit", event=other))


def test_a_ruling_asks_for_the_pin_again_after_five_minutes_and_a_look_does_not(
    desk: DeskOnTrial,
) -> None:
    session = desk.session("floor")
    desk.now = 301.0
    assert "log in again" in reason(desk.ask(session, "submit", event=RULING))
    assert desk.ask(session, "ask_board") == b"ask_board"
    assert isinstance(desk.ask(desk.session("floor"), "submit", event=RULING), Submitted)


def test_three_wrong_pins_lock_until_another_technician_resets(desk: DeskOnTrial) -> None:
    session = desk.session("floor")
    assert "2 more failures lock" in reason(desk.log_in("floor", "0000"))
    assert "1 more failures lock" in reason(desk.log_in("floor", None))
    assert "locked after 3 wrong PINs" in reason(desk.log_in("floor", "0000"))
    assert "is locked" in reason(desk.log_in("floor", PINS["floor"]))
    assert "nobody is logged in" in reason(desk.ask(session, "submit", event=RULING))
    change = desk.table.rows[-2][1].model_dump()
    assert change["kind"] == "staff_changed"
    assert (change["before"]["is_locked"], change["after"]["is_locked"]) == (False, True)

    technician = desk.session("technician")
    answer = desk.ask(technician, "staff_reset", person="floor", pin="7392", note="forgot it")
    assert isinstance(answer, Submitted)
    assert isinstance(desk.log_in("floor", "7392"), LoggedIn)


def test_a_lock_outlives_a_start_of_the_daemon(desk: DeskOnTrial, tmp_path: Path) -> None:
    for _ in range(3):
        desk.log_in("auditor", "0000")
    again = desk.desk_of(StaffRoll(tmp_path / "staff.json"))
    request = LogIn(person="auditor", pin=PINS["auditor"], place="terminal")
    assert "is locked" in reason(again.answer(request, SHELL))


def test_a_right_pin_tells_of_the_failures_before_and_forgets_them(desk: DeskOnTrial) -> None:
    desk.log_in("floor", "0000")
    desk.log_in("floor", "0000")
    answer = desk.log_in("floor", PINS["floor"])
    assert isinstance(answer, LoggedIn)
    assert answer.failures == 2
    again = desk.log_in("floor", PINS["floor"])
    assert isinstance(again, LoggedIn)
    assert again.failures == 0


def test_a_person_is_spoken_to_in_the_language_chosen_once(desk: DeskOnTrial) -> None:
    session = desk.session("floor")
    assert "choose one of" in reason(desk.ask(session, "choose_language", language="xx"))
    assert isinstance(desk.ask(session, "choose_language", language="zh-TW"), Attendance)
    technician = desk.session("technician")
    desk.ask(technician, "staff_reset", person="floor", pin="7392")
    again = desk.log_in("floor", "7392")
    assert isinstance(again, LoggedIn)
    assert again.language == "zh-Hant"


def test_a_technician_changes_others_and_never_the_own_log_in(desk: DeskOnTrial) -> None:
    session = desk.session("technician")
    for request in ({"kind": "staff_lock"}, {"kind": "staff_reset", "pin": "7392"}):
        answer = desk.ask(session, person="technician", **request)
        assert "ask another technician" in reason(answer)
    added = desk.ask(session, "staff_add", person="Tom", role="technician", pin="7392", note="new")
    assert isinstance(added, Submitted)
    event = desk.table.rows[-1][1].model_dump()
    assert event == {
        "kind": "staff_changed",
        "person": "Tom",
        "by": "technician",
        "before": None,
        "after": {"role": "technician", "is_locked": False, "second": "none"},
        "note": "new",
    }
    listed = desk.ask(session, "staff_list")
    assert isinstance(listed, Staff)
    assert [line.person for line in listed.people] == ["Tom", *sorted(ROLES)]


def test_a_weak_pin_and_a_name_taken_are_refused(desk: DeskOnTrial) -> None:
    session = desk.session("technician")
    weak = desk.ask(session, "staff_add", person="Tom", role="dealer", pin="1234")
    assert "anybody tries" in reason(weak)
    taken = desk.ask(session, "staff_add", person="floor", role="dealer", pin="7392")
    assert "already" in reason(taken)


def test_a_locked_or_reset_person_is_out_at_once(desk: DeskOnTrial) -> None:
    floor, technician = desk.session("floor"), desk.session("technician")
    desk.ask(technician, "staff_lock", person="floor")
    assert "nobody is logged in" in reason(desk.ask(floor, "ask_board"))


def test_an_emergency_is_roots_alone_and_says_so_in_the_record(desk: DeskOnTrial) -> None:
    request = LogIn(person="root", place="terminal-tty1", emergency=True)
    for peer in (SHELL, Peer()):
        assert "root shell" in reason(desk.desk.answer(request, peer))
    assert desk.table.kinds == ["log_in_refused"]
    answer = desk.desk.answer(request, ROOT)
    assert isinstance(answer, LoggedIn)
    ruling = RulingGiven(by="root", ruling="resume")
    assert isinstance(desk.ask(answer.session, "submit", event=ruling), Submitted)
    assert desk.table.rows[-1][0].startswith("desk:emergency:terminal-tty1, user 0")


def test_what_anybody_can_repeat_fills_no_record(desk: DeskOnTrial) -> None:
    for number in range(200):
        assert "nobody of the staff" in reason(desk.log_in(f"stranger {number}", "7392"))
    for _ in range(200):
        desk.log_in("auditor", "0000")
    session = desk.session("dealer")
    for _ in range(200):
        desk.ask(session, "staff_list")
    assert len(desk.table.rows) == 1 + 3 + 1 + 1 + 1 + 1


def test_without_a_record_nobody_gets_in_and_nothing_changes(desk: DeskOnTrial) -> None:
    session = desk.session("technician")
    desk.table.is_stuck = True
    assert "disk is full" in reason(desk.log_in("floor", PINS["floor"]))
    assert "disk is full" in reason(desk.ask(session, "staff_lock", person="floor"))
    member = desk.staff.find("floor")
    assert member is not None
    assert not member.is_locked


def test_whoever_acknowledges_an_alarm_is_in_the_record_and_on_the_board(desk: DeskOnTrial) -> None:
    desk.ask(desk.session("floor"), "acknowledge_alarm", number=1)
    _, event = desk.table.rows[-1]
    assert isinstance(event, AlarmAcknowledged)
    assert (event.person, event.condition, event.cause) == ("floor", "record-stuck", "record")
    view = desk.alarms.view()
    assert view is not None
    assert view.alarms[0].acknowledged_by == "floor"
    again = desk.ask(desk.session("dealer"), "acknowledge_alarm", number=1)
    assert "floor has acknowledged" in reason(again)


def test_an_alarm_that_is_over_cannot_be_acknowledged(desk: DeskOnTrial) -> None:
    assert "is over" in reason(desk.ask(desk.session("floor"), "acknowledge_alarm", number=2))


def test_an_alarm_stays_loud_when_the_record_does_not_take_who_has_seen_it(
    desk: DeskOnTrial,
) -> None:
    session = desk.session("floor")
    desk.table.is_stuck = True
    assert "disk is full" in reason(desk.ask(session, "acknowledge_alarm", number=1))
    view = desk.alarms.view()
    assert view is not None
    assert view.sounds == "high"


def test_a_pause_of_the_sound_is_in_the_record_and_never_longer_than_allowed(
    desk: DeskOnTrial,
) -> None:
    session = desk.session("technician")
    desk.ask(session, "pause_sound", seconds=120)
    assert desk.table.rows[-1][1] == SoundPaused(person="technician", seconds=120)
    view = desk.alarms.view()
    assert view is not None
    assert (view.sounds, view.pause_left_ms) == (None, 120_000)
    with pytest.raises(ValidationError):
        desk.ask(session, "pause_sound", seconds=121)


def test_a_technician_lights_lamps_seat_by_seat_and_gives_them_back(desk: DeskOnTrial) -> None:
    session = desk.session("technician")
    before = desk.ask(session, "light_lamps", device="lamps", seat=3)
    assert "start its test first" in reason(before)
    desk.ask(session, "start_test", device="lamps")
    desk.ask(session, "light_lamps", device="lamps", seat=3)
    desk.ask(session, "end_test", device="lamps")
    assert desk.orders.told == [("lamps", ShowLamps(bank=3, action=3)), ("lamps", None)]
    assert desk.table.kinds[1:] == ["device_test_started", "device_test_ended"]


def test_one_device_is_tried_at_a_time(desk: DeskOnTrial) -> None:
    session = desk.session("technician")
    desk.ask(session, "start_test", device="lamps")
    again = desk.ask(session, "start_test", device="shoe")
    assert "lamps is being tried; end that test first" in reason(again)
    light = desk.ask(session, "light_lamps", device="shoe", seat=1)
    assert "shoe is not being tried" in reason(light)


@pytest.mark.parametrize("device", ["nothing-1", "shuffler"])
def test_a_device_without_a_test_is_refused(desk: DeskOnTrial, device: str) -> None:
    answer = desk.ask(desk.session("technician"), "start_test", device=device)
    assert "has no test" in reason(answer)


def test_a_test_that_the_record_does_not_take_does_not_begin(desk: DeskOnTrial) -> None:
    session = desk.session("technician")
    desk.table.is_stuck = True
    assert "disk is full" in reason(desk.ask(session, "start_test", device="lamps"))
    assert desk.trials.device is None
