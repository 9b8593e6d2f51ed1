"""The floor's page: what it shows of the table, and what is done when a person rules."""

from collections.abc import Sequence
from typing import Final, get_args

from config.words import languages, words
from controller.bus.client import DeskError
from controller.bus.desk_client import DeskClient
from controller.bus.messages import Entry
from controller.desk.page import DeskSite, Sight, StaffPage
from controller.desk.pages.floor.given_ruling import given
from controller.desk.pages.floor.hold_view import held_since, hold_shown, leads_to
from controller.desk.pages.floor.lines import lines_of
from controller.desk.pages.floor.memory import MOST_SESSIONS, Memories
from controller.desk.pages.floor.one_ruler import OneRuler
from controller.desk.pages.floor.past import found, rows_since
from controller.desk.pages.floor.requests import AskShift, BeginRuling, GiveRuling, Seek, TryRuling
from controller.desk.pages.floor.road_view import road_shown
from controller.desk.pages.floor.shift_view import shift_shown, since_ms_of
from controller.desk.pages.floor.shown import FloorShown, RowLine
from controller.desk.visit import Visit
from controller.facts.decisions import TableHeld
from controller.facts.events import RulingGiven
from controller.facts.fact import Fact
from controller.facts.floor import Prospect
from controller.facts.kinds import HandRuling
from controller.facts.phrase import phrase
from controller.facts.roles import ActingRole
from controller.people.rights import who_may

MAY_RULE: Final[frozenset[ActingRole]] = frozenset({"floor", "emergency"})
HAND_RULINGS: Final = frozenset(get_args(HandRuling))
MOST_RECENT: Final = 30


class FloorPage(StaffPage):
    """A hold fills it; besides there are the hands, the past and the shift."""

    name = "floor"
    roles = frozenset({"floor", "auditor", "emergency"})
    takes = (TryRuling, GiveRuling, BeginRuling, Seek, AskShift)

    def __init__(self, site: DeskSite) -> None:
        super().__init__(site)
        self._ruler = OneRuler()
        self._memories = Memories()
        self._drawn: dict[str, tuple[object, FloorShown]] = {}

    async def show(self, visit: Visit, sight: Sight) -> FloorShown:
        """The whole page for this person; what has not changed is not asked for again."""
        if visit.role not in self.roles:
            said = sight.words.sentence(phrase("floor-page-not-for", role=visit.role or ""))
            return FloorShown(refused=said)
        key = (sight.board.number, sight.language, self._ruler.newest)
        known = self._drawn.get(visit.session)
        if known is not None and known[0] == key:
            return known[1]
        shown = await visit.at_desk(lambda desk: self._shown(desk, visit, sight))
        self._drawn.pop(visit.session, None)
        self._drawn[visit.session] = key, shown
        while len(self._drawn) > MOST_SESSIONS:
            del self._drawn[next(iter(self._drawn))]
        return shown

    async def do(self, visit: Visit, request: Fact) -> Fact | None:
        """Try, rule, take over, search or report, under this person's name."""
        match request:
            case BeginRuling(held_row=row, from_person=other):
                _check_may_rule(visit)
                self._ruler.take(row, visit.person, other)
                return None
            case TryRuling():
                return await visit.at_desk(lambda desk: _tried(desk, visit, request))
            case GiveRuling():
                return await visit.at_desk(lambda desk: self._ruled(desk, visit, request))
            case Seek():
                said = words(_language(request.language))
                return await visit.at_desk(
                    lambda desk: found(desk, desk.board().number, request, said)
                )
            case AskShift():
                return await visit.at_desk(lambda desk: self._shift(desk, request))
        return await super().do(visit, request)

    # What the page shows

    def _shown(self, desk: DeskClient, visit: Visit, sight: Sight) -> FloorShown:
        board, said = sight.board, sight.words
        is_held = board.hold is not None or board.phase == "held"
        report = desk.hold() if is_held else None
        # Ended since the board was drawn: the ruling that ended it is told in the same picture.
        is_over = report is not None and report.name is None
        number = desk.board().number if is_over else board.number
        rows = self._memories.of(visit.session).up_to(desk, number)
        began = held_since(rows)
        ruler = self._ruler.of(began.number if began else None)
        hold = hold_shown(report, rows, ruler, said) if report else None
        may_rule = visit.role in MAY_RULE
        put_back = _put_back(desk, visit) if may_rule and board.shoe else None
        return FloorShown(
            may_rule=may_rule,
            hold=hold,
            next=tuple(said.say(each) for each in board.expected),
            round=board.round,
            recent=() if hold else tuple(lines_of(rows[-MOST_RECENT:], said))[::-1],
            receipt=_receipt(rows, sight),
            road=road_shown(board, self.site.loaded.game, put_back, said),
        )

    # What it does

    def _ruled(self, desk: DeskClient, visit: Visit, request: GiveRuling) -> RowLine:
        name = None
        if request.chosen.ruling not in HAND_RULINGS or request.held_row is not None:
            name = self._held_for(desk, visit, request.held_row)
        ruling = request.chosen.given(visit.person, name)
        return given(desk, ruling, words(_language(request.language)))

    def _held_for(self, desk: DeskClient, visit: Visit, row: int | None) -> str:
        """The hold that the person saw; refused when it is over or another rules on it."""
        self._ruler.check(row, visit.person)
        rows = self._memories.of(visit.session).up_to(desk, desk.board().number)
        began = held_since(rows)
        if began is None or began.number != row or not isinstance(began.decision, TableHeld):
            raise DeskError("the hold is another one now; look again", phrase("another-hold"))
        return began.decision.name

    def _shift(self, desk: DeskClient, request: AskShift) -> Fact:
        since_ms = since_ms_of(request.hours)
        rows = rows_since(desk, desk.board().number, since_ms)
        where = self.site.loaded.table.id
        return shift_shown(rows, since_ms, _language(request.language), where)


def _check_may_rule(visit: Visit) -> None:
    """Who may not rule does not keep a hold from those who may."""
    if visit.role not in MAY_RULE:
        act = "report-ruling-given"
        told = phrase("act-not-granted", act=act, role=visit.role or "", roles=who_may(act))
        raise DeskError("only the floor rules on a hold", told)


def _tried(desk: DeskClient, visit: Visit, request: TryRuling) -> Fact:
    prospect = desk.prospect(request.chosen.given(visit.person, None))
    return leads_to(prospect, words(_language(request.language)))


def _put_back(desk: DeskClient, visit: Visit) -> Prospect:
    return desk.prospect(RulingGiven(by=visit.person, ruling="insert-hand"))


def _receipt(rows: Sequence[Entry], sight: Sight) -> RowLine | None:
    """What was ruled last."""
    ruled = [row for row in rows if isinstance(row.event, RulingGiven)]
    return next(lines_of(ruled[-1:], sight.words), None)


def _language(wanted: str) -> str:
    return wanted if wanted in languages() else "en"
