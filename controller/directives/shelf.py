"""The directives of one table: those in force, those before, and what was answered to each."""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from pydantic import Field, ValidationError

from config.directive import KINDS, Directive, Kind, RoomSettings, Root, joined
from config.table import read_table
from controller.directives.answer import DirectiveAnswer
from controller.directives.judgement import DirectiveRefusedError, Trust, first_root, read_directive
from controller.directives.signed import SignedText
from controller.facts.fact import Fact
from controller.facts.failure import OperatorError

FOLDER: Final = "directives"
STANDING: Final = "standing.json"
ENDING: Final = ".directive"
MOST_ANSWERS: Final = 200


class Standing(Fact):
    """Versions by kind: the newest ever taken, and those in force, the last one now."""

    newest: dict[str, int] = Field(default_factory=dict)
    in_force: dict[str, tuple[int, ...]] = Field(default_factory=dict)
    # By digest, the newest last.
    answers: dict[str, DirectiveAnswer] = Field(default_factory=dict)

    def with_taken(self, kind: str, version: int) -> "Standing":
        """One more version, in force from now on."""
        before = self.in_force.get(kind, ())
        return self.model_copy(
            update={
                "newest": self.newest | {kind: version},
                "in_force": self.in_force | {kind: (*before, version)},
            }
        )

    def without_last(self, kind: str) -> "Standing":
        """The one before is in force again; the newest version stays known."""
        return self.model_copy(
            update={"in_force": self.in_force | {kind: self.in_force[kind][:-1]}}
        )

    def with_answer(self, answer: DirectiveAnswer) -> "Standing":
        """Remember what was answered; the oldest makes way."""
        known = {k: v for k, v in self.answers.items() if k != answer.digest}
        known[answer.digest] = answer
        return self.model_copy(update={"answers": dict([*known.items()][-MOST_ANSWERS:])})


class Shelf:
    """A folder beside the record: every directive that was taken, and how they stand."""

    def __init__(self, state: Path, root_text: str) -> None:
        self.state = state
        self._folder = state / FOLDER
        own = first_root(root_text)
        assert own.root is not None
        self._own: tuple[int, Root] = own.version, own.root
        self.standing = self._read()

    @property
    def place(self) -> Path:
        """The file that says what is in force."""
        return self._folder / STANDING

    @property
    def trust(self) -> Trust:
        """What a newcomer is held against; a newer root of the technician's wins over the kept."""
        version, root = self._own
        kept = self.in_force("root")
        if kept is not None and kept.root is not None and kept.version > version:
            version, root = kept.version, kept.root
        known: dict[Kind, int] = {kind: self.standing.newest[kind] for kind in self._kinds()}
        return Trust(root, version, known)

    def in_force(self, kind: Kind, at: int = -1) -> Directive | None:
        """The directive of a kind that is in force, or was before: `at` counts from the end."""
        versions = self.standing.in_force.get(kind, ())
        if len(versions) < -at:
            return None
        file = self._file(kind, versions[at])
        try:
            return read_directive(file.read_text(encoding="utf-8"))[1]
        except (OSError, UnicodeDecodeError, DirectiveRefusedError) as error:
            text = f"{file}: cannot be read ({error}); put a copy back, or remove {self._folder}"
            raise OperatorError(text) from None

    def settings(self, changed: Mapping[Kind, Directive | None] | None = None) -> RoomSettings:
        """What is put over the table file, with some kinds exchanged or left out."""
        known = {kind: self.in_force(kind) for kind in self._kinds()} | dict(changed or {})
        return joined({kind: each for kind, each in known.items() if each is not None})

    def put(self, directive: Directive, signed: SignedText) -> None:
        """Keep a directive and let it be in force; on the disk before anything relies on it."""
        self._write(self._file(directive.kind, directive.version), signed.text)
        self.stand(self.standing.with_taken(directive.kind, directive.version))

    def stand(self, standing: Standing) -> None:
        """Let it stand so."""
        self._write(self._folder / STANDING, standing.model_dump_json(indent=1))
        self.standing = standing

    def _kinds(self) -> list[Kind]:
        return [kind for kind in KINDS if kind in self.standing.newest]

    def _file(self, kind: str, version: int) -> Path:
        return self._folder / f"{kind}.{version}{ENDING}"

    def _read(self) -> Standing:
        file = self._folder / STANDING
        try:
            return Standing.model_validate_json(file.read_bytes())
        except FileNotFoundError:
            return Standing()
        except (OSError, ValidationError) as error:
            text = f"{file}: cannot be read ({str(error).splitlines()[0]}); put a copy back, or"
            raise OperatorError(f"{text} remove it: then the table file alone counts") from None

    def _write(self, file: Path, text: str) -> None:
        try:
            self._folder.mkdir(mode=0o700, exist_ok=True)
            fresh = file.with_name(file.name + ".new")
            with fresh.open("w", encoding="utf-8") as out:
                out.write(text)
                out.flush()
                os.fsync(out.fileno())
            fresh.replace(file)
        except OSError as error:
            text = f"cannot keep {file.name}: {error.strerror}; make room there"
            raise DirectiveRefusedError("not-kept", text) from None


def shelf_of(table_file: Path, state: Path) -> Shelf | None:
    """The shelf of a table whose file names the room's root; None where it takes no directives."""
    named = read_table(table_file).directives.root
    if named is None:
        return None
    file = table_file.parent / named
    try:
        return Shelf(state, file.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        text = f"[directives] root: {file} cannot be read ({error}); put the room's root there"
        raise OperatorError(text) from None
    except DirectiveRefusedError as error:
        raise OperatorError(f"[directives] root: {file} {error}") from None
