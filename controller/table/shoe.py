"""The shoe's account: every card that left it, against the decks that went in."""

from typing import Final

from config.game import Cards
from controller.facts.board import ShoeStatistics
from controller.facts.cards import DECK, DECK_SIZE, Card
from controller.facts.decisions import OutcomeDecided, ShoeEnded, ShoeStarted
from controller.facts.events import ShoeLoaded
from controller.facts.phrase import phrase
from controller.table.state import Irregular, Rules, ShoeState, TableState, made

# All counts lie side by side in one number: adding to it is cheaper than copying fifty-three.
COPY_BITS: Final = 8
MOST_COPIES: Final = 255
PAIRS: Final = {"p": "player-pair", "b": "banker-pair"}
COPY: Final = tuple(1 << place * COPY_BITS for place in range(DECK_SIZE + 1))


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
    table.shoe = table.shoe._replace(ended=True)
    table.decide(ShoeEnded(shoe=table.shoe.number, hands=len(table.shoe.hands)))


def account(table: TableState, card: Card) -> None:
    """Enter a card that left the shoe."""
    number, decks, seen, drawn, is_cut, ended, hands, previous, named, taken = table.shoe
    if seen >> card.place * COPY_BITS & MOST_COPIES < MOST_COPIES:
        seen += COPY[card.place]
    table.shoe = ShoeState(
        number, decks, seen, drawn + 1, is_cut, ended, hands, previous, named, taken
    )


def draw(table: TableState, card: Card) -> Irregular | None:
    """Enter a card that left the shoe, and tell what is wrong with it."""
    number, decks, seen, drawn, is_cut, ended, hands, previous, named, taken = table.shoe
    place = card.place
    came = seen >> place * COPY_BITS & MOST_COPIES
    if came >= decks * table.rules.copies[place] or place == DECK_SIZE:
        account(table, card)
        return fault(table, card)
    seen += COPY[place]
    now = (number, decks, seen, drawn + 1, is_cut, ended, hands, previous, named, taken)
    table.shoe = made(ShoeState, now)
    return None


def account_unread(table: TableState) -> None:
    """Count a card that left the shoe without being read."""
    table.shoe = table.shoe._replace(drawn=table.shoe.drawn + 1)


def identify(table: TableState, card: Card) -> None:
    """Count a face; a card that left unread was already drawn."""
    account(table, card)
    table.shoe = table.shoe._replace(drawn=table.shoe.drawn - 1)


def copies_seen(shoe: ShoeState, card: Card) -> int:
    """How often a face came out of this shoe."""
    return shoe.seen >> card.place * COPY_BITS & MOST_COPIES


def fault(table: TableState, card: Card) -> Irregular | None:
    """Tell what is wrong with a card already accounted for, judging by the shoe alone."""
    shoe, copies = table.shoe, table.rules.copies[card.place]
    if card is Card.JOKER:
        copies = _jokers(table.rules.game.cards, shoe.decks)
    came = shoe.seen >> card.place * COPY_BITS & MOST_COPIES
    if came <= shoe.decks * copies:
        return None
    if not shoe.number:
        return Irregular("shoe-not-loaded")
    if not copies:
        return Irregular("foreign-card", phrase("no-such-face", rank=card.rank_code or card))
    surplus = phrase("surplus-copy", card=card, copy=came, decks=shoe.decks)
    return Irregular("surplus-card", seen=surplus)


def record(table: TableState, outcome: OutcomeDecided) -> None:
    """Add a finished hand to the road."""
    number, decks, seen, drawn, is_cut, ended, hands, previous, named, taken = table.shoe
    hands = (*hands, outcome)
    now = (number, decks, seen, drawn, is_cut, ended, hands, previous, named, taken)
    table.shoe = made(ShoeState, now)


def statistics(rules: Rules, shoe: ShoeState) -> ShoeStatistics:
    """Sum up a shoe for the board."""
    counts = dict.fromkeys((*rules.outcomes, *PAIRS.values()), 0)
    marks = dict.fromkeys(line_marks(rules), 0)
    for hand in shoe.hands:
        counts[hand.winner] += 1
        for bonus in hand.bonuses:
            counts[rules.tallied[bonus]] += 1
            if bonus in marks:
                marks[bonus] += 1
        if "n" in hand.mark:
            counts["natural"] += 1
        for flag, pair in PAIRS.items():
            counts[pair] += flag in hand.mark
    return ShoeStatistics(shoe=shoe.number, hands=len(shoe.hands), counts=counts, marks=marks)


def line_marks(rules: Rules) -> tuple[str, ...]:
    """The marks of wagers that leave one for each line they pay."""
    return tuple([mark for w in rules.marking if w.marks == "cases" for mark in w.cases])


def copies_in_deck(cards: Cards, decks: int | None = None) -> tuple[int, ...]:
    """Count each face in one deck of this game, by `Card.place`, the joker last.

    A shoe of fewer decks may hold no joker; without a number the most decks are meant.
    """
    faces = [
        0 if card.rank_code in cards.removed else 2 if card.rank_code in cards.doubled else 1
        for card in DECK
    ]
    return (*faces, _jokers(cards, decks or cards.decks[1]))


def _jokers(cards: Cards, decks: int) -> int:
    return cards.jokers if decks >= cards.jokers_from else 0


def cards_left(rules: Rules, shoe: ShoeState) -> int:
    """Count the cards still in the shoe."""
    deck = sum(rules.copies[:DECK_SIZE]) + _jokers(rules.game.cards, shoe.decks)
    return max(0, shoe.decks * deck - shoe.drawn)
