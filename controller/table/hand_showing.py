"""Keying in what lies face up: offered once hands are open, and refused where it cannot be so."""

from collections import Counter
from collections.abc import Iterator, Mapping

from controller.facts.board import HandToShow
from controller.facts.cards import Card
from controller.facts.events import HandShown
from controller.facts.tiles import TILE_SET
from controller.table.irregularity import note
from controller.table.shown_hands import CENTRE, ShownHand, ShownHands, shown_hands
from controller.table.state import Irregular, RoundState, Rules, TableState
from controller.table.steps.play import NOBODY_DECIDED, Decided
from controller.table.unread_hands import lying

# All hands are open when the last wagers are settled.
OPEN_AT = ("settle",)


def hands_to_show(table: TableState) -> tuple[HandToShow, ...]:
    """What may be keyed in now: the cards in the middle, then the bank's hand and the others."""
    current, unread = table.round, table.rules.family.unread
    if current is None or not unread.cards or table.hold is not None:
        return ()
    return tuple(_to_show(table, current))


def _to_show(table: TableState, current: RoundState) -> Iterator[HandToShow]:
    unread, turned = table.rules.family.unread, _turned(table.rules, current)
    if turned:
        yield HandToShow(rows=(turned,))
    if current.open_steps == OPEN_AT:
        folded = (current.find(Decided) or NOBODY_DECIDED).folded
        held = sorted(lying(table, current).keys() - folded - {CENTRE})
        for seat in sorted(held, key=lambda each: each != table.bank.seat):
            yield HandToShow(seat=seat, rows=unread.rows, of_tiles=unread.are_tiles)


def _turned(rules: Rules, current: RoundState) -> int:
    """How many cards in the middle lie face up."""
    return sum(
        turning.count
        for label, turning in rules.game.reveal.items()
        if turning.whose == "community"
        and rules.game.deal.group_of(f"reveal:{label}") < current.group
    )


def show(table: TableState, event: HandShown) -> None:
    """Put a hand on the board; another one of the same seat takes its place."""
    current, seat = table.round, event.seat or CENTRE
    wanted = next((each for each in hands_to_show(table) if each.seat == event.seat), None)
    hand = ShownHand(seat, event.cards, event.tiles)
    if current is None or wanted is None or not _fits(table.rules, wanted, hand, current):
        note(table, Irregular("entry-refused"), event)
        return
    others = {each: held for each, held in shown_hands(current).items() if each != seat}
    current.put(ShownHands((*others.values(), hand)))


def _fits(rules: Rules, wanted: HandToShow, hand: ShownHand, current: RoundState) -> bool:
    """So many cards or tiles as lie there, and none of them in two places."""
    held, other = (hand.tiles, hand.cards) if wanted.of_tiles else (hand.cards, hand.tiles)
    if other or len(held) != sum(wanted.rows):
        return False
    others = [each for seat, each in shown_hands(current).items() if seat != hand.seat]
    if wanted.of_tiles:
        tiles = Counter(hand.tiles + sum((each.tiles for each in others), ()))
        return tiles <= Counter(TILE_SET)
    dealt = Counter(hand.cards + sum((each.cards for each in others), ()))
    return all(times <= most for times, most in _with_most(rules, dealt))


def _with_most(rules: Rules, dealt: Mapping[Card, int]) -> Iterator[tuple[int, int]]:
    """How often each card lies on the table, and how often the decks hold it."""
    cards = rules.game.cards
    for card, times in dealt.items():
        each = cards.jokers if card is Card.JOKER else int(card.rank_code not in cards.removed)
        yield times, each * cards.decks[1]
