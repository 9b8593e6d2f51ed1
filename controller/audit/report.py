"""The audit of a record: every watch along its facts once, then every check together."""

from collections.abc import Iterable, Mapping

from controller.audit.check import LEVEL, Check, judged
from controller.audit.dice import CupFigures, DiceWatch
from controller.audit.incidents import IncidentFigures, IncidentWatch
from controller.audit.misreads import MisreadFigures, MisreadWatch
from controller.audit.shoes import SeenShoe, ShoeWatch, Surplus
from controller.audit.shuffles import shuffle_checks
from controller.audit.tempo import TempoFigures, TempoWatch
from controller.audit.told import Told
from controller.facts.cards import Card
from controller.facts.fact import Fact


class ShoeFigures(Fact):
    """One shoe in figures."""

    number: int
    device: str
    decks: int
    row: int
    loaded_ms: int
    drawn: int
    unread: int
    is_cut_out: bool


class AuditReport(Fact):
    """Everything an audit found; `checks` first, for they are what is asked for."""

    first_ms: int | None
    last_ms: int | None
    facts: int
    level: float
    checks: tuple[Check, ...]
    surplus: tuple[Surplus, ...]
    cups: tuple[CupFigures, ...]
    shoes: tuple[ShoeFigures, ...]
    # How often each card came, and how often it was due, of shoes in which none was too many.
    cards: dict[str, int]
    cards_due: dict[str, float]
    misreads: MisreadFigures
    tempo: TempoFigures
    incidents: IncidentFigures

    @property
    def suspects(self) -> tuple[Check, ...]:
        """What chance does not explain."""
        return tuple(check for check in self.checks if check.outcome == "suspect")


def audit(facts: Iterable[Told], deck: Mapping[Card, int]) -> AuditReport:
    """Audit the facts of a record, in order; `deck` is how often each card is in one deck."""
    dice, shoe = DiceWatch(), ShoeWatch(dict(deck))
    misreads, tempo, incidents = MisreadWatch(), TempoWatch(), IncidentWatch()
    watches = (dice, shoe, misreads, tempo, incidents)
    first = last = None
    count = 0
    for told in facts:
        count += 1
        first, last = told.at_ms if first is None else first, told.at_ms
        for watch in watches:
            watch.take(told)
    shoes = shoe.shoes()
    checks = [*dice.checks(), *shuffle_checks(shoes, deck), *misreads.checks()]
    cards, due = _cards(shoes, deck)
    return AuditReport(
        first_ms=first,
        last_ms=last,
        facts=count,
        level=LEVEL,
        checks=judged(checks),
        surplus=tuple(found for each in shoes for found in each.surplus),
        cups=dice.figures(),
        shoes=tuple(map(_in_figures, shoes)),
        cards=cards,
        cards_due=due,
        misreads=misreads.figures(),
        tempo=tempo.figures(),
        incidents=incidents.figures(),
    )


def _in_figures(shoe: SeenShoe) -> ShoeFigures:
    return ShoeFigures(
        number=shoe.number,
        device=shoe.device,
        decks=shoe.decks,
        row=shoe.row,
        loaded_ms=shoe.loaded_ms,
        drawn=len(shoe.cards),
        unread=sum(card is None for card in shoe.cards),
        is_cut_out=shoe.is_cut_out,
    )


def _cards(
    shoes: Iterable[SeenShoe], deck: Mapping[Card, int]
) -> tuple[dict[str, int], dict[str, float]]:
    seen = dict.fromkeys((card for card, copies in deck.items() if copies), 0)
    for shoe in shoes:
        for card in shoe.cards:
            if card in seen:
                seen[card] += 1
    total, size = sum(seen.values()), sum(deck.values())
    due = {str(card): total * deck[card] / size for card in seen}
    return {str(card): count for card, count in seen.items()}, due
