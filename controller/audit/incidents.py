"""Incidents: cards nobody expected, irregularities, holds and the rulings that people gave."""

from collections import Counter, defaultdict
from typing import Final

from controller.audit.tempo import Times, times_of
from controller.audit.told import Told
from controller.facts.decisions import (
    HoldReleased,
    IrregularityFound,
    RoundClosed,
    RoundOpened,
    RoundVoided,
    RulingRefused,
    TableHeld,
)
from controller.facts.events import CardDrawn, CardUnreadable, RulingGiven
from controller.facts.fact import Fact

MOST_LISTED: Final = 200
# In whose name a hold ends that waited for a device.
DEVICE: Final = "the device"


class UnexplainedCard(Fact):
    """A card that left the shoe though none was due, or in no round; "" where it was not read."""

    row: int
    at_ms: int
    card: str
    # The irregularity it was; "" if the table found none.
    irregularity: str
    in_round: bool


class RulingCount(Fact):
    """How often a person ruled so; in holds of which causes."""

    by: str
    ruling: str
    count: int
    causes: dict[str, int]


class IncidentFigures(Fact):
    """What went otherwise than the rules have it, and who decided what became of it."""

    unexplained: int
    # The first ones; a record can hold any number.
    cards: tuple[UnexplainedCard, ...]
    irregularities: dict[str, int]
    rulings: tuple[RulingCount, ...]
    holds: tuple[Times, ...]
    # The cause of a hold that had not ended; "" if none.
    held_by: str


class IncidentWatch:
    """Follows holds, rulings, and every card that meets no expectation."""

    def __init__(self) -> None:
        self._in_round = False
        self._pending: Told | None = None
        self._count = 0
        self._cards: list[UnexplainedCard] = []
        self._irregularities: Counter[str] = Counter()
        self._rulings: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
        self._ruler = ""
        self._given = ("", "", "")
        self._held: tuple[str, int] | None = None
        self._lengths: dict[str, list[float]] = defaultdict(list)

    def take(self, told: Told) -> None:
        """Look at one fact."""
        if self._pending is not None and told.event != self._pending.event:
            self._settle_card("")
        match told.fact:
            case CardDrawn() | CardUnreadable():
                self._settle_card("")
                self._pending = told
            case RoundOpened():
                self._in_round = True
            case RoundClosed() | RoundVoided():
                self._settle_card("")
                self._in_round = False
            case IrregularityFound(name=name):
                self._irregularities[name] += 1
                self._settle_card(name)
            case RulingGiven():
                self._rule(told.fact)
            case RulingRefused():
                self._refuse()
            case TableHeld(name=name):
                self._held = (name, told.at_ms)
            case HoldReleased():
                self._release(told.fact, told.at_ms)
            case _:
                pass

    def _settle_card(self, irregularity: str) -> None:
        """A card is explained when it came in a round and the rules had nothing against it."""
        told, self._pending = self._pending, None
        if told is None or (self._in_round and not irregularity):
            return
        self._count += 1
        if len(self._cards) < MOST_LISTED:
            card = str(told.fact.card) if isinstance(told.fact, CardDrawn) else ""
            self._cards.append(
                UnexplainedCard(
                    row=told.number,
                    at_ms=told.at_ms,
                    card=card,
                    irregularity=irregularity,
                    in_round=self._in_round,
                )
            )

    def _rule(self, given: RulingGiven) -> None:
        self._ruler = given.by
        self._given = (given.by, given.ruling, self._held[0] if self._held else "")
        self._count_ruling(1)

    def _refuse(self) -> None:
        """The last ruling changed nothing, so it was none."""
        self._count_ruling(-1)
        self._ruler = ""

    def _count_ruling(self, more: int) -> None:
        by, ruling, cause = self._given
        self._rulings[by, ruling][cause] += more

    def _release(self, released: HoldReleased, at_ms: int) -> None:
        # What the house dealer named on the pad is a ruling too; a device that came back is none.
        if released.by not in (self._ruler, DEVICE):
            self._rulings[released.by, released.ruling][released.name] += 1
        self._ruler = ""
        if self._held is not None:
            name, since_ms = self._held
            self._lengths[name].append(max(0, at_ms - since_ms) / 1000)
            self._held = None

    def figures(self) -> IncidentFigures:
        """What there is to tell."""
        self._settle_card("")
        rulings = [
            RulingCount(by=by, ruling=ruling, count=causes.total(), causes=dict(+causes))
            for (by, ruling), causes in sorted(self._rulings.items())
            if +causes
        ]
        return IncidentFigures(
            unexplained=self._count,
            cards=tuple(self._cards),
            irregularities=dict(self._irregularities.most_common()),
            rulings=tuple(rulings),
            holds=tuple(times_of(name, took) for name, took in sorted(self._lengths.items())),
            held_by=self._held[0] if self._held else "",
        )
