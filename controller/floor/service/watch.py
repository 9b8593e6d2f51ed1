"""Watching every table: alarms are raised when their cause is there, and end with it."""

from collections.abc import Container, Mapping
from typing import NamedTuple

from config.floor import Patience
from controller.floor.conditions import Known, causes
from controller.floor.service.keeper import Named
from controller.floor.standing import Standing
from controller.floor.store.alarms import RaisedAlarm, StoredAlarm
from controller.floor.store.rows import StoredHead
from controller.floor.store.store import FloorStore
from controller.floor.store.tables import StoredTable


class TableFigures(NamedTuple):
    """One table in figures."""

    table: str
    number: int
    behind: int
    silent_s: int
    alarms: int


class Watch:
    """Holds what is known of each table of some rooms against the conditions.

    Other rooms of the same database have a service of their own, which alone knows how they fare.
    """

    def __init__(self, patience: Patience, store: FloorStore, rooms: Container[str]) -> None:
        self._patience, self._store, self._rooms = patience, store, rooms

    def look(
        self,
        heads: Mapping[str, StoredHead],
        misfits: Mapping[str, Named],
        doubled_ms: Mapping[str, int],
        contradicted: Mapping[str, str],
        suspects: Mapping[str, tuple[str, ...]],
        now_ms: int,
    ) -> tuple[TableFigures, ...]:
        """Raise and end alarms; returns the figures of every table."""
        heard = {each.table: each for each in self._store.tables.all()}
        running = [alarm for alarm in self._store.alarms.open() if alarm.ended_ms is None]
        figures = []
        for table in sorted(heads.keys() | heard.keys()):
            if table.partition("/")[0] not in self._rooms:
                continue
            known = _known(table, heard.get(table), heads.get(table), now_ms, self._patience)
            named = misfits.get(table, Named("gap", 0))
            known = known._replace(
                misfit=named.misfit,
                misfit_at=named.at,
                doubled_ms=doubled_ms.get(table),
                contradiction=contradicted.get(table, ""),
                suspects=suspects.get(table, ()),
            )
            open_here = [alarm for alarm in running if alarm.table == table]
            figures.append(_figures(known, heads.get(table), self._settle(known, open_here)))
        return tuple(figures)

    def _settle(self, known: Known, running: list[StoredAlarm]) -> int:
        there = causes(known)
        for alarm in running:
            now = there.get(alarm.cause)
            # A cause that became more urgent is another alarm: nobody has seen it yet.
            if now is None or now[0].name != alarm.condition:
                self._store.alarms.end(alarm.number, known.now_ms)
        open_now = {(alarm.cause, alarm.condition) for alarm in running}
        for cause, (condition, found) in there.items():
            if (cause, condition.name) not in open_now:
                raised = RaisedAlarm(
                    known.table, cause, condition.name, condition.priority, found.told
                )
                self._store.alarms.raise_one(raised, known.now_ms)
        return len(there)


def _known(
    table: str,
    heard: StoredTable | None,
    head: StoredHead | None,
    now_ms: int,
    patience: Patience,
) -> Known:
    return Known(
        table,
        now_ms,
        patience,
        heard.heard_ms if heard else None,
        heard.beat if heard else None,
        head.standing if head else Standing(),
    )


def _figures(known: Known, head: StoredHead | None, alarms: int) -> TableFigures:
    number = head.head.number if head else 0
    last = known.beat.number if known.beat else number
    return TableFigures(known.table, number, max(0, last - number), known.silent_s, alarms)
