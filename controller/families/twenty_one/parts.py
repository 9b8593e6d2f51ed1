"""What a round of twenty-one knows: the players' hands, the bank's cards, who is insured."""

from itertools import groupby
from operator import attrgetter
from typing import Final, NamedTuple

from config.game import Game
from controller.facts.cards import Card
from controller.families.twenty_one.sections import HandDeal, TwentyOne, TwentyOneGame
from controller.settlement.finished import FinishedRound, PlayedHand, SeatRound
from controller.settlement.stages import Settled
from controller.table.placed_wagers import placed_of
from controller.table.seat_hand import SeatHand
from controller.table.state import RoundState, TableState
from controller.table.steps.button import place_by_card


class Hands(NamedTuple):
    """The players' hands in playing order, whose turn it is, and what that hand may do."""

    hands: tuple[SeatHand, ...]
    acting: int = 0
    # The usual play first.
    may: tuple[str, ...] = ()
    # Seats that gave up before the look at the bank's other card.
    early: frozenset[int] = frozenset()


class BankCards(NamedTuple):
    """The bank's face-up cards, its hole card, and whether it is known to have a natural."""

    cards: tuple[Card, ...] = ()
    hole: Card | None = None
    natural: bool = False
    is_hole_first: bool = False

    @property
    def dealt(self) -> tuple[Card, ...]:
        """Its cards in the order they were dealt, the hole card too."""
        hole = (self.hole,) if self.hole is not None else ()
        return (
            (*hole, *self.cards)
            if self.is_hole_first
            else (*self.cards[:1], *hole, *self.cards[1:])
        )

    def turned(self, natural: bool) -> "BankCards":
        """The same with its hole card turned up."""
        return BankCards(self.dealt, None, natural)


class Insured(NamedTuple):
    """The seats that insured, and those with a natural that took even money."""

    seats: frozenset[int] = frozenset()
    even: frozenset[int] = frozenset()


NOBODY_INSURED: Final = Insured()
_seat_of: Final = attrgetter("seat")


def game_of(table: TableState) -> TwentyOneGame:
    """The game of a table of this family."""
    game = table.rules.game
    assert isinstance(game, TwentyOneGame)
    return game


def rule_of(table: TableState) -> TwentyOne:
    """The twenty-one rules of a table that has them."""
    game = table.rules.game
    assert isinstance(game, TwentyOneGame)
    return game.twenty_one


def is_watched(table: TableState, current: RoundState) -> bool:
    """Tell whether there may be a wager on the bank's own cards; named ones are all there are."""
    placed = {each.wager for each in placed_of(current).wagers}
    kinds = [wager for wager in game_of(table).wagers if wager.is_on_the_bank]
    return any(not placed or wager.name in placed for wager in kinds)


def hands_of(current: RoundState) -> tuple[SeatHand, ...]:
    """The players' hands, none before they are dealt."""
    part = current.find(Hands)
    return part.hands if part else ()


def up_card(deal: HandDeal, bank: tuple[Card, ...]) -> Card | None:
    """The bank's face-up card, of its cards as dealt; where both lie up it is the second."""
    place = 1 if deal.bank in ("down-up", "up-up") else 0
    return bank[place] if len(bank) > place else None


def deciding_card(bank: tuple[Card, ...]) -> Card | None:
    """The bank's second card places the button."""
    return bank[1] if len(bank) > 1 else None


def give_bank(table: TableState, current: RoundState, bank: BankCards) -> None:
    """Put the bank's cards where all see them; the deciding one places the button once."""
    current.put(bank)
    card = deciding_card(bank.dealt if bank.is_hole_first else bank.cards)
    if card is not None and current.button.counted is None:
        place_by_card(table, current, card.rank_code)


def finished(known: FinishedRound, current: RoundState) -> FinishedRound:
    """The bank's cards and every hand as it was played, in playing order."""
    bank = known.bank and known.bank.model_copy(update={"cards": current.get(BankCards).dealt})
    insured, early = current.find(Insured) or NOBODY_INSURED, current.get(Hands).early
    by_seat = groupby(hands_of(current), key=_seat_of)
    seats = {
        str(seat): _seat_round(known.seats[str(seat)], insured, seat in early, tuple(own))
        for seat, own in by_seat
    }
    return known.model_copy(update={"bank": bank, "seats": seats})


def absent(_game: Game, finished: FinishedRound) -> Settled:
    """Insurance lies only where a seat took it."""
    bare = [seat for seat, held in finished.seats.items() if not _is_insured(held)]
    return frozenset((int(seat), "insurance") for seat in bare)


def _is_insured(held: SeatRound) -> bool:
    return held.insured or bool(held.wagers.get("insurance"))


def _seat_round(
    known: SeatRound, insured: Insured, is_early: bool, hands: tuple[SeatHand, ...]
) -> SeatRound:
    seat, takes_even = hands[0].seat, hands[0].seat in insured.even
    return SeatRound(
        wagers=known.wagers,
        folded=known.folded,
        behind=known.behind,
        cards=hands[0].dealt,
        hands=tuple([_played(hand, is_early, takes_even) for hand in hands]),
        insured=seat in insured.seats,
    )


def _played(hand: SeatHand, is_early: bool, takes_even: bool) -> PlayedHand:
    return PlayedHand(
        cards=hand.cards,
        doubled=hand.doubled,
        less=hand.less,
        surrendered=hand.ended == "surrendered",
        early=is_early,
        even_money=takes_even,
        rescued=hand.ended == "rescued",
        misplayed=hand.ended == "misplayed",
    )


def is_under_way(current: RoundState) -> bool:
    """Tell whether a card of this round has left the shoe."""
    bank, hands = current.find(BankCards), hands_of(current)
    return bool((bank and bank.cards) or (hands and hands[0].cards))


def hides_cards(game: Game) -> bool:
    """Tell whether a hand or a card of the bank lies face down for a while."""
    assert isinstance(game, TwentyOneGame)
    deal = game.twenty_one.deal
    return deal.players == "down" or "down" in deal.bank
