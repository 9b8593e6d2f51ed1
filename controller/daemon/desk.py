"""The desk: people log in, and what they ask for is done, or refused, under their name."""

import time
from collections.abc import Callable, Sequence
from typing import Protocol

from config.directive import KINDS, StaffEntry
from config.words import chosen_language
from controller.bus.desk_messages import (
    AcknowledgeAlarm,
    AskDirective,
    AskHold,
    AskNames,
    AskProspect,
    AskSession,
    ChangePin,
    ChooseLanguage,
    DeskRequest,
    DirectiveWord,
    EndTest,
    Enrolled,
    FromWall,
    GivePin,
    HandDirective,
    LightLamps,
    LoggedOut,
    LogIn,
    LogOut,
    Ordered,
    PauseSound,
    RollBackDirective,
    Staff,
    StaffAdd,
    StaffEnrol,
    StaffLine,
    StaffList,
    StaffLock,
    StaffReset,
    StartTest,
    Submit,
    Submitted,
)
from controller.bus.messages import AskBoard, AskHistory, AskLinks, Question, Refused
from controller.bus.peer import Peer
from controller.daemon.alarm_watch import AlarmRequest, AlarmWatch
from controller.daemon.authority import person_fault
from controller.daemon.directives import Directives
from controller.daemon.log_ins import LogIns
from controller.daemon.refusal import refused
from controller.daemon.trials import TestRequest, Trials
from controller.daemon.trusted_wall import TrustedWall, WallDoor
from controller.facts.events import ActRefused, Event
from controller.facts.fact import Fact
from controller.facts.phrase import Phrase, phrase
from controller.facts.roles import Second
from controller.people.one_time_code import app_address, new_secret
from controller.people.pins import hashed, is_weak
from controller.people.rights import FRESH, PROVED, act_of, is_granted, who_may
from controller.people.sessions import FRESH_S, Session, Sessions
from controller.people.staff import Member, StaffRoll
from controller.process.quiet_log import Quiet

Answer = Fact | bytes


class Table(Protocol):
    """What the desk needs of the daemon."""

    def answer_question(self, question: Question) -> Answer:
        """How the table stands, with all that is face down."""

    def answer_floor(self, question: AskHold | AskProspect) -> Answer:
        """Why the table holds, and what a ruling would lead to."""

    def note(self, source: str, *events: Event) -> Submitted | Refused:
        """Put events into the record, all or none."""


class Desk:
    """Who is there, what they may do, and the record of all of it."""

    def __init__(
        self,
        table: Table,
        staff: StaffRoll,
        clock: Callable[[], float] = time.monotonic,
        sessions: Sessions | None = None,
        *,
        alarms: AlarmWatch,
        trials: Trials,
        second: Second = "none",
        wall: Callable[[], float] = time.time,
        name: str = "table",
        directives: Directives | None = None,
        trusted: TrustedWall | None = None,
    ) -> None:
        self._name = name
        self._door = WallDoor(trusted, staff, clock, wall) if trusted else None
        self._directives = directives
        self._table = table
        self._staff = staff
        self._clock = clock
        self._sessions = sessions or Sessions()
        self._alarms = alarms
        self._trials = trials
        # What anybody can repeat for ever is in the record once in a while.
        self._quiet = Quiet(clock=clock)
        self._second: Second = second
        self._log_ins = LogIns(table, staff, self._sessions, clock, second, wall)

    def answer(self, request: DeskRequest, peer: Peer) -> Answer:
        """Do what is asked, or say why not."""
        if isinstance(request, LogIn):
            return self._log_ins.log_in(request, peer)
        if isinstance(request, AskNames):
            return self._log_ins.names()
        if isinstance(request, FromWall):
            return self._from_wall(request.text)
        if isinstance(request, HandDirective | AskDirective):
            return self._directive(request)
        session = self._sessions.find(request.session, self._clock())
        if session is None:
            return refused(phrase("nobody-logged-in"))
        return self._refusal(session, act_of(request)) or self._do(session, request)

    def _from_wall(self, text: str) -> Answer:
        """As if the person stood here: the same roles, the same fresh PIN, the same record."""
        if self._door is None:
            return refused(phrase("wall-not-trusted"))
        came = self._door.enter(text)
        if isinstance(came, Phrase):
            return refused(came)
        session, request = came
        return self._refusal(session, act_of(request)) or self._do(session, request)

    def _refusal(self, session: Session, act: str) -> Refused | None:
        if not is_granted(act, session.role):
            if self._quiet.may_say(f"act {session.person}"):
                turned = ActRefused(
                    person=session.person, role=session.role, act=act[:40], where=session.where
                )
                self._table.note(session.source, turned)
            told = phrase("act-not-granted", act=act, role=session.role, roles=who_may(act))
            return refused(told)
        if act in FRESH and not session.is_fresh(self._clock()):
            return refused(phrase("pin-not-fresh", minutes=round(FRESH_S / 60)))
        if act in PROVED and self._must_prove(session):
            return refused(phrase("second-due", method=self._second))
        return None

    def _must_prove(self, session: Session) -> bool:
        """Whether the room's second method is due; in an emergency root is asked for nothing."""
        if self._second == "none" or session.role == "emergency":
            return False
        return not session.is_proved(self._clock())

    def _do(self, session: Session, request: DeskRequest) -> Answer:
        match request:
            case AskBoard() | AskHistory() | AskLinks():
                return self._table.answer_question(request)
            case AskHold() | AskProspect():
                return self._table.answer_floor(request)
            case Submit(event=event):
                wrong = person_fault(session.person, event)
                return Refused(reason=wrong) if wrong else self._table.note(session.source, event)
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
            case StartTest() | LightLamps() | EndTest():
                return self._try(session, request)
            case StaffList():
                return Staff(people=tuple(map(_line, self._staff.members)))
            case StaffAdd() | StaffLock() | StaffReset():
                return self._change(session, request)
            case StaffEnrol():
                return self._enrol(session, request)
            case RollBackDirective(directive=directive):
                return self._roll_back(session, directive)
            case LogOut(session=name):
                self._sessions.close(name)
        return LoggedOut()

    def _signal(self, session: Session, request: AlarmRequest) -> Answer:
        answer = self._noted(session, self._alarms.asked(request, session.person))
        if isinstance(answer, Submitted):
            self._alarms.take(request, session.person)
        return answer

    def _try(self, session: Session, request: TestRequest) -> Answer:
        told = self._trials.asked(request, session.person)
        answer = Ordered() if told is None else self._noted(session, told)
        if not isinstance(answer, Refused):
            self._trials.take(request)
        return answer

    def _noted(self, session: Session, told: Event | Phrase) -> Answer:
        """Put what a person does into the record, or say why it cannot be done."""
        if isinstance(told, Phrase):
            return refused(told)
        return self._table.note(session.source, told)

    # The staff

    def _change(self, session: Session, request: StaffAdd | StaffLock | StaffReset) -> Answer:
        before = self._staff.find(request.person)
        after = _changed(session, before, request)
        if isinstance(after, Refused):
            return after
        noted = self._put(session, before, after, request.note)
        if isinstance(noted, Submitted):
            self._sessions.close_all_of(request.person)
        return noted

    def _put(
        self, session: Session, before: Member | None, after: Member, note: str
    ) -> Submitted | Refused:
        source, by = session.source, session.person
        return self._log_ins.put(source, by, before=before, after=after, note=note)

    def appoint(self, entries: Sequence[StaffEntry], by: str) -> Refused | None:
        """Know people as the room does; all of them, or as far as the disk has room."""
        known = {each.person: self._staff.find(each.person) for each in entries}
        for entry in entries:
            if known[entry.person] is None and entry.pin is None:
                return refused(phrase("person-without-pin", person=entry.person))
        for entry in entries:
            before = known[entry.person]
            after = _appointed(before, entry)
            if after == before:
                continue
            noted = self._log_ins.put(by, by, before=before, after=after, note="")
            if isinstance(noted, Refused):
                return noted
            self._sessions.close_all_of(entry.person)
        return None

    # Directives

    def note(self, source: str, *events: Event) -> Submitted | Refused:
        """Put events into the record, all or none."""
        return self._table.note(source, *events)

    def _directive(self, request: HandDirective | AskDirective) -> Answer:
        if self._directives is None:
            return refused(phrase("no-directives-here"))
        if isinstance(request, AskDirective):
            return DirectiveWord(answer=self._directives.word(request.digest))
        return DirectiveWord(answer=self._directives.hand(request.text))

    def _roll_back(self, session: Session, directive: str) -> Answer:
        kind = next((each for each in KINDS if each == directive), None)
        if self._directives is None or kind is None:
            return refused(phrase("directive-not-undone", directive=directive))
        return self._directives.roll_back(kind, session, self)

    def _enrol(self, session: Session, request: StaffEnrol) -> Answer:
        before = self._staff.find(request.person)
        if before is None:
            return refused(phrase("person-not-there", person=request.person))
        if request.person == session.person:
            return refused(phrase("own-log-in"))
        secret = "" if request.badge else new_secret()
        badge = hashed(request.badge) if request.badge else ""
        given = {"code_secret": secret, "code_step": 0, "badge": badge}
        after = before.model_copy(update=given)
        noted = self._put(session, before, after, request.note)
        if isinstance(noted, Refused):
            return noted
        self._sessions.close_all_of(request.person)
        address = app_address(secret, request.person, self._name) if secret else ""
        return Enrolled(number=noted.number, app_address=address)


def _changed(
    session: Session, before: Member | None, request: StaffAdd | StaffLock | StaffReset
) -> Member | Refused:
    """What a person becomes, or why that cannot be."""
    if not isinstance(request, StaffLock) and is_weak(request.pin):
        return refused(phrase("pin-weak"))
    if isinstance(request, StaffAdd):
        if before is not None:
            return refused(phrase("person-there-already", person=request.person))
        return Member(
            person=request.person,
            role=request.role,
            pin=hashed(request.pin),
            language=chosen_language(request.language, ""),
        )
    if before is None:
        return refused(phrase("person-not-there", person=request.person))
    if request.person == session.person:
        return refused(phrase("own-log-in"))
    if isinstance(request, StaffLock):
        return before.model_copy(update={"is_locked": True})
    anew = {"pin": hashed(request.pin), "failures": 0, "is_locked": False}
    return before.model_copy(update=anew)


def _appointed(before: Member | None, entry: StaffEntry) -> Member:
    """A person as the room has it; who is known keeps what the room does not speak of."""
    role, is_locked = entry.role, entry.locked
    if before is None:
        person, pin = entry.person, entry.pin or ""
        return Member(person=person, role=role, pin=pin, is_locked=is_locked)
    told: dict[str, object] = {"role": role, "is_locked": is_locked}
    if entry.pin is not None and entry.pin != before.pin:
        told |= {"pin": entry.pin, "failures": 0}
    return before.model_copy(update=told)


def _line(member: Member) -> StaffLine:
    return StaffLine(
        person=member.person,
        role=member.role,
        is_locked=member.is_locked,
        failures=member.failures,
    )
