"""Logging in at the desk: PINs are tried, sessions begin, and the record has all of it."""

import logging
import time
from collections import Counter
from collections.abc import Callable
from typing import Final, Literal, Protocol

from config.words import languages
from config.words.tags import language_of
from controller.bus.desk_messages import (
    Attendance,
    FailedName,
    LoggedIn,
    LogIn,
    NameLine,
    Names,
    Submitted,
)
from controller.bus.messages import Refused
from controller.bus.peer import Peer
from controller.daemon.refusal import refused
from controller.facts.events import Event, LogInRefused, PersonLoggedIn, StaffChanged
from controller.facts.events.staff import StaffState
from controller.facts.phrase import phrase
from controller.facts.roles import ActingRole, Second
from controller.people.pins import hashed, is_weak, matches
from controller.people.second_method import proved
from controller.people.sessions import Session, Sessions
from controller.people.staff import MOST_FAILURES, Member, StaffFileError, StaffRoll
from controller.process.quiet_log import Quiet

DESK: Final = "desk"
_log = logging.getLogger(__name__)


class Record(Protocol):
    """Where what happens at the desk is noted."""

    def note(self, source: str, *events: Event) -> Submitted | Refused:
        """Put events into the record, all or none."""


class LogIns:
    """Who is at the desk: lets people in, keeps others out, and locks who is guessed at."""

    def __init__(
        self,
        record: Record,
        staff: StaffRoll,
        sessions: Sessions,
        clock: Callable[[], float],
        second: Second = "none",
        wall: Callable[[], float] = time.time,
    ) -> None:
        self._record = record
        self._second: Second = second
        self._wall = wall
        self._staff = staff
        self._sessions = sessions
        self._clock = clock
        # What anybody can repeat for ever is in the record once in a while.
        self._quiet = Quiet(clock=clock)
        # Whose PIN was guessed at since anybody last logged in.
        self._failed: Counter[str] = Counter()

    def names(self) -> Names:
        """Whom the log-in page offers."""
        people = (NameLine(person=each.person, role=each.role) for each in self._staff.members)
        return Names(people=tuple(people))

    def attendance(self, session: Session) -> Attendance:
        """Who a session is, and for how long."""
        fresh_s, left_s = session.times_left(self._clock())
        return Attendance(
            person=session.person,
            role=session.role,
            fresh_s=fresh_s,
            left_s=left_s,
            second=self._second,
        )

    def log_in(self, request: LogIn, peer: Peer) -> LoggedIn | Refused:
        """Begin a session of a person who has the PIN, or of root in an emergency."""
        where = ", ".join(part for part in (request.place, str(peer)) if part)
        if request.emergency:
            return self._in_emergency(request, peer, where)
        tried = self._try(request.person, request.pin, where, request.proof)
        if isinstance(tried, Refused):
            return tried
        return self._welcome(tried, where, request.proof is not None)

    def give_pin(
        self, name: str, session: Session, pin: str, proof: str | None
    ) -> Attendance | Refused:
        """The PIN once more, in a session that goes on: as good as a new log-in."""
        tried = self._try(session.person, pin, session.where, proof)
        if isinstance(tried, Refused):
            return tried
        came = PersonLoggedIn(person=session.person, role=session.role, where=session.where)
        noted = self._record.note(session.source, came)
        if isinstance(noted, Refused):
            return noted
        now = self._clock()
        proved_at = session.proved_at if proof is None else now
        renewed = session._replace(since=now, proved_at=proved_at)
        return self.attendance(self._sessions.renew(name, renewed))

    def change_pin(self, session: Session, pin: str, new_pin: str) -> Submitted | Refused:
        """Another PIN for the person who has the old one."""
        tried = self._try(session.person, pin, session.where)
        if isinstance(tried, Refused):
            return tried
        if is_weak(new_pin):
            return refused(phrase("pin-weak"))
        if new_pin == pin:
            return refused(phrase("pin-as-before"))
        after = tried.model_copy(update={"pin": hashed(new_pin), "failures": 0})
        return self.put(session.source, session.person, before=tried, after=after, note="own PIN")

    def put(
        self, source: str, by: str, *, before: Member | None, after: Member, note: str
    ) -> Submitted | Refused:
        """Keep a person as given: first in the record, then in the file, or in neither."""
        noted = self._record.note(source, staff_change(before, after, by, note))
        if isinstance(noted, Refused):
            return noted
        try:
            self._staff.put(after)
        except StaffFileError as error:
            # The record says what was wanted; now it says that it did not come to be.
            undone = staff_change(after, before, DESK, str(error)[:500])
            self._record.note(DESK, undone)
            return Refused(reason=str(error)[:500])
        return noted

    def choose_language(self, session: Session, tag: str) -> Attendance | Refused:
        """Speak to a person in another language from now on, at this desk and the next log-in."""
        language = language_of(tag, languages())
        if language is None:
            return refused(phrase("language-unknown", language=tag, known=languages()))
        member = self._staff.find(session.person)
        if member is not None:
            self._keep(member.model_copy(update={"language": language}))
        return self.attendance(session)

    def _try(
        self, person: str, pin: str | None, where: str, proof: str | None = None
    ) -> Member | Refused:
        """The person whose PIN and proof these are, with the failures before; or why not."""
        member = self._staff.find(person)
        if member is None or member.is_locked:
            return self._turn_away(person, where, member)
        if pin is None or not matches(pin, member.pin):
            return self._fail(member, where, "wrong-pin")
        tried = member
        if proof is not None:
            right = proved(member, self._second, proof, self._wall())
            if right is None:
                return self._fail(member, where, "wrong-proof")
            tried = right
        self._keep(tried.model_copy(update={"failures": 0}))
        return tried

    def _in_emergency(self, request: LogIn, peer: Peer, where: str) -> LoggedIn | Refused:
        if peer.is_root:
            return self._begin(request.person, "emergency", where)
        if self._quiet.may_say("not-root"):
            self._record.note(
                DESK, LogInRefused(person=request.person, where=where, reason="not-root")
            )
        return refused(phrase("emergency-not-root"))

    def _welcome(self, member: Member, where: str, is_proved: bool) -> LoggedIn | Refused:
        came = self._begin(member.person, member.role, where, is_proved)
        if isinstance(came, Refused):
            return came
        told = {"failures": member.failures, "language": member.language}
        return came.model_copy(update={**told, "others": self._told_of_others(member.person)})

    def _told_of_others(self, person: str) -> tuple[FailedName, ...]:
        """What the next person at the desk is told once, whoever it is."""
        failed, self._failed = self._failed, Counter()
        return tuple(
            FailedName(person=name, failures=count)
            for name, count in failed.most_common()
            if name != person
        )

    def _begin(
        self, person: str, role: ActingRole, where: str, is_proved: bool = False
    ) -> LoggedIn | Refused:
        now = self._clock()
        session = Session(person, role, where, now, now if is_proved else None)
        noted = self._record.note(
            session.source, PersonLoggedIn(person=person, role=role, where=where)
        )
        if isinstance(noted, Refused):
            return noted
        return LoggedIn(session=self._sessions.open(session), person=person, role=role, failures=0)

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

    def _fail(
        self, member: Member, where: str, reason: Literal["wrong-pin", "wrong-proof"]
    ) -> Refused:
        self._failed[member.person] += 1
        failures = member.failures + 1
        is_locked = failures >= MOST_FAILURES
        failed = member.model_copy(update={"failures": failures, "is_locked": is_locked})
        self._keep(failed)
        turned = LogInRefused(person=member.person, where=where, reason=reason, failures=failures)
        self._record.note(DESK, turned)
        if not is_locked:
            left = MOST_FAILURES - failures
            code = "pin-wrong" if reason == "wrong-pin" else "proof-wrong"
            return refused(phrase(code, person=member.person, left=left))
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
    second: Second = "totp" if member.code_secret else "badge" if member.badge else "none"
    return StaffState(role=member.role, is_locked=member.is_locked, second=second)
