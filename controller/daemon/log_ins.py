"""Logging in at the desk: PINs are tried, sessions begin, and the record has all of it."""

import logging
from collections.abc import Callable
from typing import Final, Protocol

from config.words import languages
from config.words.tags import language_of
from controller.bus.desk_messages import Attendance, LoggedIn, LogIn, NameLine, Names, Submitted
from controller.bus.messages import Refused
from controller.bus.peer import Peer
from controller.daemon.refusal import refused
from controller.facts.events import Event, LogInRefused, PersonLoggedIn, StaffChanged
from controller.facts.events.staff import StaffState
from controller.facts.phrase import phrase
from controller.people.pins import matches
from controller.people.sessions import Session, Sessions
from controller.people.staff import MOST_FAILURES, Member, StaffFileError, StaffRoll
from controller.process.quiet_log import Quiet

DESK: Final = "desk"
_log = logging.getLogger(__name__)


class Record(Protocol):
    """Where what happens at the desk is noted."""

    def note(self, source: str, event: Event) -> Submitted | Refused:
        """Put an event into the record."""


class LogIns:
    """Who is at the desk: lets people in, keeps others out, and locks who is guessed at."""

    def __init__(
        self, record: Record, staff: StaffRoll, sessions: Sessions, clock: Callable[[], float]
    ) -> None:
        self._record = record
        self._staff = staff
        self._sessions = sessions
        self._clock = clock
        # What anybody can repeat for ever is in the record once in a while.
        self._quiet = Quiet(clock=clock)

    def names(self) -> Names:
        """Whom the log-in page offers."""
        people = (NameLine(person=each.person, role=each.role) for each in self._staff.members)
        return Names(people=tuple(people))

    def attendance(self, session: Session) -> Attendance:
        """Who a session is, and for how long."""
        fresh_s, left_s = session.times_left(self._clock())
        return Attendance(person=session.person, role=session.role, fresh_s=fresh_s, left_s=left_s)

    def log_in(self, request: LogIn, peer: Peer) -> LoggedIn | Refused:
        """Begin a session of a person who has the PIN, or of root in an emergency."""
        where = ", ".join(part for part in (request.place, str(peer)) if part)
        if request.emergency:
            return self._in_emergency(request, peer, where)
        tried = self._try(request.person, request.pin, where)
        if isinstance(tried, Refused):
            return tried
        came = self._welcome(tried.person, tried.role, where, tried.failures)
        if isinstance(came, Refused):
            return came
        return came.model_copy(update={"language": tried.language})

    def give_pin(self, name: str, session: Session, pin: str) -> Attendance | Refused:
        """The PIN once more, in a session that goes on: as good as a new log-in."""
        tried = self._try(session.person, pin, session.where)
        if isinstance(tried, Refused):
            return tried
        came = PersonLoggedIn(person=session.person, role=session.role, where=session.where)
        noted = self._record.note(session.source, came)
        if isinstance(noted, Refused):
            return noted
        return self.attendance(self._sessions.renew(name, session, self._clock()))

    def choose_language(self, session: Session, tag: str) -> Attendance | Refused:
        """Speak to a person in another language from now on, at this desk and the next log-in."""
        language = language_of(tag, languages())
        if language is None:
            return refused(phrase("language-unknown", language=tag, known=languages()))
        member = self._staff.find(session.person)
        if member is not None:
            self._keep(member.model_copy(update={"language": language}))
        return self.attendance(session)

    def _try(self, person: str, pin: str | None, where: str) -> Member | Refused:
        """The person whose PIN this is, with the failures before it; or why not."""
        member = self._staff.find(person)
        if member is None or member.is_locked:
            return self._turn_away(person, where, member)
        if pin is None or not matches(pin, member.pin):
            return self._fail(member, where)
        self._keep(member.model_copy(update={"failures": 0}))
        return member

    def _in_emergency(self, request: LogIn, peer: Peer, where: str) -> LoggedIn | Refused:
        if peer.is_root:
            return self._welcome(request.person, "emergency", where, 0)
        if self._quiet.may_say("not-root"):
            self._record.note(
                DESK, LogInRefused(person=request.person, where=where, reason="not-root")
            )
        return refused(phrase("emergency-not-root"))

    def _welcome(self, person: str, role: str, where: str, failures: int) -> LoggedIn | Refused:
        came = PersonLoggedIn.model_validate({"person": person, "role": role, "where": where})
        session = Session(person, came.role, where, self._clock())
        noted = self._record.note(session.source, came)
        if isinstance(noted, Refused):
            return noted
        name = self._sessions.open(session)
        return LoggedIn(session=name, person=person, role=came.role, failures=failures)

    def _turn_away(self, person: str, where: str, member: Member | None) -> Refused:
        turned = LogInRefused(
            person=person,
            where=where,
            reason="locked" if member else "unknown",
            failures=member.failures if member else 0,
        )
        if self._quiet.may_say(f"locked {person}" if member else "unknown"):
            self._record.note(DESK, turned)
        if member:
            return refused(phrase("person-locked", person=person))
        return refused(phrase("person-unknown", person=person))

    def _fail(self, member: Member, where: str) -> Refused:
        failures = member.failures + 1
        is_locked = failures >= MOST_FAILURES
        failed = member.model_copy(update={"failures": failures, "is_locked": is_locked})
        self._keep(failed)
        turned = LogInRefused(
            person=member.person, where=where, reason="wrong-pin", failures=failures
        )
        self._record.note(DESK, turned)
        if not is_locked:
            left = MOST_FAILURES - failures
            return refused(phrase("pin-wrong", person=member.person, left=left))
        self._sessions.close_all_of(member.person)
        self._record.note(DESK, staff_change(member, failed, DESK, f"{failures} wrong PINs"))
        return refused(phrase("person-locked-now", person=member.person, failures=failures))

    def _keep(self, member: Member) -> None:
        """Failures are kept where they can be; a full disk must not let anybody in."""
        if self._staff.find(member.person) == member:
            return
        try:
            self._staff.put(member)
        except StaffFileError as error:
            _log.error("%s", error)


def staff_change(before: Member | None, after: Member | None, by: str, note: str) -> StaffChanged:
    """A change of the staff as the record has it."""
    person = before.person if before else after.person if after else ""
    return StaffChanged(person=person, by=by, before=_state(before), after=_state(after), note=note)


def _state(member: Member | None) -> StaffState | None:
    if member is None:
        return None
    return StaffState(role=member.role, is_locked=member.is_locked)
