"""The messages of the desk alone: people log in, ask and act under their name."""

from typing import Annotated, Literal

from pydantic import Field, StringConstraints, TypeAdapter

from controller.bus.messages import AskBoard, AskHistory, AskLinks, SessionId
from controller.facts.alarms import LONGEST_PAUSE_S
from controller.facts.events import Event, RulingGiven
from controller.facts.fact import ON_FIRST_USE, Fact, Name, PersonName, Seat, Text
from controller.facts.roles import ActingRole, Pin, Proof, Role, Second

# As long as the longest directive with its signatures.
LongText = Annotated[str, StringConstraints(max_length=65_536)]


class AskHold(Fact):
    """Ask why the table holds, and what may be ruled; a `HoldReport` answers."""

    kind: Literal["ask_hold"] = "ask_hold"
    session: SessionId


class AskProspect(Fact):
    """Ask what a ruling would lead to, without giving it; a `Prospect` answers."""

    kind: Literal["ask_prospect"] = "ask_prospect"
    session: SessionId
    ruling: RulingGiven


class LogIn(Fact):
    """A person says who it is; `place` is where it sits. In an emergency root needs no PIN."""

    kind: Literal["log_in"] = "log_in"
    person: PersonName
    pin: Pin | None = None
    # What the second method of the room gives, where it is given at once.
    proof: Proof | None = None
    place: Name
    emergency: bool = False


class LogOut(Fact):
    """A person leaves."""

    kind: Literal["log_out"] = "log_out"
    session: SessionId


class Submit(Fact):
    """A person reports an event."""

    kind: Literal["submit"] = "submit"
    session: SessionId
    event: Event


class AskNames(Fact):
    """Ask whom the log-in page offers; nobody needs to be logged in."""

    kind: Literal["ask_names"] = "ask_names"


class AskSession(Fact):
    """Ask who a session is, and for how long."""

    kind: Literal["ask_session"] = "ask_session"
    session: SessionId


class GivePin(Fact):
    """The person who is logged in gives the PIN again: what needs a fresh one may be done."""

    kind: Literal["give_pin"] = "give_pin"
    session: SessionId
    pin: Pin
    proof: Proof | None = None


class ChangePin(Fact):
    """A person changes the own PIN, and gives the old one with it."""

    kind: Literal["change_pin"] = "change_pin"
    session: SessionId
    pin: Pin
    new_pin: Pin


class ChooseLanguage(Fact):
    """The person who is logged in wants to be spoken to in this language from now on."""

    kind: Literal["choose_language"] = "choose_language"
    session: SessionId
    language: Text


class StaffList(Fact):
    """Ask who may log in."""

    kind: Literal["staff_list"] = "staff_list"
    session: SessionId


class StaffAdd(Fact):
    """Let a person log in, in a role; `note` says why."""

    kind: Literal["staff_add"] = "staff_add"
    session: SessionId
    person: PersonName
    role: Role
    pin: Pin
    language: Text = ""
    note: Text = ""


class StaffLock(Fact):
    """Keep a person out until reset."""

    kind: Literal["staff_lock"] = "staff_lock"
    session: SessionId
    person: PersonName
    note: Text = ""


class StaffReset(Fact):
    """Let a locked person in again, with a new PIN."""

    kind: Literal["staff_reset"] = "staff_reset"
    session: SessionId
    person: PersonName
    pin: Pin
    note: Text = ""


class AcknowledgeAlarm(Fact):
    """Say that this occurrence of an alarm was seen."""

    kind: Literal["acknowledge_alarm"] = "acknowledge_alarm"
    session: SessionId
    number: Annotated[int, Field(ge=1)]


class PauseSound(Fact):
    """Pause the sound of every alarm for a time."""

    kind: Literal["pause_sound"] = "pause_sound"
    session: SessionId
    seconds: Annotated[int, Field(ge=1, le=LONGEST_PAUSE_S)] = LONGEST_PAUSE_S


class StartTest(Fact):
    """Try a device while the table waits."""

    kind: Literal["start_test"] = "start_test"
    session: SessionId
    device: Name


class LightLamps(Fact):
    """Light the lamps of one seat in the test of the lamps, or none."""

    kind: Literal["light_lamps"] = "light_lamps"
    session: SessionId
    device: Name
    seat: Seat | None


class EndTest(Fact):
    """Give a device back to the table."""

    kind: Literal["end_test"] = "end_test"
    session: SessionId
    device: Name


class StaffEnrol(Fact):
    """Give a person something that proves it beside the PIN; a badge is read, a code is made."""

    kind: Literal["staff_enrol"] = "staff_enrol"
    session: SessionId
    person: PersonName
    badge: Proof | None = None
    note: Text = ""


class RollBackDirective(Fact):
    """Take the room's directive of a kind back; the one before it is in force again."""

    kind: Literal["roll_back_directive"] = "roll_back_directive"
    session: SessionId
    directive: Name


class HandDirective(Fact):
    """A directive that came over a wire: its signatures speak for it; `DirectiveWord` answers."""

    kind: Literal["hand_directive"] = "hand_directive"
    text: LongText


class AskDirective(Fact):
    """Ask what became of a directive, by the digest of its content."""

    kind: Literal["ask_directive"] = "ask_directive"
    digest: Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{16}$")]


class DirectiveWord(Fact):
    """The table's signed answer to a directive; empty while there is none."""

    kind: Literal["directive_word"] = "directive_word"
    answer: str = ""


class FromWall(Fact):
    """What a person asks from a wall that this table trusts: a `RemoteAct`, signed there."""

    kind: Literal["from_wall"] = "from_wall"
    text: LongText


class Enrolled(Fact):
    """The person is enrolled, as the record has it; the address is for an app, and shown once."""

    kind: Literal["enrolled"] = "enrolled"
    number: int
    app_address: str = ""


class FailedName(Fact):
    """How often somebody failed under a name since anybody last logged in."""

    person: PersonName
    failures: int


class LoggedIn(Fact):
    """Who the session is, and how often somebody failed under this name since the last time."""

    kind: Literal["logged_in"] = "logged_in"
    session: SessionId
    person: PersonName
    role: ActingRole
    failures: int
    # Under other names, since anybody last logged in.
    others: tuple[FailedName, ...] = ()
    # The person's own, if chosen.
    language: Text = ""


class LoggedOut(Fact):
    """The session is over."""

    kind: Literal["logged_out"] = "logged_out"


class Attendance(Fact):
    """Who a session is, and for how long it goes on; `fresh_s` as long as the PIN counts as new."""

    kind: Literal["attendance"] = "attendance"
    person: PersonName
    role: ActingRole
    fresh_s: float
    left_s: float
    # What the room asks for beside the PIN.
    second: Second = "none"


class NameLine(Fact):
    """Somebody who may try to log in."""

    person: PersonName
    role: Role


class Names(Fact):
    """Whom the log-in page offers."""

    kind: Literal["names"] = "names"
    people: tuple[NameLine, ...]


class StaffLine(Fact):
    """One person who may log in."""

    person: PersonName
    role: Role
    is_locked: bool
    failures: int


class Staff(Fact):
    """Everybody who may log in."""

    kind: Literal["staff"] = "staff"
    people: tuple[StaffLine, ...]


class Submitted(Fact):
    """The event is in the record under this number."""

    kind: Literal["submitted"] = "submitted"
    number: int


class Ordered(Fact):
    """The device was told; what it does it reports itself."""

    kind: Literal["ordered"] = "ordered"


DeskRequest = Annotated[
    LogIn
    | LogOut
    | AskNames
    | AskSession
    | GivePin
    | ChooseLanguage
    | AskBoard
    | AskHistory
    | AskLinks
    | AskHold
    | AskProspect
    | Submit
    | StaffList
    | StaffAdd
    | StaffLock
    | StaffReset
    | AcknowledgeAlarm
    | PauseSound
    | StartTest
    | LightLamps
    | EndTest
    | StaffEnrol
    | RollBackDirective
    | HandDirective
    | AskDirective
    | FromWall
    | ChangePin,
    Field(discriminator="kind"),
]
DESK_REQUEST: TypeAdapter[DeskRequest] = TypeAdapter(DeskRequest, config=ON_FIRST_USE)
