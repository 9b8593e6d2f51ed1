"""A room that asks for more than a PIN: codes and badges at the desk, and the own PIN changed."""

from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest

from controller.bus.desk_messages import (
    Attendance,
    ChangePin,
    Enrolled,
    GivePin,
    LoggedIn,
    LogIn,
    StaffEnrol,
    Submit,
    Submitted,
)
from controller.bus.messages import Refused
from controller.daemon.desk import Answer
from controller.facts.events import RulingGiven
from controller.facts.roles import Second
from controller.people.one_time_code import code_at
from controller.people.pins import hashed
from controller.people.staff import Member
from tests.unit.controller.daemon.desk_on_trial import NOON_S, ROOT, SHELL, DeskOnTrial

PIN = "7392"
BADGE = ";6045780012345678?"


class GuardedDesk:
    """A desk with a floor person and two technicians, in a room with a second method."""

    def __init__(self, folder: Path, second: Second) -> None:
        self._trial = DeskOnTrial(folder)
        self.table = self._trial.table
        staff = self._trial.staff
        for person, role in (("Ann", "floor"), ("Tom", "technician"), ("Tina", "technician")):
            member = {"person": person, "role": role, "pin": hashed(PIN, cost=2)}
            staff.put(Member.model_validate(member))
        self.desk = self._trial.desk_of(staff, second)

    @property
    def now(self) -> float:
        return self._trial.now

    @now.setter
    def now(self, now: float) -> None:
        self._trial.now = now

    def log_in(self, person: str, proof: str | None = None, emergency: bool = False) -> str:
        pin = None if emergency else PIN
        request = LogIn(person=person, pin=pin, proof=proof, place="desk", emergency=emergency)
        answer = self.desk.answer(request, ROOT)
        assert isinstance(answer, LoggedIn), answer
        return answer.session

    def rule(self, session: str) -> Answer:
        ruling = RulingGiven(by="Ann", ruling="resume")
        return self.desk.answer(Submit(session=session, event=ruling), SHELL)

    def enrol(self, person: str, badge: str | None = None) -> Enrolled:
        root = self.log_in("root", emergency=True)
        request = StaffEnrol(session=root, person=person, badge=badge)
        answer = self.desk.answer(request, SHELL)
        assert isinstance(answer, Enrolled), answer
        return answer

    def code(self, enrolled: Enrolled, later_s: float = 0.0) -> str:
        secret = parse_qs(urlsplit(enrolled.app_address).query)["secret"][0]
        return code_at(secret, int(NOON_S + self.now + later_s) // 30)


def code_of(answer: Answer) -> str:
    assert isinstance(answer, Refused), answer
    assert answer.because is not None
    return answer.because.code


def test_a_pin_alone_does_not_rule_in_a_room_with_codes(tmp_path: Path) -> None:
    desk = GuardedDesk(tmp_path, "totp")
    enrolled = desk.enrol("Ann")
    session = desk.log_in("Ann")
    assert code_of(desk.rule(session)) == "second-due"
    given = GivePin(session=session, pin=PIN, proof=desk.code(enrolled))
    assert isinstance(desk.desk.answer(given, SHELL), Attendance)
    assert isinstance(desk.rule(session), Submitted)
    desk.now += 301
    assert code_of(desk.rule(session)) == "pin-not-fresh"


def test_a_code_is_used_once_and_a_wrong_one_counts_towards_the_lock(tmp_path: Path) -> None:
    desk = GuardedDesk(tmp_path, "totp")
    code = desk.code(desk.enrol("Ann"))
    session = desk.log_in("Ann", code)
    assert isinstance(desk.rule(session), Submitted)
    again = [
        desk.desk.answer(GivePin(session=session, pin=PIN, proof=code), SHELL) for _ in range(3)
    ]
    assert list(map(code_of, again)) == ["proof-wrong", "proof-wrong", "person-locked-now"]
    assert code_of(desk.rule(session)) == "nobody-logged-in"
    assert desk.table.kinds.count("log_in_refused") == 3


def test_a_badge_proves_its_owner_and_nobody_else(tmp_path: Path) -> None:
    desk = GuardedDesk(tmp_path, "badge")
    desk.enrol("Ann", BADGE)
    session = desk.log_in("Ann")
    wrong = GivePin(session=session, pin=PIN, proof=";6045780099999999?")
    assert code_of(desk.desk.answer(wrong, SHELL)) == "proof-wrong"
    right = GivePin(session=session, pin=PIN, proof=BADGE)
    assert isinstance(desk.desk.answer(right, SHELL), Attendance)
    assert isinstance(desk.rule(session), Submitted)
    assert BADGE not in (tmp_path / "staff.json").read_text()


@pytest.mark.parametrize("second", ["totp", "badge"])
def test_whoever_is_not_enrolled_does_not_rule(tmp_path: Path, second: Second) -> None:
    desk = GuardedDesk(tmp_path, second)
    session = desk.log_in("Ann")
    given = GivePin(session=session, pin=PIN, proof="123456")
    assert code_of(desk.desk.answer(given, SHELL)) == "proof-wrong"
    assert code_of(desk.rule(session)) == "second-due"


def test_a_technician_enrols_another_and_never_the_own_log_in(tmp_path: Path) -> None:
    desk = GuardedDesk(tmp_path, "none")
    tom = desk.log_in("Tom")
    for person, expected in (("Tom", "own-log-in"), ("Nobody", "person-not-there")):
        request = StaffEnrol(session=tom, person=person, badge=BADGE)
        assert code_of(desk.desk.answer(request, SHELL)) == expected
    other = desk.desk.answer(StaffEnrol(session=tom, person="Tina"), SHELL)
    assert isinstance(other, Enrolled)


def test_in_an_emergency_root_needs_no_second_method(tmp_path: Path) -> None:
    desk = GuardedDesk(tmp_path, "totp")
    root = desk.log_in("Ann", emergency=True)
    assert isinstance(desk.rule(root), Submitted)


def test_a_person_changes_the_own_pin_with_the_old_one(tmp_path: Path) -> None:
    desk = GuardedDesk(tmp_path, "none")
    session = desk.log_in("Ann")

    def change(old: str, new: str) -> Answer:
        return desk.desk.answer(ChangePin(session=session, pin=old, new_pin=new), SHELL)

    assert code_of(change("0000", "4826")) == "pin-wrong"
    assert code_of(change(PIN, "1234")) == "pin-weak"
    assert code_of(change(PIN, PIN)) == "pin-as-before"
    assert isinstance(change(PIN, "4826"), Submitted)
    assert code_of(change(PIN, "9517")) == "pin-wrong"
    assert desk.table.kinds.count("staff_changed") == 1
