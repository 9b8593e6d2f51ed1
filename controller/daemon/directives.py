"""Directives at a running table: judged as they come, in force between rounds, answered, undone."""

import logging
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, NamedTuple, Protocol

from config.directive import Directive, Kind, RoomSettings, StaffEntry, leave_room_settings
from config.document import DocumentError
from controller.bus.desk_messages import Submitted
from controller.bus.messages import Refused
from controller.daemon.keeper import TableKeeper
from controller.daemon.provenance import program_version
from controller.daemon.refusal import refused
from controller.directives.answer import DirectiveAnswer, Outcome, signed_answer
from controller.directives.box import Box, Letter, box_of
from controller.directives.judgement import DirectiveRefusedError, Judged, judge, read_directive
from controller.directives.shelf import Shelf
from controller.directives.signed import SignedText, signed_text
from controller.facts.events import (
    DirectiveRefused,
    DirectiveRolledBack,
    DirectiveTaken,
    Event,
    SettingsChanged,
)
from controller.facts.phrase import phrase
from controller.families.opening import rules_of
from controller.families.tables import load_table
from controller.people.sessions import Session
from controller.record.keys import SigningKey, table_key
from controller.record.note import NoteError
from controller.table.settings_change import is_between_rounds
from controller.table.settings_in_force import recorded
from controller.table.state import Rules

SOURCE: Final = "directive"
LONGEST: Final = 500
# What a room's word alone brought is not undone at one table: keys, and people.
NOT_UNDONE: Final = ("root", "staff")
# Where what the floor's bridge hands over comes from; and the most that waits for a round's end.
WIRE: Final = Path("floor")
MOST_WAITING: Final = 50

_log = logging.getLogger(__name__)


class Table(Protocol):
    """What the daemon does for directives."""

    def note(self, source: str, *events: Event) -> Submitted | Refused:
        """Put events into the record, all or none."""

    def appoint(self, entries: Sequence[StaffEntry], by: str) -> Refused | None:
        """Know people as the room does."""


class OwnTable(NamedTuple):
    """What a table is by itself: its name, its key, its program, its files."""

    name: str
    key: SigningKey
    program: str
    sockets: Path
    # The rules of the table file under these settings of the room; DocumentError where they clash.
    rules: Callable[[RoomSettings], Rules]


class Directives:
    """Takes what comes in by the box, as the shelf's keys allow."""

    def __init__(self, own: OwnTable, shelf: Shelf, box: Box, keeper: TableKeeper) -> None:
        self._own = own
        self._shelf = shelf
        self._box = box
        self._keeper = keeper
        self._waiting: list[Letter] = []

    def begin(self) -> None:
        """Begin to look into the folders; tell of the program that was asked for and now runs."""
        self._leave()
        wanted = self._shelf.in_force("software")
        for answer in self._shelf.standing.answers.values():
            if answer.outcome == "waiting" and wanted and answer.version == wanted.version:
                if wanted.software and wanted.software.version == self._own.program:
                    self._tell(answer.model_copy(update={"outcome": "taken", "reason": ""}))
                break
        self._box.open()

    def hand(self, text: str) -> str:
        """Take a directive that came over a wire; what was answered to it before, if anything."""
        if len(self._waiting) < MOST_WAITING and text not in (each.text for each in self._waiting):
            self._waiting.append(Letter(WIRE, text))
        return self.word(_parted(text).digest)

    def word(self, digest: str) -> str:
        """The signed answer to a directive; empty while it waits for the end of a round."""
        known = self._shelf.standing.answers.get(digest)
        is_waiting = any(_parted(each.text).digest == digest for each in self._waiting)
        return "" if known is None or is_waiting else signed_answer(known, self._own.key)

    def tend(self, table: Table) -> None:
        """Judge what came; what may be taken is, once nothing of a round has happened."""
        self._waiting += self._box.found()
        if self._waiting and is_between_rounds(self._keeper.state):
            letters, self._waiting = self._waiting, []
            for letter in letters:
                self._open(letter, table)

    def _open(self, letter: Letter, table: Table) -> None:
        signed, directive = _as_far_as_read(letter.text)
        known = self._shelf.standing.answers.get(signed.digest)
        if known is not None and known.outcome != "refused":
            return self._box.answer(known.file, signed_answer(known, self._own.key))
        try:
            now = datetime.fromtimestamp(self._keeper.now_ms() / 1000, UTC)
            judged = judge(letter.text, self._shelf.trust, self._own.name, now)
            self._take(judged, table)
        except DirectiveRefusedError as error:
            self._refuse(error, signed, directive, table, known)
        return None

    def _take(self, judged: Judged, table: Table) -> None:
        directive = judged.directive
        events = self._changes({directive.kind: directive})
        taken = DirectiveTaken(
            directive=directive.kind,
            version=directive.version,
            digest=judged.signed.digest,
            signed_by=judged.signers,
            before=_told(self._shelf.in_force(directive.kind)),
            after=_told(directive),
        )
        with self._all_or_nothing():
            self._shelf.put(directive, judged.signed)
            self._appoint(directive, table)
            row = _noted(table.note(SOURCE, taken, *events))
        self._leave()
        if directive.kind == "root":
            self._box.look_again()
        outcome, why = self._outcome(directive)
        self._tell(self._answer(directive, judged.signed.digest, outcome, why, row))
        _log.info("directive %s %d is in force", directive.kind, directive.version)

    def _changes(self, changed: dict[Kind, Directive | None]) -> list[Event]:
        """What changes at the table itself; refuse what the game's book does not allow."""
        try:
            after = self._own.rules(self._shelf.settings(changed)).settings
        except DocumentError as error:
            first = error.problems[0]
            text = f"does not fit this table: {first.key}: {first.text}"
            raise DirectiveRefusedError("does-not-fit", text[:LONGEST]) from None
        before = recorded(self._keeper.state)
        return [] if before == after else [SettingsChanged(before=before, after=after)]

    def _appoint(self, directive: Directive, table: Table) -> None:
        by = f"{SOURCE} {directive.kind} {directive.version}"
        turned = table.appoint(directive.staff or (), by)
        if turned is not None:
            raise DirectiveRefusedError("staff-not-kept", turned.reason[:LONGEST])

    @contextmanager
    def _all_or_nothing(self) -> Iterator[None]:
        """What was put on the shelf is off it again where the rest could not be done."""
        before = self._shelf.standing
        try:
            yield
        except DirectiveRefusedError:
            self._shelf.stand(before)
            raise

    def _outcome(self, directive: Directive) -> tuple[Outcome, str]:
        """Another program takes its time: who installs it, and the next start, bring the answer."""
        if directive.software is None or directive.software.version == self._own.program:
            return "taken", ""
        text = f"runs {self._own.program}; install {directive.software.version} and restart"
        return "waiting", text

    def _refuse(
        self,
        error: DirectiveRefusedError,
        signed: SignedText,
        directive: Directive | None,
        table: Table,
        known: DirectiveAnswer | None,
    ) -> None:
        """Say why, in the record once for each cause."""
        reason = str(error)[:LONGEST]
        answer = self._answer(directive, signed.digest, "refused", reason, None)
        if known is None or known.reason != reason:
            kind, version = answer.directive, answer.version
            told = DirectiveRefused(
                directive=kind,
                version=version,
                digest=signed.digest,
                code=error.code,
                reason=reason,
            )
            noted = table.note(SOURCE, told)
            row = None if isinstance(noted, Refused) else noted.number
            answer = answer.model_copy(update={"row": row})
            _log.warning("directive %s %d %s", kind or "?", version, reason)
        self._tell(answer)

    def roll_back(self, kind: Kind, session: Session, table: Table) -> Submitted | Refused:
        """Take the directive of a kind back under a person's name."""
        now = self._shelf.in_force(kind)
        if now is None or kind in NOT_UNDONE:
            return refused(phrase("directive-not-undone", directive=kind))
        earlier = self._shelf.in_force(kind, -2)
        back = DirectiveRolledBack(
            person=session.person,
            directive=kind,
            version=now.version,
            to_version=earlier.version if earlier else 0,
        )
        try:
            events = self._changes({kind: earlier})
            with self._all_or_nothing():
                self._shelf.stand(self._shelf.standing.without_last(kind))
                row = _noted(table.note(session.source, back, *events))
        except DirectiveRefusedError as error:
            return Refused(reason=str(error)[:LONGEST])
        self._leave()
        self._tell_rolled_back(now, row)
        return Submitted(number=row)

    def _tell_rolled_back(self, directive: Directive, row: int) -> None:
        answers = self._shelf.standing.answers.values()
        wanted = (directive.kind, directive.version)
        known = next((a for a in answers if (a.directive, a.version) == wanted), None)
        if known is not None:
            update = {"outcome": "rolled-back", "row": row, "at_ms": self._keeper.now_ms()}
            self._tell(known.model_copy(update=update))

    def _leave(self) -> None:
        """Let the screens know, whose processes read what is beside the sockets."""
        leave_room_settings(self._own.sockets, self._shelf.settings())

    def _answer(
        self, directive: Directive | None, digest: str, outcome: Outcome, why: str, row: int | None
    ) -> DirectiveAnswer:
        return DirectiveAnswer(
            table=self._own.name,
            directive=directive.kind if directive else "",
            version=directive.version if directive else 0,
            digest=digest,
            outcome=outcome,
            reason=why,
            row=row,
            at_ms=self._keeper.now_ms(),
            program=self._own.program,
        )

    def _tell(self, answer: DirectiveAnswer) -> None:
        try:
            self._shelf.stand(self._shelf.standing.with_answer(answer))
        except DirectiveRefusedError as error:
            _log.warning("%s", error)
        self._box.answer(answer.file, signed_answer(answer, self._own.key))


def directives_of(table_file: Path, shelf: Shelf, keeper: TableKeeper, sockets: Path) -> Directives:
    """The directives of a running table, its folders looked into from now on."""
    name = keeper.state.rules.table
    own = OwnTable(
        name,
        table_key(shelf.state, name),
        program_version(),
        sockets,
        lambda room: rules_of(load_table(table_file, room=room)),
    )
    directives = Directives(own, shelf, box_of(table_file), keeper)
    directives.begin()
    return directives


def _as_far_as_read(text: str) -> tuple[SignedText, Directive | None]:
    try:
        return read_directive(text)
    except DirectiveRefusedError:
        return _parted(text), None


def _parted(text: str) -> SignedText:
    """What was signed, wherever signatures can be told from it: who sent it knows it by that."""
    try:
        return signed_text(text)
    except NoteError:
        return SignedText(text)


def _noted(noted: Submitted | Refused) -> int:
    if isinstance(noted, Refused):
        raise DirectiveRefusedError("not-recorded", noted.reason[:LONGEST])
    return noted.number


def _told(directive: Directive | None) -> str:
    """What a directive says, for the record: no secret, and not without end."""
    if directive is None:
        return ""
    said = directive.model_dump_json(include={str(directive.kind)}, exclude_defaults=True)
    if directive.staff is not None:
        said = ", ".join(f"{each.person} {each.role}" for each in directive.staff)
    return said[:LONGEST]
