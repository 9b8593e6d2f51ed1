"""What the floor is offered while the table holds: rulings that fit, each tried on a copy."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from controller.facts.cards import Card
from controller.facts.decisions import ExpectationSet, RulingRefused
from controller.facts.events import RulingGiven
from controller.facts.floor import HoldReport, Offer, Prospect
from controller.facts.kinds import Ruling
from controller.facts.phrase import seen
from controller.table import devices
from controller.table.advance import advance
from controller.table.state import Hold, TableState

ANYBODY: Final = "the floor"
MOST_OFFERED: Final = 3
GO_ON: Final[tuple[Ruling, ...]] = ("resume",)
LAST: Final = "void-round"


class _Trial(NamedTuple):
    """A ruling given to a copy of the table."""

    after: TableState
    prospect: Prospect


def prospect_of(table: TableState, ruling: RulingGiven) -> Prospect:
    """What a ruling would lead to if it were given now."""
    return _tried(table, ruling).prospect


def hold_report(table: TableState, number: int) -> HoldReport:
    """Why the table holds, and what may be ruled, at a number of the record."""
    hold = table.hold
    if hold is None:
        return HoldReport(number=number)
    return HoldReport(
        number=number,
        name=hold.name,
        seen=hold.seen,
        expected=hold.expected,
        ends_by_itself=bool(hold.released_by) or hold.name == devices.RESTARTED,
        waiting=tuple(seen(event) for event in hold.waiting),
        offers=tuple(_offers(table, hold)),
    )


def _offers(table: TableState, hold: Hold) -> list[Offer]:
    """Of the rulings that the catalogue names those that fit; no hold is without a way on."""
    fitting = list(_fitting(table, hold, table.rules.offers.get(hold.name, ())))
    if all(offer.ruling == LAST for offer in fitting):
        fitting = [*_fitting(table, hold, GO_ON), *fitting]
    return fitting[:MOST_OFFERED]


def _fitting(table: TableState, hold: Hold, rulings: tuple[Ruling, ...]) -> Iterator[Offer]:
    for ruling in rulings:
        offer = _OFFERED.get(ruling, _plain_offer)(table, hold, ruling)
        if offer is not None:
            yield offer


def _card_offer(table: TableState, _hold: Hold, ruling: Ruling) -> Offer | None:
    """Any card will do to see whether one can be named at all."""
    fits = any(_is_taken(table, _given(ruling, card=card)) for card in Card)
    return Offer(ruling=ruling, needs="card") if fits else None


def _dice_offer(table: TableState, _hold: Hold, ruling: Ruling) -> Offer | None:
    count = table.rules.game.dice.count if table.rules.game.dice else 0
    fits = count and _is_taken(table, _given(ruling, dice=(1,) * count))
    return Offer(ruling=ruling, needs="dice", count=count) if fits else None


def _plain_offer(table: TableState, hold: Hold, ruling: Ruling) -> Offer | None:
    """A ruling that is refused leads nowhere, nor does one after which all is as before."""
    after, prospect = _tried(table, _given(ruling))
    is_same = after.hold is not None and _unnamed(after.hold) == _unnamed(hold)
    if prospect.refused is not None or (is_same and after.round == table.round):
        return None
    return Offer(ruling=ruling, prospect=prospect)


_OFFERED: Final = {"use-card": _card_offer, "use-dice": _dice_offer}


def _tried(table: TableState, ruling: RulingGiven) -> _Trial:
    after, decided = advance(table, ruling)
    for decision in decided:
        if isinstance(decision, RulingRefused):
            return _Trial(after, Prospect(refused=decision.reason))
    prospect = Prospect(
        held_for=after.hold.name if after.hold else None,
        expected=after.expected,
        decided=tuple(each for each in decided if not isinstance(each, ExpectationSet)),
    )
    return _Trial(after, prospect)


def _is_taken(table: TableState, ruling: RulingGiven) -> bool:
    return prospect_of(table, ruling).refused is None


def _given(
    ruling: Ruling, card: Card | None = None, dice: tuple[int, ...] | None = None
) -> RulingGiven:
    return RulingGiven(by=ANYBODY, ruling=ruling, card=card, dice=dice)


def _unnamed(hold: Hold) -> Hold:
    """A hold without what was keyed in so far."""
    return hold._replace(named=(), said=None)
