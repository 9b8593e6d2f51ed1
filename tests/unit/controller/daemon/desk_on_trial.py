"""A desk with one person of each role, and what the table and its devices hear of it."""

from pathlib import Path
from typing import Any

from controller.alarms.conditions import Watched
from controller.alarms.occurrences import Moment
from controller.bus.desk_messages import (
    DESK_REQUEST,
    AskHold,
    AskProspect,
    LoggedIn,
    LogIn,
    Submitted,
)
from controller.bus.messages import Question, Refused
from controller.bus.peer import Peer
from controller.daemon.alarm_watch import AlarmWatch
from controller.daemon.desk import Answer, Desk
from controller.daemon.trials import Trials
from controller.daemon.trusted_wall import TrustedWall
from controller.facts.events import (
    Event,
    RulingGiven,
)
from controller.facts.orders import Order
from controller.facts.roles import ROLES, Role, Second
from controller.families.opening import closed_table
from controller.people.pins import hashed
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

    def desk_of(
        self, staff: StaffRoll, second: Second = "none", trusted: TrustedWall | None = None
    ) -> Desk:
        return Desk(
            self.table,
            staff,
            lambda: self.now,
            alarms=self.alarms,
            trials=self.trials,
            second=second,
            wall=lambda: NOON_S + self.now,
            trusted=trusted,
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


def reason(answer: Answer) -> str:
    assert isinstance(answer, Refused)
    return answer.reason
