"""Who may do what at the wall, and what its own record has of it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from controller.bus.client import DeskError
from controller.facts.failure import OperatorError
from controller.facts.phrase import phrase
from controller.facts.roles import ROLES, Role
from controller.floor.store.alarms import StoredAlarm
from controller.floor.wall.desk import GRANTS, JOURNAL, WallClient, WallDesk, added
from controller.people.pins import hashed
from controller.people.staff import Member
from controller.record.journal import Journal
from controller.record.row import entry_of

ALARM = StoredAlarm(4, "oaks/t1", "hold", "held", "high", phrase("x"), 5, None, "", None, "")


class OneAlarm:
    """A floor with one alarm."""

    def __init__(self) -> None:
        self.seen_by = ""
        self.paused_s = 0

    def alarm(self, number: int) -> StoredAlarm | None:
        return ALARM._replace(by=self.seen_by) if number == ALARM.number else None

    def acknowledge(self, number: int, by: str) -> None:
        assert number == ALARM.number
        self.seen_by = by

    def pause_sound(self, seconds: int) -> None:
        self.paused_s = seconds


class WallOnTrial:
    """A wall's desk with one person of each role, named by it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.floor = OneAlarm()
        people = tuple(Member(person=r, role=r, pin=hashed("1470", cost=2)) for r in ROLES)
        self.desk = WallDesk(folder, self.floor, people)

    def client(self, role: Role, pin: str = "1470") -> WallClient:
        client = self.desk.client()
        client.log_in(role, pin, "desk-127-0-0-1")
        return client

    def session(self, role: Role) -> str:
        return self.desk.client().log_in(role, "1470", "desk-127-0-0-1").session

    @property
    def recorded(self) -> list[tuple[str, str]]:
        with Journal.open_for_reading(self.folder / JOURNAL) as journal:
            entries = [entry_of(row) for row in journal.rows()]
        return [(entry.source, entry.event.kind) for entry in entries if entry.event]


@pytest.fixture
def wall(tmp_path: Path) -> Iterator[WallOnTrial]:
    found = WallOnTrial(tmp_path)
    yield found
    found.desk.close()


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("act", GRANTS)
def test_a_role_does_what_it_is_granted_and_nothing_else(
    wall: WallOnTrial, act: str, role: Role
) -> None:
    session = wall.session(role)
    if role in GRANTS[act]:
        assert wall.desk.check(session, act).person == role
    else:
        with pytest.raises(DeskError, match=f"{act} is not for a {role}"):
            wall.desk.check(session, act)
        assert wall.recorded[-1][1] == "act_refused"


@pytest.mark.parametrize("act", GRANTS)
def test_nobody_does_anything_without_a_log_in(wall: WallOnTrial, act: str) -> None:
    with pytest.raises(DeskError, match="nobody is logged in"):
        wall.desk.check("made-up-session-000000000000", act)


def test_who_sees_an_alarm_is_recorded_before_it_is_seen(wall: WallOnTrial) -> None:
    wall.client("floor").acknowledge(4)
    assert wall.floor.seen_by == "floor"
    source, kind = wall.recorded[-1]
    assert kind == "alarm_acknowledged"
    assert source.startswith("desk:floor:desk-127-0-0-1")


def test_an_alarm_is_seen_once_and_by_whom_it_is_granted(wall: WallOnTrial) -> None:
    with pytest.raises(DeskError, match="acknowledge-alarm is not for a auditor"):
        wall.client("auditor").acknowledge(4)
    floor = wall.client("floor")
    with pytest.raises(DeskError):
        floor.acknowledge(5)
    floor.acknowledge(4)
    with pytest.raises(DeskError, match="floor"):
        wall.client("technician").acknowledge(4)


def test_three_wrong_pins_lock_a_person(wall: WallOnTrial) -> None:
    for _ in range(3):
        with pytest.raises(DeskError):
            wall.client("floor", "9999")
    with pytest.raises(DeskError, match="locked"):
        wall.client("floor")


def test_what_is_a_tables_to_do_the_wall_does_not(wall: WallOnTrial) -> None:
    with pytest.raises(DeskError):
        wall.client("technician").start_test("lamps-1")


def test_a_person_is_added_once_with_a_pin_that_nobody_guesses(tmp_path: Path) -> None:
    assert added(tmp_path, "Ann Lee", "floor", "2580") == 1
    for person, pin in (("Ann Lee", "7392"), ("Bo", "1234"), ("Bo", "73"), ("\x07", "7392")):
        with pytest.raises(OperatorError, match="choose another"):
            added(tmp_path, person, "floor", pin)
    desk = WallDesk(tmp_path, OneAlarm())
    assert desk.client().log_in("Ann Lee", "2580", "desk").role == "floor"
    desk.close()
