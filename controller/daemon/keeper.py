"""The keeper of a table: an event counts once it and its decisions are in the record."""

import logging
import time
from collections.abc import Callable, Iterable, Iterator
from typing import Final, NamedTuple

from controller.daemon.checkpoint import Sequences, checkpoint_version, packed, unpacked
from controller.daemon.earlier_rounds import earlier_rounds
from controller.facts.decisions import Decision, ExpectationSet
from controller.facts.events import (
    DeviceTestSeen,
    Event,
    EventsMissed,
    RecordContradicted,
    RecordDamaged,
    ReportContradicted,
    SettingsChanged,
    TableOpened,
)
from controller.families.opening import closed_table, opening_event
from controller.record.journal import EventRow, Journal
from controller.record.rescue import Damage
from controller.record.row import JournalError, Row, decision_row, event_of, event_row, event_text
from controller.table.advance import advance, fold
from controller.table.settings_in_force import recorded
from controller.table.state import Rules, TableState

DAEMON: Final = "daemon"
CHECKPOINT_EVERY: Final = 2000
MOST_CONTENT: Final = 500

_log = logging.getLogger(__name__)


class Arrival(NamedTuple):
    """An event on its way into the record, with the number its origin gave it."""

    source: str
    event: Event
    boot: int | None = None
    sequence: int | None = None


class Admission(NamedTuple):
    """What a batch of arrivals became: rows of the record, and what was decided."""

    rows: tuple[Row, ...]
    decisions: tuple[Decision, ...]


def wall_clock_ms() -> int:
    """The time for the record, UTC."""
    return time.time_ns() // 1_000_000


class TableKeeper:
    """Owns one table's state and record; nothing else changes either."""

    def __init__(
        self,
        rules: Rules,
        journal: Journal,
        clock_ms: Callable[[], int] = wall_clock_ms,
        damage: Damage | None = None,
        contradictions: Iterable[RecordContradicted] = (),
    ) -> None:
        self._rules = rules
        self._journal = journal
        self._clock_ms = clock_ms
        self._version = checkpoint_version(rules)
        self._sequences: Sequences = {}
        self._number = self._checkpoint_at = 0
        self.state, digest = self._recover()
        if digest != rules.digest:
            opening = opening_event(rules, *earlier_rounds(journal))
            self.admit([Arrival(DAEMON, opening)])
        elif (before := recorded(self.state)) != rules.settings:
            changed = SettingsChanged(before=before, after=rules.settings)
            self.admit([Arrival(DAEMON, changed)])
        if damage is not None:
            self.admit([Arrival(DAEMON, RecordDamaged(row=damage.row, file=damage.file))])
        else:
            self.admit(Arrival(DAEMON, contradiction) for contradiction in contradictions)

    @property
    def number(self) -> int:
        """The last row of the record."""
        return self._number

    def now_ms(self) -> int:
        """The time as the record has it."""
        return self._clock_ms()

    def knows(self, device: str, boot: int) -> bool:
        """Tell whether the record holds something of this start of a driver or device."""
        return (device, boot) in self._sequences

    def admit(self, arrivals: Iterable[Arrival]) -> Admission:
        """Advance and record a batch; when the record refuses, nothing has happened."""
        state, sequences = self.state, dict(self._sequences)
        batch: list[Row] = []
        decided: list[Decision] = []
        for arrival in self._in_order(arrivals, sequences):
            state, decisions = advance(state, arrival.event)
            batch += self._rows(arrival, decisions)
            decided += decisions
        rows = tuple(self._journal.append(batch))
        self.state, self._sequences = state, sequences
        self._number += len(rows)
        self._save_when_due()
        return Admission(rows, tuple(decided))

    def save(self) -> None:
        """Write a checkpoint, so that the next start is quick; without one it is only slower."""
        self._checkpoint_at = self._number
        try:
            self._journal.save_checkpoint(
                self._number, self._version, packed(self.state, self._sequences)
            )
        except JournalError as error:
            _log.warning("no checkpoint was saved: %s", error)

    def _save_when_due(self) -> None:
        if self._number - self._checkpoint_at >= CHECKPOINT_EVERY and self.state.round is None:
            self.save()

    def _in_order(self, arrivals: Iterable[Arrival], sequences: Sequences) -> Iterable[Arrival]:
        """Drop what is recorded already; put a notice before what follows a hole."""
        for arrival in arrivals:
            if arrival.boot is None or arrival.sequence is None:
                yield arrival
                continue
            origin = (arrival.source, arrival.boot)
            last = sequences.get(origin, 0)
            if arrival.sequence <= last:
                yield from self._contradicted(arrival)
                continue
            if arrival.sequence > last + 1:
                missed = EventsMissed(
                    device=arrival.source,
                    last_sequence=last,
                    next_sequence=arrival.sequence,
                )
                yield Arrival(DAEMON, missed)
            sequences[origin] = arrival.sequence
            yield arrival

    def _contradicted(self, again: Arrival) -> Iterator[Arrival]:
        """A number that comes again with another content is a fault, and never dropped."""
        sequence, text = again.sequence or 0, event_text(again.event)
        body = self._journal.body_of(again.source, again.boot or 0, sequence)
        if body is not None and _content(body) != _content(text):
            content = text.decode()[:MOST_CONTENT]
            fault = ReportContradicted(device=again.source, sequence=sequence, content=content)
            yield Arrival(DAEMON, fault)

    def _rows(self, arrival: Arrival, decisions: tuple[Decision, ...]) -> list[Row]:
        now = self._clock_ms()
        first = event_row(now, arrival.source, arrival.event, arrival.boot, arrival.sequence)
        # What is expected follows from the events, is on every board, and decides nothing.
        kept = (decision for decision in decisions if type(decision) is not ExpectationSet)
        return [first, *(decision_row(now, DAEMON, decision) for decision in kept)]

    def _recover(self) -> tuple[TableState, str]:
        """Replay the record; returns the state and the rules it was opened under."""
        state, digest, after = closed_table(self._rules), "", 0
        origins = self._journal.beginning.origins
        self._sequences = {(name, boot): last for name, boot, last in origins}
        saved = self._journal.latest_checkpoint(self._version)
        if saved is not None:
            after, content = saved
            state, self._sequences = unpacked(self._rules, content)
            digest = self._rules.digest
        # A table that often starts anew saves one all the same, or each start would take longer.
        self._checkpoint_at = after
        digests = [digest]
        state = fold(state, _recorded(self._journal.events(after), digests, self._sequences))
        self._number = self._journal.last_number
        return state, digests[-1]


def _content(body: bytes) -> bytes:
    """What a device said; a test may have begun or ended between the first time and the next."""
    event = event_of(body)
    return event.content.encode() if isinstance(event, DeviceTestSeen) else body


def _recorded(
    rows: Iterable[EventRow], digests: list[str], sequences: Sequences
) -> Iterator[Event]:
    """Read the events of a record; on the way note each opening's rules, each origin's number."""
    for _number, source, boot, sequence, body in rows:
        if boot is not None and sequence is not None:
            sequences[source, boot] = sequence
        event = event_of(body)
        if type(event) is TableOpened:
            digests.append(event.digest)
        yield event
