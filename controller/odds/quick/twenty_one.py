"""Quick rounds of twenty-one: shoes side by side, all rounds a card further at a time."""

from typing import Final, NamedTuple

import numpy as np

from config.game import Game
from controller.families.twenty_one.sections import TwentyOneGame
from controller.odds.quick.place import Batch, Deal, Faces, Numbers
from controller.odds.quick.shoes import Shoes
from controller.odds.quick.state_table import RANKS, Answers
from controller.odds.quick.twenty_one_known import Known, face_up
from controller.odds.quick.twenty_one_lines import NO_CARD, Lines
from controller.odds.quick.twenty_one_round import laid_out, play_round
from controller.odds.quick.twenty_one_states import OF_RANK, RoundStates
from controller.settlement.finished import FinishedRound

# The first two cards of the seat and of the bank.
FIRST: Final = 4
TWO: Final = 2


def deal_of(game: Game, chance: np.random.PCG64) -> Deal | None:
    """Deal rounds from shoes; nothing where a side bet asks for more than the seat's own cards."""
    assert isinstance(game, TwentyOneGame)
    dealer = Dealer(game, chance)
    return dealer.deal if dealer.lines.are_known else None


class _Begun(NamedTuple):
    """States by the ranks that begin a round, as one number to the base of the ranks."""

    seat: Answers
    bank: Answers
    insured: Answers
    # By the seat's state: whether the bank plays for it, and whether it has split.
    waited: Answers
    split: Answers


class Dealer:
    """Deals as many rounds as asked for, never more than the first time: a shoe for each."""

    def __init__(self, game: TwentyOneGame, chance: np.random.PCG64) -> None:
        self._game, self._chance = game, chance
        self.known, self.lines = Known(game), Lines(game)
        self._states = RoundStates(self.known)
        self._begun = _begun(self.known, self._states)
        self.shoes: Shoes | None = None

    def deal(self, rounds: int) -> Batch:
        """Play a round of each of so many shoes."""
        shoes = self.shoes = self.shoes or Shoes(self._game, self._chance, rounds)
        shoes.begin()
        start, every = shoes.drawn[:rounds].copy(), np.arange(rounds)
        one, two, up, other = (shoes.draw(every) for _ in range(FIRST))
        pair = up * RANKS + other
        seat = self._begun.seat.of((one * RANKS + two) * RANKS**TWO + pair)
        seat = self._states.seat.ends(seat, shoes.draw)
        lines = self.lines.of(*self._seen(shoes, start, seat))
        bank = self._begun.bank.of(pair * 2 + self._begun.waited.of(seat))
        bank = self._states.bank.ends(bank, shoes.draw)
        kinds = ((seat << 20 | bank) << 12 | lines) << 1 | self._begun.insured.of(pair)

        def finished(row: int) -> FinishedRound:
            return laid_out(self.known, play_round(self.known, shoes.behind(row, start[row])))

        return Batch(kinds, finished)

    def _seen(self, shoes: Shoes, start: Numbers, seat: Numbers) -> tuple[Faces, Faces]:
        """The first two cards of every seat, and its hand; after a split it has only those."""
        rounds = len(start)
        drawn = shoes.drawn[:rounds] - start - FIRST
        drawn[self._begun.split.of(seat) == 1] = 0
        hands = np.full((rounds, TWO + int(drawn.max())), NO_CARD, np.uint8)
        for place in range(hands.shape[1]):
            rows = np.nonzero(drawn > place - TWO)[0]
            behind = place if place < TWO else place + FIRST - TWO
            hands[rows, place] = shoes.cards[rows, start[rows] + behind]
        return hands[:, :TWO], hands


def _begun(known: Known, states: RoundStates) -> _Begun:
    seats = states.seat.states

    def seat(key: int) -> int:
        one, two, *pair = (OF_RANK[rank] for rank in _digits(key, FIRST))
        bank = face_up(known.rule, tuple(pair))
        return states.seat.number(states.seat_begun((one, two), bank, tuple(pair)))

    def bank(key: int) -> int:
        pair = tuple(OF_RANK[rank] for rank in _digits(key // 2, TWO))
        return states.bank.number(states.bank_begun(pair, is_waiting=bool(key % 2)))

    def insured(key: int) -> int:
        pair = tuple(OF_RANK[rank] for rank in _digits(key, TWO))
        return known.is_insured(face_up(known.rule, pair))

    return _Begun(
        Answers(seat),
        Answers(bank),
        Answers(insured),
        Answers(lambda number: states.is_waited_for(seats[number])),
        Answers(lambda number: len(seats[number].done) > 1),
    )


def _digits(key: int, count: int) -> list[int]:
    return [key // RANKS**place % RANKS for place in reversed(range(count))]
