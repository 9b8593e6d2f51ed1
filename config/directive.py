"""A directive: settings that a room sends to its tables as a numbered document, to be signed."""

import logging
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Final, Literal, Self, get_args

from pydantic import (
    AwareDatetime,
    Field,
    StringConstraints,
    ValidationError,
    field_validator,
    model_validator,
)

from config.document import Document, Section
from config.game import Name, OptionId
from config.table import Messages, TableLimits
from config.theme import theme_of
from controller.facts.fact import PersonName
from controller.facts.roles import PinHash, Role

FORMAT: Final = 1
# Beside a table's sockets: what directives have put over its file, for every process of it.
ROOM_FILE: Final = "room-settings.json"
EVERY_TABLE: Final = "all"
Kind = Literal["root", "limits", "schedule", "messages", "theme", "staff", "software"]
KINDS: Final[tuple[Kind, ...]] = get_args(Kind)
# A public key in one line: NAME+SHORT+KEY.
KeyLine = Annotated[str, StringConstraints(pattern=r"^[^+\s]+\+[0-9a-f]{8}\+[A-Za-z0-9+/=]{40,}$")]
Version = Annotated[int, Field(ge=1, le=2**31)]

_log = logging.getLogger(__name__)


class SigningRole(Section):
    """Whose signatures count for one kind of directive, and how many are needed."""

    # Names of keys of [root.keys].
    keys: Annotated[tuple[str, ...], Field(min_length=1)]
    # How many of them must sign.
    threshold: Annotated[int, Field(ge=1)] = 1

    @model_validator(mode="after")
    def _can_be_met(self) -> Self:
        if self.threshold > len(set(self.keys)):
            raise ValueError(f"{self.threshold} signatures of {len(set(self.keys))} keys; add keys")
        return self


class Root(Section):
    """The keys a room signs with, and which of them may sign what."""

    # Public keys by name, each as its .pub file has it.
    keys: Annotated[dict[str, KeyLine], Field(min_length=1)]
    # By kind of directive; root itself is one of them. A kind without a role nobody may send.
    roles: dict[Kind, SigningRole]

    @model_validator(mode="after")
    def _is_whole(self) -> Self:
        if "root" not in self.roles:
            raise ValueError("misses [root.roles.root]; say whose keys may exchange keys")
        for kind, role in self.roles.items():
            odd = [name for name in role.keys if name not in self.keys]
            if odd:
                raise ValueError(f"{kind}: no key {odd[0]!r} in [root.keys]; add it")
        return self


class ScheduleChoice(Section):
    """The collection schedule in force, and the betting timer."""

    # One of the schedules of the game's book.
    fees: OptionId | None = None
    # Seconds until the bets close by themselves.
    timer_s: Annotated[int, Field(ge=5, le=300)] | None = None


class StaffEntry(Section):
    """A person of the room as this table shall know it."""

    person: PersonName
    role: Role
    # The hash of the PIN, as `underfelt directive pin` makes it; who is known keeps the own one.
    pin: PinHash | None = None
    # Kept out until a directive or a technician lets the person in again.
    locked: bool = False


class Software(Section):
    """The version of underfelt that tables shall run."""

    version: Annotated[str, StringConstraints(pattern=r"^[0-9]+(\.[0-9]+){1,3}([a-z0-9.+-]*)$")]
    # SHA-256 of the package, for whoever installs it.
    sha256: Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")] | None = None


class RoomSettings(Section):
    """What directives may put over a table file; what is None is as the file says."""

    limits: TableLimits | None = None
    schedule: ScheduleChoice | None = None
    # A line for the screens, by language.
    messages: Messages | None = None
    # A theme as a theme file has it; without a logo, which is a file of its own.
    theme: dict[str, object] | None = None

    @field_validator("theme")
    @classmethod
    def _is_legible(cls, theme: dict[str, object] | None) -> dict[str, object] | None:
        if theme is not None:
            theme_of(theme)
        return theme

    def over(self, document: Document) -> Document:
        """The table file as these settings make it."""
        lines: dict[str, object] = {}
        if self.limits is not None:
            lines["limits"] = self.limits.model_dump()
        if self.schedule is not None and self.schedule.fees is not None:
            lines["fees"] = self.schedule.fees
        if self.schedule is not None and self.schedule.timer_s is not None:
            lines["betting"] = {"timer_s": self.schedule.timer_s}
        if self.messages is not None:
            lines["messages"] = self.messages
        return document._replace(content=document.content | lines)


AS_THE_FILE_SAYS: Final = RoomSettings()


class Directive(RoomSettings):
    """One directive: what it is, whom it is for, until when it may be taken, and its content."""

    # Of this document; a table refuses a newer one.
    format: Literal[1]
    kind: Kind
    # Grows with each directive of its kind; a table never takes an older one.
    version: Version
    # Names of tables, or ["all"].
    to: Annotated[tuple[Name, ...], Field(min_length=1)]
    # With a zone, as 2026-12-31T00:00:00Z; afterwards no table takes it any more.
    expires: AwareDatetime
    # For people: why.
    note: Annotated[str, StringConstraints(max_length=200)] = ""
    root: Root | None = None
    staff: Annotated[tuple[StaffEntry, ...], Field(min_length=1, max_length=500)] | None = None
    software: Software | None = None

    @model_validator(mode="after")
    def _says_what_it_is(self) -> Self:
        given = [kind for kind in KINDS if getattr(self, kind) is not None]
        if given != [self.kind]:
            said = ", ".join(f"[{kind}]" for kind in given) or "nothing"
            raise ValueError(f"a directive of kind {self.kind} has [{self.kind}] alone, not {said}")
        return self

    @property
    def content(self) -> object:
        """What it says, by its kind."""
        return getattr(self, self.kind)

    def is_for(self, table: str) -> bool:
        """Whether it is addressed to a table."""
        return EVERY_TABLE in self.to or table in self.to


def joined(directives: Mapping[Kind, Directive]) -> RoomSettings:
    """What several directives, one of a kind, put over a table file."""
    given: dict[str, object] = {kind: getattr(each, kind) for kind, each in directives.items()}
    return RoomSettings.model_validate(
        {name: given.get(name) for name in RoomSettings.model_fields}
    )


def leave_room_settings(sockets: Path, settings: RoomSettings) -> None:
    """Write them for the other processes of the table, as a whole and only when they differ."""
    file, text = sockets / ROOM_FILE, settings.model_dump_json(exclude_none=True)
    if (file.read_text() if file.exists() else "{}") == text:
        return
    fresh = file.with_suffix(".new")
    fresh.write_text(text, encoding="utf-8")
    fresh.chmod(0o644)
    fresh.replace(file)


def room_settings(sockets: Path) -> RoomSettings:
    """What the daemon of these sockets has left; a table without directives is as its file says."""
    file = sockets / ROOM_FILE
    try:
        return RoomSettings.model_validate_json(file.read_bytes())
    except FileNotFoundError:
        return AS_THE_FILE_SAYS
    except (OSError, ValidationError) as error:
        _log.error("%s: %s; the table file alone counts", file, str(error).splitlines()[0])
        return AS_THE_FILE_SAYS
