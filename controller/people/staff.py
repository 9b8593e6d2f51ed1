"""The staff of a table: a file of names, roles and hashed PINs that only the daemon writes."""

import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Annotated, Final, Literal

from pydantic import Field, StringConstraints, TypeAdapter, ValidationError

from controller.facts.fact import Fact, PersonName, Text
from controller.facts.failure import OperatorError
from controller.facts.roles import Demonstration, PinHash, Role
from controller.people.pins import hashed

STAFF_FILE: Final = "staff.json"
MOST_FAILURES: Final = 3
MOST_PEOPLE: Final = 500


class Member(Fact):
    """One person: `failures` counts wrong PINs since the last right one."""

    person: PersonName
    role: Role
    pin: PinHash
    failures: Annotated[int, Field(ge=0)] = 0
    is_locked: bool = False
    # Beside the PIN: the secret of an app with the last step used, or the hash of a badge.
    code_secret: Annotated[str, StringConstraints(pattern=r"^([A-Z2-7]{32})?$")] = ""
    code_step: Annotated[int, Field(ge=0)] = 0
    badge: PinHash | Literal[""] = ""
    # In which the pages speak to this person; empty: as the table speaks.
    language: Text = ""


MEMBERS: Final[TypeAdapter[tuple[Member, ...]]] = TypeAdapter(tuple[Member, ...])


class StaffFileError(OperatorError):
    """The staff's file cannot be read or written; the message says why and what to do."""


class StaffRoll:
    """Who may log in; every change is in the file before it counts. Without a file: nobody."""

    def __init__(self, file: Path | None = None, added: Iterable[Member] = ()) -> None:
        self._file = file
        self._members = {member.person: member for member in _read(file)}
        # People of a demonstration are never written down.
        self._added = {member.person: member for member in added}

    @property
    def members(self) -> tuple[Member, ...]:
        """Everybody, by name."""
        known = self._added | self._members
        return tuple(known[name] for name in sorted(known))

    def find(self, person: str) -> Member | None:
        """A person by name."""
        return self._members.get(person) or self._added.get(person)

    def put(self, member: Member) -> None:
        """Keep a person as given, in place of what was known."""
        if member.person in self._added and member.person not in self._members:
            self._added[member.person] = member
            return
        members = self._members | {member.person: member}
        if len(members) > MOST_PEOPLE:
            raise StaffFileError(f"{MOST_PEOPLE} people are on the staff; lock or remove some")
        _write(self._file, members)
        self._members = members


def demonstration(people: Iterable[Demonstration]) -> tuple[Member, ...]:
    """People whose PINs everybody may know, for a table that is emulated as a whole."""
    # The cheapest hash: there is nothing to keep.
    return tuple(
        Member(person=each.person, role=each.role, pin=hashed(each.pin, cost=2)) for each in people
    )


def _read(file: Path | None) -> tuple[Member, ...]:
    try:
        return () if file is None else MEMBERS.validate_json(file.read_bytes())
    except FileNotFoundError:
        return ()
    except OSError as error:
        raise StaffFileError(f"cannot read {file}: {error.strerror}; make it readable") from None
    except ValidationError as error:
        place = ".".join(map(str, error.errors()[0]["loc"])) or "the file"
        text = f"{file}: {place}: {error.errors()[0]['msg']}; put a copy back, or remove the file"
        raise StaffFileError(f"{text} and add the staff anew from a root shell") from None


def _write(file: Path | None, members: Mapping[str, Member]) -> None:
    """Replace the file as a whole, on the disk before anything relies on it."""
    if file is None:
        raise StaffFileError("this table keeps no staff; start it with a state directory")
    new = file.with_suffix(".new")
    try:
        descriptor = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW, 0o600)
        with os.fdopen(descriptor, "wb") as out:
            os.fchmod(descriptor, 0o600)
            out.write(MEMBERS.dump_json(tuple(members.values()), indent=1))
            out.flush()
            os.fsync(descriptor)
        new.replace(file)
        _sync_folder(file.parent)
    except OSError as error:
        text = f"cannot write {file}: {error.strerror}; make room or make it writable"
        raise StaffFileError(text) from None


def _sync_folder(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
