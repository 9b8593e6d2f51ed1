"""The report of a shift: what the watches of an audit see in some hours of the record."""

from collections import Counter
from collections.abc import Iterable
from decimal import Decimal
from typing import Final, Literal

from controller.audit.incidents import IncidentFigures, IncidentWatch
from controller.audit.misreads import MisreadFigures, MisreadWatch
from controller.audit.tempo import TempoFigures, TempoWatch
from controller.audit.told import Told
from controller.facts.decisions import (
    CollectionCounted,
    HandCorrected,
    HandInserted,
    HandTakenBack,
    HoldReleased,
    IrregularityFound,
    RoundClosed,
    RulingRefused,
)
from controller.facts.events import PersonLoggedIn, RulingGiven
from controller.facts.fact import Chips, Fact

MOST_RULINGS: Final = 200
Payer = Literal["bank", "player"]


class IrregularityLine(Fact):
    """How often something was irregular, under which house dealer, reported by which device."""

    name: str
    # "" while nobody was logged in as dealer.
    dealer: str
    device: str
    count: int


class RulingLine(Fact):
    """What was ruled, by whom and why; the hold it ended, if any."""

    row: int
    at_ms: int
    by: str
    ruling: str
    cause: str
    note: str


class FeeLine(Fact):
    """A fee of the schedule: who paid it, how often, and what that comes to."""

    payer: Payer
    fee: Chips
    times: int
    total: Chips


class DealerLine(Fact):
    """The rounds a house dealer dealt."""

    dealer: str
    rounds: int


class ShiftReport(Fact):
    """Everything a shift's report tells."""

    since_ms: int
    until_ms: int
    tempo: TempoFigures
    dealers: tuple[DealerLine, ...]
    irregularities: tuple[IrregularityLine, ...]
    misreads: MisreadFigures
    incidents: IncidentFigures
    rulings: tuple[RulingLine, ...]
    corrected: int
    fees: tuple[FeeLine, ...]
    # Rounds whose amounts were entered: only of these is the fee known.
    fee_rounds: int

    @property
    def collected(self) -> Decimal:
        """All fees that are known."""
        return sum((line.total for line in self.fees), Decimal(0))


def shift_report(facts: Iterable[Told], since_ms: int, until_ms: int) -> ShiftReport:
    """The report of the time from one moment up to another; earlier facts only tell who dealt."""
    watch = _ShiftWatch()
    for told in facts:
        if told.at_ms >= until_ms:
            continue
        if isinstance(told.fact, PersonLoggedIn):
            watch.note_dealer(told.fact)
        elif told.at_ms >= since_ms:
            watch.take(told)
    return watch.report(since_ms, until_ms)


class _ShiftWatch:
    def __init__(self) -> None:
        self._tempo, self._misreads = TempoWatch(), MisreadWatch()
        self._incidents = IncidentWatch()
        self._dealer = ""
        self._dealt: Counter[str] = Counter()
        self._irregular: Counter[tuple[str, str, str]] = Counter()
        self._fees: Counter[tuple[Payer, Decimal]] = Counter()
        self._fee_rounds = self._corrected = 0
        self._rulings: list[RulingLine] = []

    def note_dealer(self, came: PersonLoggedIn) -> None:
        """Whoever logs in as dealer deals until another does."""
        if came.role == "dealer":
            self._dealer = came.person

    def take(self, told: Told) -> None:
        for watch in (self._tempo, self._misreads, self._incidents):
            watch.take(told)
        match told.fact:
            case RoundClosed():
                self._dealt[self._dealer] += 1
            case IrregularityFound(name=name):
                self._irregular[name, self._dealer, told.origin.partition(":")[0]] += 1
            case CollectionCounted():
                self._collect(told.fact)
            case RulingGiven():
                self._note_ruling(told, told.fact)
            case RulingRefused():
                self._forget_ruling(told)
            case HoldReleased(name=name):
                self._name_cause(told, name)
            case HandCorrected() | HandTakenBack() | HandInserted():
                self._corrected += 1
            case _:
                pass

    def _collect(self, counted: CollectionCounted) -> None:
        self._fee_rounds += 1
        self._fees["bank", counted.bank] += 1
        for player in counted.players:
            self._fees["player", player.fee] += 1

    def _note_ruling(self, told: Told, given: RulingGiven) -> None:
        line = RulingLine(
            row=told.number,
            at_ms=told.at_ms,
            by=given.by,
            ruling=given.ruling,
            cause="",
            note=given.note,
        )
        self._rulings = [*self._rulings[1 - MOST_RULINGS :], line]

    def _forget_ruling(self, told: Told) -> None:
        """A ruling that was refused changed nothing."""
        if self._rulings and self._rulings[-1].row == told.event:
            self._rulings.pop()

    def _name_cause(self, told: Told, name: str) -> None:
        if self._rulings and self._rulings[-1].row == told.event:
            self._rulings[-1] = self._rulings[-1].model_copy(update={"cause": name})

    def report(self, since_ms: int, until_ms: int) -> ShiftReport:
        return ShiftReport(
            since_ms=since_ms,
            until_ms=until_ms,
            tempo=self._tempo.figures(),
            dealers=tuple(
                DealerLine(dealer=dealer, rounds=count)
                for dealer, count in self._dealt.most_common()
            ),
            irregularities=tuple(
                IrregularityLine(name=name, dealer=dealer, device=device, count=count)
                for (name, dealer, device), count in self._irregular.most_common()
            ),
            misreads=self._misreads.figures(),
            incidents=self._incidents.figures(),
            rulings=tuple(self._rulings),
            corrected=self._corrected,
            fees=tuple(
                FeeLine(payer=payer, fee=fee, times=times, total=fee * times)
                for (payer, fee), times in sorted(self._fees.items())
            ),
            fee_rounds=self._fee_rounds,
        )
