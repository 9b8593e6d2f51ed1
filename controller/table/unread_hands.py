"""What lies on the table where no device reads the cards: how many, before whom, how set."""

from collections.abc import Iterator

from controller.facts.board import HandEnd, HandView, SeatHandView
from controller.facts.cards import Card
from controller.table.family import Shown
from controller.table.shown_hands import ShownHand, names_of, shown_hands
from controller.table.state import RoundState, Rules, TableState
from controller.table.steps.holders import CENTRE, holders_of
from controller.table.steps.play import NOBODY_DECIDED, Decided
from controller.table.steps.setting import are_hands_set
from controller.table.steps.stacks import stacks_lying


def shown_on(table: TableState, current: RoundState) -> Shown:
    """What everybody may see: as the family tells it, else hands that no device reads."""
    return (table.rules.family.shown or unread_hands)(table, current)


def unread_hands(table: TableState, current: RoundState) -> Shown:
    """Every hand face down that nobody keyed in, the bank's and the common cards apart."""
    down, views = lying(table, current), _views(table.rules, current)
    bank, centre = down.pop(table.bank.seat, 0), down.pop(CENTRE, 0)
    set_as = table.rules.family.unread.set_as if _are_set(table, current) else ()

    def view(seat: int, count: int) -> HandView:
        return views.get(seat) or HandView(down=set_as or (count,))

    return Shown(
        hands=tuple(
            SeatHandView(seat=seat, ended=_ended(current, seat), **dict(view(seat, count)))
            for seat, count in sorted(down.items())
        ),
        bank=view(table.bank.seat, bank) if bank else None,
        community=_common(view(CENTRE, centre), centre) if centre else None,
    )


def _views(rules: Rules, current: RoundState) -> dict[int, HandView]:
    shown = shown_hands(current)
    community = shown[CENTRE].cards if CENTRE in shown else ()
    return {seat: _view(rules, hand, community) for seat, hand in shown.items()}


def _view(rules: Rules, hand: ShownHand, community: tuple[Card, ...]) -> HandView:
    """What was keyed in; the cards in the middle have no name of their own."""
    if hand.seat == CENTRE:
        return HandView(cards=hand.cards)
    called, rows = names_of(rules, hand, community), rules.family.unread.rows
    return HandView(cards=hand.cards, tiles=hand.tiles, rows=rows, called=called)


def _common(view: HandView, count: int) -> HandView:
    """Cards in the middle that are not turned yet lie beside those that are."""
    left = count - len(view.cards)
    return view.model_copy(update={"down": (left,)}) if view.cards and left > 0 else view


def lying(table: TableState, current: RoundState) -> dict[int, int]:
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
