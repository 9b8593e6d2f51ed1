"""What a round of twenty-one knows: the players' hands, the bank's cards, who is insured."""

from typing import NamedTuple

from controller.facts.cards import Card
from controller.families.twenty_one.sections import TwentyOne, TwentyOneGame
from controller.table.family import Shown
from controller.table.seat_hand import SeatHand
from controller.table.state import RoundState, TableState


class Hands(NamedTuple):
    """The players' hands in playing order, whose turn it is, and what that hand may do."""

    hands: tuple[SeatHand, ...]
    acting: int = 0
    # The usual play first.
    may: tuple[str, ...] = ()


class BankCards(NamedTuple):
    """The bank's face-up cards, its hole card, and whether it has a natural."""

    cards: tuple[Card, ...] = ()
    hole: Card | None = None
    natural: bool = False


class Insured(NamedTuple):
    """The seats that insured."""

    seats: frozenset[int] = frozenset()


def rule_of(table: TableState) -> TwentyOne:
    """The twenty-one rules of a table that has them."""
    game = table.rules.game
    assert isinstance(game, TwentyOneGame)
    return game.twenty_one


def hands_of(current: RoundState) -> tuple[SeatHand, ...]:
    """The players' hands, none before they are dealt."""
    part = current.find(Hands)
    return part.hands if part else ()


def is_under_way(current: RoundState) -> bool:
    """Tell whether a card of this round has left the shoe."""
    bank, hands = current.find(BankCards), hands_of(current)
    return bool((bank and bank.cards) or (hands and hands[0].cards))


def shown(table: TableState, current: RoundState) -> Shown:
    """The cards face up; of hands dealt face down only the cards drawn to them."""
    hidden = 2 if rule_of(table).deal.players == "down" else 0
    bank = current.find(BankCards) or BankCards()
    return Shown(banker=bank.cards, hands=tuple(hand.view(hidden) for hand in hands_of(current)))
