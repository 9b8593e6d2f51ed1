"""The wall's page: what it shows of the floor, and what it does when it is asked."""

from base64 import b64encode
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import cache
from operator import itemgetter
from typing import Annotated, ClassVar, Final, Literal, NamedTuple

from pydantic import Field

from config.words import ENGLISH, Words, language_file, words
from controller.bus.client import DeskError
from controller.desk.page import PageForStaff
from controller.desk.visit import Visit
from controller.facts.fact import Fact, Text
from controller.facts.failure import OperatorError
from controller.facts.roles import ActingRole
from controller.floor.rounds import PlayedRound
from controller.floor.store.alarms import StoredAlarm
from controller.floor.store.database import StoreError
from controller.floor.store.rounds import RoundSearch
from controller.floor.store.store import FloorStore
from controller.floor.store.tables import StoredTable
from controller.floor.wall.desk import LOOKS_ON, WallDesk, may, not_granted
from controller.floor.wall.detail import RoundLine, detail_of, round_line
from controller.floor.wall.figures import FloorReport, report_of, sheet_of
from controller.floor.wall.parquet import parquet_of
from controller.floor.wall.ruling import RULE, AskHoldOf, RemoteRulings, RuleAt
from controller.floor.wall.tiles import AlarmTile, Tile, alarm_tile, tiles_of

MOST_FOUND: Final = 200
MOST_REPORTED: Final = 100_000
ACTS: Final = {
    "look": "look",
    "search": "search",
    "ask_report": "report",
    "save_rounds": "report",
}
Ask = Callable[[Callable[[FloorStore], Fact]], Awaitable[Fact]]
Moment = Annotated[int, Field(ge=0, lt=2**53)]


class Look(Fact):
    """Open one table."""

    kind: Literal["look"] = "look"
    language: Text = ENGLISH
    table: Text


class Search(Fact):
    """Find rounds; what is empty may be anything."""

    kind: Literal["search"] = "search"
    language: Text = ENGLISH
    table: Text = ""
    shoe: Annotated[int, Field(ge=0)] | None = None
    since_ms: Moment | None = None
    until_ms: Moment | None = None
    outcome: Text = ""
    irregularity: Text = ""
    person: Text = ""
    dealer: Text = ""
    void_only: bool = False


class AskReport(Fact):
    """The report of a span."""

    kind: Literal["ask_report"] = "ask_report"
    language: Text = ENGLISH
    since_ms: Moment
    until_ms: Moment


class SaveRounds(Fact):
    """The rounds of a span as Parquet."""

    kind: Literal["save_rounds"] = "save_rounds"
    language: Text = ENGLISH
    since_ms: Moment
    until_ms: Moment


class SavedRounds(Fact):
    """A Parquet file, in base 64."""

    parquet: str


Question = Look | Search | AskReport | SaveRounds


class WallPicture(Fact):
    """All tables, those that need a person first; `refused` where this person may not look."""

    refused: Text = ""
    tiles: tuple[Tile, ...] = ()
    alarms: tuple[AlarmTile, ...] = ()
    may_acknowledge: bool = False
    # Whether this wall reaches the tables and this person may rule at all.
    may_rule: bool = False
    # Every irregularity by its code and its words, to search for.
    irregularities: tuple[tuple[str, str], ...] = ()


class Rounds(Fact):
    """What a search found: the newest, and how many there are."""

    lines: tuple[RoundLine, ...]
    total: int


class ReportReceipt(Fact):
    """A report, what was irregular in words, its alarms, and its rounds for a spreadsheet."""

    report: FloorReport
    irregularities: tuple[tuple[str, int], ...]
    alarms: tuple[AlarmTile, ...]
    sheet: str


class Floor(NamedTuple):
    """What is known of every table."""

    tables: tuple[StoredTable, ...]
    alarms: tuple[StoredAlarm, ...]
    # Of the last hour, the newest first.
    rounds: Mapping[str, Sequence[PlayedRound]]
    at_ms: int


class WallPage(PageForStaff):
    """Every table of the floor on one page."""

    name = "wall"
    roles: ClassVar[frozenset[ActingRole]] = frozenset(LOOKS_ON)
    takes = (Look, Search, AskReport, SaveRounds, AskHoldOf, RuleAt)

    def __init__(
        self,
        desk: WallDesk,
        ask: Ask,
        wall_ms: Callable[[], int],
        rulings: RemoteRulings | None = None,
    ) -> None:
        self._rulings = rulings
        self._desk = desk
        self._ask = ask
        self._wall_ms = wall_ms

    def show(self, visit: Visit, floor: Floor, language: str) -> WallPicture:
        """The whole wall for this person."""
        said = words(language)
        if not may("look", visit.role):
            return WallPicture(refused=said.sentence(not_granted("look", visit.role or "dealer")))
        return WallPicture(
            tiles=tiles_of(floor.tables, floor.alarms, floor.rounds, floor.at_ms, said),
            alarms=tuple(alarm_tile(alarm, said) for alarm in floor.alarms),
            may_acknowledge=may("acknowledge-alarm", visit.role),
            may_rule=self._rulings is not None and may(RULE, visit.role),
            irregularities=_irregularities(language),
        )

    async def do(self, visit: Visit, request: Fact) -> Fact | None:
        """Answer what a person asks, if the role may; DeskError says why not."""
        if isinstance(request, AskHoldOf | RuleAt) and self._rulings is not None:
            return await self._rulings.do(visit, request)
        if not isinstance(request, Question):
            return None
        self._desk.check(visit.session, ACTS[request.kind])
        said = words(request.language)
        try:
            return await self._ask(lambda store: self._answer(store, request, said))
        except OperatorError as error:
            raise DeskError(str(error)[:500]) from None

    def _answer(self, store: FloorStore, request: Question, said: Words) -> Fact:
        if isinstance(request, Look):
            found = detail_of(store, request.table, self._wall_ms(), said)
            if found is None:
                raise StoreError(f"floor: no table {request.table!r}; choose one on the wall")
            return found
        if isinstance(request, Search):
            wanted = _search(request)
            lines = (round_line(each, said) for each in store.rounds.find(wanted, MOST_FOUND))
            return Rounds(lines=tuple(lines), total=store.rounds.count(wanted))
        if isinstance(request, SaveRounds):
            saved = parquet_of(store.rounds.find(_span(request), MOST_REPORTED))
            return SavedRounds(parquet=b64encode(saved).decode())
        return _reported(store, request, said)


@cache
def _irregularities(language: str) -> tuple[tuple[str, str], ...]:
    known = language_file(language).irregularities
    return tuple(sorted(((code, told.cause) for code, told in known.items()), key=itemgetter(1)))


def _search(request: Search) -> RoundSearch:
    return RoundSearch(
        table=request.table or None,
        shoe=request.shoe,
        since_ms=request.since_ms,
        until_ms=request.until_ms,
        outcome=request.outcome or None,
        irregularity=request.irregularity or None,
        person=request.person or None,
        dealer=request.dealer or None,
        void_only=request.void_only,
    )


def _span(request: AskReport | SaveRounds) -> RoundSearch:
    return RoundSearch(since_ms=request.since_ms, until_ms=request.until_ms)


def _reported(store: FloorStore, request: AskReport, said: Words) -> ReportReceipt:
    rounds = store.rounds.find(_span(request), MOST_REPORTED)
    report = report_of(rounds, request.since_ms, request.until_ms)
    is_cut = len(rounds) == MOST_REPORTED
    alarms = store.alarms.find(request.since_ms, request.until_ms)
    return ReportReceipt(
        report=report.model_copy(update={"is_cut": is_cut}),
        irregularities=tuple((said.cause(code), n) for code, n in report.irregularities),
        alarms=tuple(alarm_tile(alarm, said) for alarm in alarms),
        sheet=sheet_of(rounds),
    )
