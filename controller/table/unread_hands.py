"""What lies on the table where no device reads the cards: how many, before whom, how set."""

from collections.abc import Iterator

from controller.facts.board import HandEnd, HandView, SeatHandView
from controller.table.family import Shown
from controller.table.state import RoundState, TableState
from controller.table.steps.holders import CENTRE, holders_of
from controller.table.steps.play import NOBODY_DECIDED, Decided
from controller.table.steps.setting import are_hands_set
from controller.table.steps.stacks import stacks_lying


def shown_on(table: TableState, current: RoundState) -> Shown:
    """What everybody may see: as the family tells it, else hands that no device reads."""
    return (table.rules.family.shown or unread_hands)(table, current)


def unread_hands(table: TableState, current: RoundState) -> Shown:
    """Every hand face down, the bank's and the common cards apart."""
    lying = _lying(table, current)
    bank, centre = lying.pop(table.bank.seat, 0), lying.pop(CENTRE, 0)
    set_as = table.rules.family.unread.set_as if _are_set(table, current) else ()
    return Shown(
        hands=tuple(
            SeatHandView(seat=seat, down=set_as or (count,), ended=_ended(current, seat))
            for seat, count in sorted(lying.items())
        ),
        bank=HandView(down=set_as or (bank,)) if bank else None,
        community=HandView(down=(centre,)) if centre else None,
    )


def _lying(table: TableState, current: RoundState) -> dict[int, int]:
    """How many cards lie before each seat and in the centre."""
    deal = table.rules.game.deal
    if table.rules.game.stacks is not None and not deal.has("hands-dealt"):
        return stacks_lying(table, current)
    return dict(_dealt_by_hand(table, current))


def _dealt_by_hand(table: TableState, current: RoundState) -> Iterator[tuple[int, int]]:
    deal, unread = table.rules.game.deal, table.rules.family.unread
    last = min(deal.group_of("hands-dealt"), deal.group_of("deliver"))
    if current.group > last:
        yield from ((seat, unread.cards) for seat in _holders(table, current))
        if unread.community:
            yield CENTRE, unread.community


def _holders(table: TableState, current: RoundState) -> tuple[int, ...]:
    """Whom the round deals to; piles go to every seat, and those without a wager come back."""
    wagers = current.betting.wagers
    held = tuple(wagers | {table.bank.seat}) if wagers else range(1, table.rules.seats + 1)
    return holders_of(current) or tuple(held)


def _are_set(table: TableState, current: RoundState) -> bool:
    return are_hands_set(current) or current.group > table.rules.game.deal.group_of("showdown")


def _ended(current: RoundState, seat: int) -> HandEnd:
    folded, raised = current.find(Decided) or NOBODY_DECIDED
    return "folded" if seat in folded else "played" if seat in raised else ""
