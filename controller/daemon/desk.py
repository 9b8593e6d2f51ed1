"""The desk: people log in, and what they ask for is done, or refused, under their name."""

import logging
import time
from collections.abc import Callable
from typing import Final, Protocol

from controller.bus.messages import (
    AskBoard,
    AskHistory,
    AskHold,
    AskLinks,
    AskProspect,
    DeskRequest,
    LoggedIn,
    LoggedOut,
    LogIn,
    LogOut,
    Question,
    Refused,
    Staff,
    StaffAdd,
    StaffLine,
    StaffList,
    StaffLock,
    StaffReset,
    Submit,
    Submitted,
)
from controller.bus.peer import Peer
from controller.daemon.authority import person_fault
from controller.facts.events import ActRefused, Event, LogInRefused, PersonLoggedIn, StaffChanged
from controller.facts.events.staff import StaffState
from controller.facts.fact import Fact
from controller.people.pins import hashed, matches, weakness
from controller.people.rights import FRESH, act_of, is_granted, who_may
from controller.people.sessions import FRESH_S, Session, Sessions
from controller.people.staff import MOST_FAILURES, Member, StaffFileError, StaffRoll
from controller.process.quiet_log import Quiet

DESK: Final = "desk"
Answer = Fact | bytes
_log = logging.getLogger(__name__)


class Table(Protocol):
    """What the desk needs of the daemon."""

    def answer_question(self, question: Question) -> Answer:
        """How the table stands, with all that is face down."""

    def answer_floor(self, question: AskHold | AskProspect) -> Answer:
        """Why the table holds, and what a ruling would lead to."""

    def note(self, source: str, event: Event) -> Submitted | Refused:
        """Put an event into the record."""


class Desk:
    """Who is there, what they may do, and the record of all of it."""

    def __init__(
        self,
        table: Table,
        staff: StaffRoll,
        clock: Callable[[], float] = time.monotonic,
        sessions: Sessions | None = None,
    ) -> None:
        self._table = table
        self._staff = staff
        self._clock = clock
        self._sessions = sessions or Sessions()
        # What anybody can repeat for ever is in the record once in a while.
        self._quiet = Quiet(clock=clock)

    def answer(self, request: DeskRequest, peer: Peer) -> Answer:
        """Do what is asked, or say why not."""
        if isinstance(request, LogIn):
            return self._log_in(request, peer)
        session = self._sessions.find(request.session, self._clock())
        if session is None:
            return Refused(reason="nobody is logged in; log in at the desk")
        refused = self._refusal(session, act_of(request))
        return refused or self._do(session, request)

    def _refusal(self, session: Session, act: str) -> Refused | None:
        if not is_granted(act, session.role):
            if self._quiet.may_say(f"act {session.person}"):
                refused = ActRefused(
                    person=session.person, role=session.role, act=act[:40], where=session.where
                )
                self._table.note(session.source, refused)
            return Refused(reason=f"{act} is not for a {session.role}; {who_may(act)} may")
        if act in FRESH and not session.is_fresh(self._clock()):
            minutes = FRESH_S / 60
            return Refused(reason=f"the PIN was given over {minutes:.0f} minutes ago; log in again")
        return None

    def _do(self, session: Session, request: DeskRequest) -> Answer:
        match request:
            case AskBoard() | AskHistory() | AskLinks():
                return self._table.answer_question(request)
            case AskHold() | AskProspect():
                return self._table.answer_floor(request)
            case Submit(event=event):
                wrong = person_fault(session.person, event)
                return Refused(reason=wrong) if wrong else self._table.note(session.source, event)
            case StaffList():
                return Staff(people=tuple(map(_line, self._staff.members)))
            case StaffAdd() | StaffLock() | StaffReset():
                return self._change(session, request)
            case LogOut(session=name):
                self._sessions.close(name)
        return LoggedOut()

    # Logging in

    def _log_in(self, request: LogIn, peer: Peer) -> LoggedIn | Refused:
        where = ", ".join(part for part in (request.place, str(peer)) if part)
        if request.emergency:
            return self._in_emergency(request, peer, where)
        member = self._staff.find(request.person)
        if member is None or member.is_locked:
            return self._turn_away(request.person, where, member)
        if request.pin is None or not matches(request.pin, member.pin):
            return self._fail(member, where)
        self._keep(member.model_copy(update={"failures": 0}))
        return self._welcome(member.person, member.role, where, member.failures)

    def _in_emergency(self, request: LogIn, peer: Peer, where: str) -> LoggedIn | Refused:
        if peer.is_root:
            return self._welcome(request.person, "emergency", where, 0)
        if self._quiet.may_say("not-root"):
            self._table.note(
                DESK, LogInRefused(person=request.person, where=where, reason="not-root")
            )
        return Refused(reason="an emergency is for a root shell; log in with a PIN")

    def _welcome(self, person: str, role: str, where: str, failures: int) -> LoggedIn | Refused:
        came = PersonLoggedIn.model_validate({"person": person, "role": role, "where": where})
        session = Session(person, came.role, where, self._clock())
        noted = self._table.note(session.source, came)
        if isinstance(noted, Refused):
            return noted
        name = self._sessions.open(session)
        return LoggedIn(session=name, person=person, role=came.role, failures=failures)

    def _turn_away(self, person: str, where: str, member: Member | None) -> Refused:
        failures = member.failures if member else 0
        refused = LogInRefused(
            person=person,
            where=where,
            reason="locked" if member else "unknown",
            failures=failures,
        )
        if self._quiet.may_say(f"locked {person}" if member else "unknown"):
            self._table.note(DESK, refused)
        if member:
            return Refused(reason=f"{person} is locked; another technician must reset the PIN")
        return Refused(reason=f"nobody of the staff is called {person}; see underfelt staff list")

    def _fail(self, member: Member, where: str) -> Refused:
        failures = member.failures + 1
        is_locked = failures >= MOST_FAILURES
        failed = member.model_copy(update={"failures": failures, "is_locked": is_locked})
        self._keep(failed)
        refused = LogInRefused(
            person=member.person, where=where, reason="wrong-pin", failures=failures
        )
        self._table.note(DESK, refused)
        if not is_locked:
            left = MOST_FAILURES - failures
            return Refused(
                reason=f"that is not the PIN of {member.person}; {left} more failures lock"
            )
        self._sessions.close_all_of(member.person)
        note = f"{failures} wrong PINs"
        self._table.note(DESK, _change(member, failed, DESK, note))
        text = "another technician must reset the PIN"
        return Refused(reason=f"{member.person} is locked after {note}; {text}")

    def _keep(self, member: Member) -> None:
        """Failures are kept where they can be; a full disk must not let anybody in."""
        if self._staff.find(member.person) == member:
            return
        try:
            self._staff.put(member)
        except StaffFileError as error:
            _log.error("%s", error)

    # The staff

    def _change(self, session: Session, request: StaffAdd | StaffLock | StaffReset) -> Answer:
        before = self._staff.find(request.person)
        after = _changed(session, before, request)
        if isinstance(after, Refused):
            return after
        event = _change(before, after, session.person, request.note)
        noted = self._table.note(session.source, event)
        if isinstance(noted, Refused):
            return noted
        try:
            self._staff.put(after)
        except StaffFileError as error:
            # The record says what was wanted; now it says that it did not come to be.
            undone = _change(after, before, DESK, str(error)[:500])
            self._table.note(DESK, undone)
            return Refused(reason=str(error)[:500])
        self._sessions.close_all_of(request.person)
        return noted


def _changed(
    session: Session, before: Member | None, request: StaffAdd | StaffLock | StaffReset
) -> Member | Refused:
    """What a person becomes, or why that cannot be."""
    if isinstance(request, StaffAdd):
        if before is not None:
            return Refused(
                reason=f"{request.person} is on the staff already; reset the PIN instead"
            )
        wrong = weakness(request.pin)
        if wrong:
            return Refused(reason=f"this PIN is {wrong}")
        return Member(person=request.person, role=request.role, pin=hashed(request.pin))
    if before is None:
        return Refused(reason=f"nobody of the staff is called {request.person}; add the person")
    if request.person == session.person:
        return Refused(reason="nobody changes the own log-in; ask another technician")
    if isinstance(request, StaffLock):
        return before.model_copy(update={"is_locked": True})
    wrong = weakness(request.pin)
    if wrong:
        return Refused(reason=f"this PIN is {wrong}")
    return Member(person=before.person, role=before.role, pin=hashed(request.pin))


def _change(before: Member | None, after: Member | None, by: str, note: str) -> StaffChanged:
    person = before.person if before else after.person if after else ""
    return StaffChanged(person=person, by=by, before=_state(before), after=_state(after), note=note)


def _state(member: Member | None) -> StaffState | None:
    if member is None:
        return None
    return StaffState(role=member.role, is_locked=member.is_locked)


def _line(member: Member) -> StaffLine:
    return StaffLine(
        person=member.person,
        role=member.role,
        is_locked=member.is_locked,
        failures=member.failures,
    )
