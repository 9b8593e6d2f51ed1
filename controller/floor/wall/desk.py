"""Who may use the wall: people of the room, their PINs and sessions, and a record of both."""

import re
import time
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from threading import Lock
from typing import Final, Protocol, TypeVar

from pydantic import BaseModel, ValidationError

from controller.bus.client import DeskError
from controller.bus.desk_client import DeskClient
from controller.bus.desk_messages import (
    DESK_REQUEST,
    AcknowledgeAlarm,
    AskDirective,
    AskNames,
    AskSession,
    ChangePin,
    ChooseLanguage,
    DeskRequest,
    FromWall,
    GivePin,
    HandDirective,
    LoggedOut,
    LogIn,
    LogOut,
    PauseSound,
    Submitted,
)
from controller.bus.messages import Refused
from controller.bus.peer import NOBODY_KNOWN, Peer
from controller.daemon.keeper import wall_clock_ms
from controller.daemon.log_ins import LogIns, staff_change
from controller.daemon.refusal import refused
from controller.facts.events import ActRefused, AlarmAcknowledged, Event, SoundPaused
from controller.facts.fact import Fact
from controller.facts.failure import OperatorError
from controller.facts.phrase import Phrase, phrase
from controller.facts.roles import ROLES, ActingRole, Role, Second
from controller.floor.store.alarms import StoredAlarm
from controller.people.pins import hashed, is_weak
from controller.people.sessions import Session, Sessions
from controller.people.staff import STAFF_FILE, Member, StaffRoll
from controller.record.journal import Journal
from controller.record.row import JournalError, event_row

JOURNAL: Final = "journal.sqlite"
PIN: Final = re.compile(r"[0-9]{4,12}")
LOOKS_ON: Final[frozenset[Role]] = frozenset({"floor", "technician", "auditor"})
# What may be done at the wall, and by whom; to log in and out, and the own PIN, is everybody's.
GRANTS: Final[Mapping[str, frozenset[Role]]] = {
    "look": LOOKS_ON,
    "search": LOOKS_ON,
    "report": LOOKS_ON,
    "acknowledge-alarm": frozenset({"floor", "technician"}),
    "rule": frozenset({"floor"}),
}
Answer = TypeVar("Answer", bound=BaseModel)


class WallRecord:
    """What people did at the wall, in a chain of rows like a table's; used by any thread."""

    def __init__(self, folder: Path, clock_ms: Callable[[], int] = wall_clock_ms) -> None:
        self._journal = Journal.open(folder / JOURNAL)
        self._clock_ms = clock_ms

    def note(self, source: str, *events: Event) -> Submitted | Refused:
        """Put events into the record, all or none."""
        now = self._clock_ms()
        try:
            rows = self._journal.append([event_row(now, source, event) for event in events])
        except JournalError as error:
            return Refused(reason=str(error)[:500])
        return Submitted(number=rows[0].number)

    def close(self) -> None:
        """Close the record."""
        self._journal.close()


class Alarms(Protocol):
    """The floor's alarms, as people act on them."""

    def alarm(self, number: int) -> StoredAlarm | None:
        """One that is open, or that nobody has seen."""
        ...

    def acknowledge(self, number: int, by: str) -> None:
        """Somebody has seen it."""

    def pause_sound(self, seconds: int) -> None:
        """Quiet for a while."""


class WallDesk:
    """Lets people in, and knows what each may do."""

    def __init__(
        self,
        folder: Path,
        alarms: Alarms,
        people: tuple[Member, ...] = (),
        clock: Callable[[], float] = time.monotonic,
        second: Second = "none",
    ) -> None:
        self.record = WallRecord(folder)
        self._alarms = alarms
        self._clock = clock
        self._sessions = Sessions()
        staff = StaffRoll(folder / STAFF_FILE, people)
        self._log_ins = LogIns(self.record, staff, self._sessions, clock, second)
        # Pages ask from threads; the record and the staff are one's at a time.
        self._lock = Lock()

    def client(self) -> "WallClient":
        """A person's way in."""
        return WallClient(self)

    def answer(self, request: DeskRequest, peer: Peer) -> Fact:
        """Do what is asked, or say why not."""
        with self._lock:
            return self._answer(request, peer)

    def _answer(self, request: DeskRequest, peer: Peer) -> Fact:
        if isinstance(request, LogIn):
            return self._log_ins.log_in(request, peer)
        if isinstance(request, AskNames):
            return self._log_ins.names()
        if isinstance(request, HandDirective | AskDirective | FromWall):
            # A wall has no table of its own.
            return refused(phrase("request-not-understood"))
        session = self._sessions.find(request.session, self._clock())
        if session is None:
            return refused(phrase("nobody-logged-in"))
        return self._do(session, request)

    def _do(self, session: Session, request: DeskRequest) -> Fact:
        match request:
            case AskSession():
                return self._log_ins.attendance(session)
            case GivePin(session=name, pin=pin, proof=proof):
                return self._log_ins.give_pin(name, session, pin, proof)
            case ChangePin(pin=pin, new_pin=new_pin):
                return self._log_ins.change_pin(session, pin, new_pin)
            case ChooseLanguage(language=language):
                return self._log_ins.choose_language(session, language)
            case AcknowledgeAlarm() | PauseSound():
                return self._signal(session, request)
            case LogOut(session=name):
                self._sessions.close(name)
                return LoggedOut()
            case _:
                return refused(phrase("request-not-understood"))

    def _signal(self, session: Session, request: AcknowledgeAlarm | PauseSound) -> Fact:
        """First in the record, then done: whoever has seen an alarm is known."""
        if not may("acknowledge-alarm", session.role):
            return refused(not_granted("acknowledge-alarm", session.role))
        if isinstance(request, PauseSound):
            event: Event = SoundPaused(person=session.person, seconds=request.seconds)
            done = partial(self._alarms.pause_sound, request.seconds)
        else:
            alarm = self._alarms.alarm(request.number)
            if alarm is None:
                return refused(phrase("alarm-over"))
            if alarm.by:
                return refused(phrase("alarm-seen", person=alarm.by))
            event = AlarmAcknowledged(
                person=session.person,
                condition=alarm.condition,
                cause=f"{alarm.table} {alarm.cause}"[:500],
                since_ms=alarm.raised_ms,
            )
            done = partial(self._alarms.acknowledge, request.number, session.person)
        noted = self.record.note(session.source, event)
        if isinstance(noted, Submitted):
            done()
        return noted

    def check(self, name: str, act: str) -> Session:
        """The session, if its role may do this; DeskError, and a row, where it may not."""
        with self._lock:
            session = self._sessions.find(name, self._clock())
            if session is None:
                told = phrase("nobody-logged-in")
                raise DeskError(refused(told).reason, told)
            if not may(act, session.role):
                turned = ActRefused(
                    person=session.person, role=session.role, act=act, where=session.where
                )
                self.record.note(session.source, turned)
                told = not_granted(act, session.role)
                raise DeskError(refused(told).reason, told)
        return session

    def close(self) -> None:
        """Close the record."""
        self.record.close()


def may(act: str, role: ActingRole | None) -> bool:
    """Whether a role may do something at the wall; an emergency is no guest here."""
    return role in GRANTS[act]


def not_granted(act: str, role: ActingRole) -> Phrase:
    """Why a role may not."""
    who = tuple(each for each in ROLES if each in GRANTS[act])
    return phrase("act-not-granted", act=act, role=role, roles=who)


class WallClient(DeskClient):
    """A person's end of the wall's desk, in the same process."""

    def __init__(self, desk: WallDesk) -> None:
        super().__init__(Path())
        self._desk = desk

    def _ask(self, request: BaseModel, answer: type[Answer]) -> Answer:
        asked = DESK_REQUEST.validate_json(request.model_dump_json())
        found = self._desk.answer(asked, NOBODY_KNOWN)
        if isinstance(found, Refused):
            raise DeskError(found.reason, found.because)
        return answer.model_validate_json(found.model_dump_json())


def added(folder: Path, person: str, role: Role, pin: str) -> int:
    """Let a person log in; returns the row of the wall's record that says so."""
    if not PIN.fullmatch(pin) or is_weak(pin):
        text = "a PIN is 4 to 12 digits, no row of them and not one only; choose another"
        raise OperatorError(text)
    staff, record = StaffRoll(folder / STAFF_FILE), WallRecord(folder)
    try:
        if staff.find(person) is not None:
            raise OperatorError(f"{person} is on the staff already; choose another name")
        member = Member(person=person, role=role, pin=hashed(pin))
        noted = record.note("shell", staff_change(None, member, "shell", ""))
        if isinstance(noted, Refused):
            raise OperatorError(noted.reason)
        staff.put(member)
        return noted.number
    except ValidationError as error:
        raise OperatorError(f"{error.errors()[0]['msg']}; choose another name") from None
    finally:
        record.close()
