"""A round of twenty-one as states that its cards lead through: the seat's first, then the bank's.

States keep of the cards what the rules and the verdicts look at, so that few tell many rounds.
"""

from typing import Final, NamedTuple

from controller.facts.cards import Card
from controller.families.body import DRAWN
from controller.families.twenty_one.hand_rules import CARD
from controller.families.twenty_one.parts import BankCards
from controller.families.twenty_one.seat_hands import ACTS
from controller.families.twenty_one.values import HandCount
from controller.odds.quick.place import SEAT
from controller.odds.quick.state_table import StateTable
from controller.odds.quick.twenty_one_known import Cards, Known
from controller.odds.quick.twenty_one_round import ENDS, ENTERED
from controller.table.seat_hand import SeatHand

# One card of each rank, the joker first.
OF_RANK: Final = (Card.JOKER, *(Card(f"{rank}s") for rank in "A23456789TJQK"))
NOT_SHOWN: Final = BankCards()
LEAST, MOST = 2, 10
EIGHT: Final = 8


class HandKind(NamedTuple):
    """What the verdicts look at in a hand."""

    counted: HandCount
    cards: int
    doubled: int
    is_all_jokers: bool


class SeatState(NamedTuple):
    """Hands that are over, those that are not, and the bank's cards while they are needed."""

    done: tuple[HandKind, ...]
    hands: tuple[SeatHand, ...] = ()
    bank: BankCards = NOT_SHOWN


class BankState(NamedTuple):
    """What the bank's hand counts, whether it is three eights; its cards while it takes more."""

    total: HandCount
    is_eights: bool
    cards: Cards = ()


def alike(cards: Cards) -> Cards:
    """Cards that count as these: ranks as they are of two, else what they total, and the aces."""
    ranks = [card.rank for card in cards]
    if len(ranks) <= LEAST or len({*ranks}) == 1:
        return tuple([OF_RANK[rank] for rank in ranks])
    counted = [rank for rank in ranks if rank < LEAST]
    others = len(ranks) - len(counted)
    above = sum(min(rank, MOST) for rank in ranks if rank >= LEAST) - LEAST * others
    plain = [LEAST + min(MOST - LEAST, max(0, above - n * (MOST - LEAST))) for n in range(others)]
    counted.sort(reverse=True)
    whole = (*counted, *plain) if ranks[0] == 1 else (*plain, *counted)
    return tuple([OF_RANK[rank] for rank in whole])


class RoundStates:
    """The two tables of a game."""

    def __init__(self, known: Known) -> None:
        self._known = known
        self.seat = StateTable[SeatState](self._seat_after, lambda state: bool(state.hands))
        self.bank = StateTable[BankState](self._bank_after, lambda state: bool(state.cards))

    def seat_begun(self, first: Cards, bank: BankCards, two: Cards) -> SeatState:
        """The seat's state when it has its first two cards and the bank has two."""
        hand = SeatHand(SEAT, alike(first))
        if self._known.is_over(bank, two):
            return SeatState((self._kind(hand),))
        hole = bank.hole and OF_RANK[LEAST]
        shown = tuple(OF_RANK[min(card.rank, MOST)] for card in bank.cards)
        return self._played((), (hand,), bank._replace(cards=shown, hole=hole))

    def bank_begun(self, two: Cards, is_waiting: bool) -> BankState:
        """The bank's state when it has two cards; it takes no more where nobody waits for them."""
        begun = self._bank_state(two)
        return begun if is_waiting else begun._replace(cards=())

    def is_waited_for(self, seat: SeatState) -> bool:
        """Tell whether the bank plays its hand: not for naturals alone, unless it is bet on."""
        return self._known.is_watched or any(not hand.counted.is_natural for hand in seat.done)

    def _seat_after(self, state: SeatState, rank: int) -> SeatState:
        hand, *waiting = state.hands
        (drawn,) = ACTS[CARD](hand, DRAWN[OF_RANK[rank]])
        return self._played(state.done, (drawn, *waiting), state.bank)

    def _played(
        self, done: tuple[HandKind, ...], hands: tuple[SeatHand, ...], bank: BankCards
    ) -> SeatState:
        """Play as far as no card is needed."""
        while hands:
            hand, *waiting = hands
            whole = (*(SeatHand(SEAT) for _ in done), *hands)
            act = self._known.next_of(bank, whole, len(done))
            if act == CARD:
                same = hand._replace(cards=alike(hand.cards), dealt=())
                return SeatState(done, (same, *waiting), bank)
            if act in ENDS:
                # Where hands of a split lie says nothing, but for the first.
                ended = (*done, self._kind(hand))
                done, hands = (ended[0], *sorted(ended[1:])), tuple(waiting)
            else:
                hands = (*ACTS[act](hand, ENTERED[act]), *waiting)
        return SeatState(done)

    def _kind(self, hand: SeatHand) -> HandKind:
        count = self._known.count(hand)
        is_all_jokers = count.is_natural and all(card is Card.JOKER for card in hand.cards)
        return HandKind(count, len(hand.cards), hand.doubled, is_all_jokers)

    def _bank_after(self, state: BankState, rank: int) -> BankState:
        return self._bank_state((*state.cards, OF_RANK[rank]))

    def _bank_state(self, cards: Cards) -> BankState:
        total, draws = self._known.bank_hand(cards)
        is_eights = [card.rank for card in cards] == [EIGHT] * 3
        return BankState(total, is_eights, alike(cards) if draws else ())
