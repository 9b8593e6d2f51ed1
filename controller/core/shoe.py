"""The shoe's account: every card that left it, against the decks that went in."""

from typing import Final

from config.game import Cards
from controller.core.board import ShoeStatistics
from controller.core.cards import DECK, Card
from controller.core.decisions import OutcomeDecided, ShoeEnded, ShoeStarted
from controller.core.events import ShoeLoaded
from controller.core.state import Irregular, Rules, ShoeState, TableState, copy_shoe

# A reader may report one card without end; up to here a count is still plain text in a checkpoint.
MOST_COPIES: Final = 127


def load(table: TableState, event: ShoeLoaded) -> None:
    """Start a new shoe; the one before becomes the previous shoe."""
    before = table.shoe
    if not before.ended:
        table.decide(ShoeEnded(shoe=before.number, hands=len(before.hands)))
    table.shoe = ShoeState(
        number=before.number + 1,
        decks=event.decks,
        ended=False,
        previous=statistics(table.rules, before) if before.number else None,
    )
    table.decide(ShoeStarted(shoe=table.shoe.number, decks=event.decks))


def end(table: TableState) -> None:
    """Finish a shoe; the next round needs a new one."""
    table.shoe = copy_shoe(table.shoe)
    table.shoe.ended = True
    table.decide(ShoeEnded(shoe=table.shoe.number, hands=len(table.shoe.hands)))


def account(table: TableState, card: Card) -> None:
    """Enter a card that left the shoe."""
    shoe = table.shoe = copy_shoe(table.shoe)
    shoe.drawn += 1
    shoe.seen = _counted(shoe.seen, card)


def account_unread(table: TableState) -> None:
    """Count a card that left the shoe without being read."""
    table.shoe = copy_shoe(table.shoe)
    table.shoe.drawn += 1


def identify(table: TableState, card: Card) -> None:
    """Give its face to a card that was counted when it left unread."""
    shoe = table.shoe = copy_shoe(table.shoe)
    shoe.seen = _counted(shoe.seen, card)


def _counted(seen: bytes, card: Card) -> bytes:
    counts = bytearray(seen)
    counts[card.place] = min(counts[card.place] + 1, MOST_COPIES)
    return bytes(counts)


def fault(table: TableState, card: Card) -> Irregular | None:
    """Tell what is wrong with a card already accounted for, judging by the shoe alone."""
    shoe = table.shoe
    if not shoe.number:
        return Irregular("shoe-not-loaded", str(card))
    copies = table.rules.copies[card.place]
    if not copies:
        rank = "joker" if card is Card.JOKER else card.rank_code
        seen = "a joker" if card is Card.JOKER else str(card)
        return Irregular("foreign-card", seen, f"no {rank}")
    if shoe.seen[card.place] > shoe.decks * copies:
        seen = f"{card}, copy {shoe.seen[card.place]} in a shoe of {shoe.decks} decks"
        return Irregular("surplus-card", seen)
    return None


def record(table: TableState, outcome: OutcomeDecided) -> None:
    """Add a finished hand to the road."""
    shoe = table.shoe = copy_shoe(table.shoe)
    shoe.hands = (*shoe.hands, outcome)


def statistics(rules: Rules, shoe: ShoeState) -> ShoeStatistics:
    """Sum up a shoe for the board."""
    counts = dict.fromkeys(rules.outcomes, 0)
    for hand in shoe.hands:
        counts[hand.winner] += 1
        for bonus in hand.bonuses:
            counts[rules.tallied[bonus]] += 1
        if "n" in hand.mark:
            counts["natural"] += 1
    return ShoeStatistics(shoe=shoe.number, hands=len(shoe.hands), counts=counts)


def copies_in_deck(cards: Cards) -> tuple[int, ...]:
    """Count each face in one deck of this game, by `Card.place`, the joker last."""
    faces = [
        0 if card.rank_code in cards.removed else 2 if card.rank_code in cards.doubled else 1
        for card in DECK
    ]
    return (*faces, cards.jokers)


def cards_left(shoe: ShoeState, copies: tuple[int, ...]) -> int:
    """Count the cards still in the shoe."""
    return max(0, shoe.decks * sum(copies) - shoe.drawn)
