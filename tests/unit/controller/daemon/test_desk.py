"""The desk: who gets in, what is done under a name, and what the record has of it."""

from pathlib import Path

import pytest

from controller.bus.desk_messages import (
    Attendance,
    LoggedIn,
    LogIn,
    Staff,
    Submitted,
)
from controller.bus.peer import Peer
from controller.facts.events import (
    RulingGiven,
)
from controller.facts.roles import ROLES
from controller.people.staff import StaffRoll
from tests.unit.controller.daemon.desk_on_trial import (
    PINS,
    ROOT,
    RULING,
    SHELL,
    DeskOnTrial,
    reason,
)


@pytest.fixture
def desk(tmp_path: Path) -> DeskOnTrial:
    return DeskOnTrial(tmp_path)


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
    assert "1 more failure locks" in reason(desk.log_in("floor", None))
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


def test_the_next_person_is_told_of_failures_under_other_names_once(desk: DeskOnTrial) -> None:
    desk.log_in("floor", "0000")
    desk.log_in("auditor", "0000")
    desk.log_in("floor", "0000")
    came = desk.log_in("technician", PINS["technician"])
    assert isinstance(came, LoggedIn)
    assert {each.person: each.failures for each in came.others} == {"floor": 2, "auditor": 1}
    again = desk.log_in("dealer", PINS["dealer"])
    assert isinstance(again, LoggedIn)
    assert again.others == ()
    # Under the own name the failures are still told, to whom they concern.
    own = desk.log_in("floor", PINS["floor"])
    assert isinstance(own, LoggedIn)
    assert (own.failures, own.others) == (2, ())


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
