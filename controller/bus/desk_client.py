"""A person's end of the desk. What drivers and screens may import has no way to it."""

from pathlib import Path

from controller.bus.client import AnswersClient
from controller.bus.desk_messages import (
    AcknowledgeAlarm,
    AskDirective,
    AskHold,
    AskNames,
    AskProspect,
    AskSession,
    Attendance,
    ChangePin,
    ChooseLanguage,
    DirectiveWord,
    EndTest,
    Enrolled,
    FromWall,
    GivePin,
    HandDirective,
    LightLamps,
    LoggedIn,
    LoggedOut,
    LogIn,
    LogOut,
    NameLine,
    Names,
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
from controller.facts.events import Event, RulingGiven
from controller.facts.floor import HoldReport, Prospect
from controller.facts.roles import Role


class DeskClient(AnswersClient):
    """A person's end of the desk: log in, then ask and act under that name."""

    def __init__(self, directory: Path, timeout_s: float = 5.0) -> None:
        super().__init__(directory, timeout_s)
        self._socket = "desk"

    def log_in(
        self,
        person: str,
        pin: str | None,
        place: str,
        emergency: bool = False,
        proof: str | None = None,
    ) -> LoggedIn:
        """Say who it is; every later request is this person's."""
        request = LogIn(person=person, pin=pin, proof=proof, place=place, emergency=emergency)
        answer = self._ask(request, LoggedIn)
        self._session = answer.session
        return answer

    def resume(self, session: str) -> None:
        """Go on with a session that was opened elsewhere."""
        self._session = session

    def names(self) -> tuple[NameLine, ...]:
        """Ask who may try to log in."""
        return self._ask(AskNames(), Names).people

    def attendance(self) -> Attendance:
        """Ask who this session is, and for how long."""
        return self._ask(AskSession(session=self._session), Attendance)

    def give_pin(self, pin: str, proof: str | None = None) -> Attendance:
        """Give the PIN again, for what needs a fresh one, and what proves the person beside it."""
        return self._ask(GivePin(session=self._session, pin=pin, proof=proof), Attendance)

    def change_pin(self, pin: str, new_pin: str) -> int:
        """Change the own PIN; returns the row of the record that says so."""
        request = ChangePin(session=self._session, pin=pin, new_pin=new_pin)
        return self._ask(request, Submitted).number

    def choose_language(self, language: str) -> Attendance:
        """Be spoken to in this language from now on."""
        request = ChooseLanguage(session=self._session, language=language)
        return self._ask(request, Attendance)

    def log_out(self) -> None:
        """Leave the desk."""
        self._ask(LogOut(session=self._session), LoggedOut)
        self._session = ""

    def hold(self) -> HoldReport:
        """Ask why the table holds, and what may be ruled."""
        return self._ask(AskHold(session=self._session), HoldReport)

    def prospect(self, ruling: RulingGiven) -> Prospect:
        """Ask what a ruling would lead to, without giving it."""
        return self._ask(AskProspect(session=self._session, ruling=ruling), Prospect)

    def submit(self, event: Event) -> int:
        """Report an event; returns its number in the record."""
        return self._ask(Submit(session=self._session, event=event), Submitted).number

    def acknowledge(self, number: int) -> int:
        """Say that an occurrence of an alarm was seen; returns the row of the record."""
        request = AcknowledgeAlarm(session=self._session, number=number)
        return self._ask(request, Submitted).number

    def pause_sound(self, seconds: int) -> int:
        """Pause the sound of every alarm; returns the row of the record."""
        return self._ask(PauseSound(session=self._session, seconds=seconds), Submitted).number

    def start_test(self, device: str) -> int:
        """Try a device while the table waits; returns the row of the record."""
        return self._ask(StartTest(session=self._session, device=device), Submitted).number

    def light_lamps(self, device: str, seat: int | None) -> None:
        """Light the lamps of one seat, or none, in the test of the lamps."""
        self._ask(LightLamps(session=self._session, device=device, seat=seat), Ordered)

    def roll_back(self, directive: str) -> int:
        """Take the room's directive of a kind back; returns the row of the record."""
        request = RollBackDirective(session=self._session, directive=directive)
        return self._ask(request, Submitted).number

    def hand_directive(self, text: str) -> str:
        """Hand a directive to the table; returns its signed answer, if it has one already."""
        return self._ask(HandDirective(text=text), DirectiveWord).answer

    def directive_word(self, digest: str) -> str:
        """Ask what the table answers to a directive; empty while it has not answered."""
        return self._ask(AskDirective(digest=digest), DirectiveWord).answer

    def carry(self, text: str) -> bytes:
        """Bring what a person asks from a wall; returns the table's answer as it is."""
        return self._exchange(FromWall(text=text))

    def end_test(self, device: str) -> int:
        """Give a device back to the table; returns the row of the record."""
        return self._ask(EndTest(session=self._session, device=device), Submitted).number

    def staff(self) -> tuple[StaffLine, ...]:
        """Ask who may log in."""
        return self._ask(StaffList(session=self._session), Staff).people

    def add_person(self, person: str, role: Role, pin: str, note: str, language: str = "") -> int:
        """Let a person log in; returns the row of the record that says so."""
        who = {"session": self._session, "person": person, "role": role, "pin": pin}
        request = StaffAdd.model_validate(who | {"note": note, "language": language})
        return self._ask(request, Submitted).number

    def lock_person(self, person: str, note: str) -> int:
        """Keep a person out until reset; returns the row of the record."""
        request = StaffLock(session=self._session, person=person, note=note)
        return self._ask(request, Submitted).number

    def reset_person(self, person: str, pin: str, note: str) -> int:
        """Let a locked person in again with a new PIN; returns the row of the record."""
        request = StaffReset(session=self._session, person=person, pin=pin, note=note)
        return self._ask(request, Submitted).number

    def enrol_person(self, person: str, badge: str | None, note: str) -> Enrolled:
        """Give a person a badge, or a code of an app, beside the PIN."""
        request = StaffEnrol(session=self._session, person=person, badge=badge, note=note)
        return self._ask(request, Enrolled)
