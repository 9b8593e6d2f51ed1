"""What the desk reports of people: who came, who was refused, who may come."""

from typing import Annotated, Literal

from pydantic import Field

from controller.facts.alarms import LONGEST_PAUSE_S
from controller.facts.fact import Fact, Name, PersonName, Text
from controller.facts.roles import ActingRole, Role, Second


class StaffState(Fact):
    """What is known of a person, without the PIN."""

    role: Role
    is_locked: bool
    # What proves the person beside the PIN, where something is enrolled.
    second: Second = "none"


class PersonLoggedIn(Fact):
    """A person logged in at the desk, in a role; `where` is the place, user and process."""

    kind: Literal["person_logged_in"] = "person_logged_in"
    person: PersonName
    role: ActingRole
    where: Text


class LogInRefused(Fact):
    """Somebody gave this name and was not let in."""

    kind: Literal["log_in_refused"] = "log_in_refused"
    person: PersonName
    where: Text
    reason: Literal["wrong-pin", "wrong-proof", "locked", "unknown", "not-root"]
    failures: Annotated[int, Field(ge=0, le=1000)] = 0


class ActRefused(Fact):
    """A person asked for what the role does not grant."""

    kind: Literal["act_refused"] = "act_refused"
    person: PersonName
    role: ActingRole
    act: Name
    where: Text


class AlarmAcknowledged(Fact):
    """A person has seen this occurrence of an alarm; its sound stops, the next one's does not."""

    kind: Literal["alarm_acknowledged"] = "alarm_acknowledged"
    person: PersonName
    condition: Name
    cause: Text
    since_ms: int


class SoundPaused(Fact):
    """A person paused the sound of every alarm."""

    kind: Literal["sound_paused"] = "sound_paused"
    person: PersonName
    seconds: Annotated[int, Field(ge=1, le=LONGEST_PAUSE_S)]


class StaffChanged(Fact):
    """A person may log in, may no more, or in another way; None: was not, or is not, staff."""

    kind: Literal["staff_changed"] = "staff_changed"
    person: PersonName
    by: PersonName
    before: StaffState | None
    after: StaffState | None
    note: Text = ""
