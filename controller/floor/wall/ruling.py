"""Ruling from the wall: why a table holds, what may be ruled, and the ruling itself."""

import asyncio
from typing import Final, Literal, Protocol

from config.words import ENGLISH, words
from controller.bus.desk_client import DeskClient
from controller.desk.pages.floor.given_ruling import given
from controller.desk.pages.floor.hold_view import hold_shown
from controller.desk.pages.floor.shown import HoldShown, RowLine
from controller.desk.visit import Visit
from controller.facts.events import RulingGiven
from controller.facts.fact import Fact, Name, Text
from controller.facts.kinds import Ruling
from controller.floor.wall.desk import WallDesk
from controller.people.sessions import Session

RULE: Final = "rule"


class AskHoldOf(Fact):
    """Why does this table hold, and what may be ruled?"""

    kind: Literal["ask_hold_of"] = "ask_hold_of"
    language: Text = ENGLISH
    table: Text


class RuleAt(Fact):
    """Rule so at a table, on the hold that the person saw."""

    kind: Literal["rule_at"] = "rule_at"
    language: Text = ENGLISH
    table: Text
    hold: Name
    ruling: Ruling
    note: Text = ""


class HoldOf(Fact):
    """A hold of a table by its code, as the page draws it; none: the table plays on."""

    table: Text
    name: Name | None
    shown: HoldShown | None


class Ruled(Fact):
    """The row of the table's record that says what was ruled."""

    table: Text
    line: RowLine


class Reach(Protocol):
    """A way to the tables' desks."""

    def desk_of(self, table: str, session: Session) -> DeskClient:
        """The desk of a table, as this person may use it."""
        ...

    async def close(self) -> None:
        """Leave it."""


class RemoteRulings:
    """Asks and rules at a table's own desk; who may is decided there, once more than here."""

    def __init__(self, desk: WallDesk, reach: Reach) -> None:
        self._desk, self._reach = desk, reach

    async def do(self, visit: Visit, request: AskHoldOf | RuleAt) -> Fact:
        """Do it under this person's name; DeskError says why not."""
        session = self._desk.check(visit.session, RULE)
        table = self._reach.desk_of(request.table, session)
        if isinstance(request, AskHoldOf):
            return await asyncio.to_thread(_hold, table, request)
        ruling = RulingGiven(
            by=session.person, hold=request.hold, ruling=request.ruling, note=request.note
        )
        line = await asyncio.to_thread(given, table, ruling, words(request.language))
        said = f"{request.table}: {request.note}" if request.note else request.table
        self._desk.record.note(session.source, ruling.model_copy(update={"note": said[:200]}))
        return Ruled(table=request.table, line=line)


def _hold(table: DeskClient, request: AskHoldOf) -> HoldOf:
    report = table.hold()
    shown = hold_shown(report, (), "", words(request.language))
    return HoldOf(table=request.table, name=report.name, shown=shown)
