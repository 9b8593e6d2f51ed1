"""Three-card poker: three cards against the bank's three, and the best five of all six."""

from collections.abc import Callable, Sequence
from typing import Final

from config.game import Game
from controller.facts.cards import Card
from controller.hands.five_card import best_five
from controller.hands.three_card import (
    ThreeCardRank,
    qualifies,
    rank_three,
    rank_three_of_many,
)
from controller.settlement.finished import BankRound, FinishedRound, SeatRound
from controller.settlement.showdown import Contest, judge_showdown
from controller.settlement.verdict import Verdicts

CARDS: Final = 3


def judge(game: Game, finished: FinishedRound) -> Verdicts:
    """The verdict on every wager of a finished round."""
    has_six = any(wager.judged == "six-cards" for wager in game.wagers)
    rank = rank_of(game)

    def contest(seat: SeatRound, bank: BankRound) -> Contest:
        theirs = rank(bank.cards)
        return Contest(
            ours=rank(seat.cards),
            theirs=theirs,
            qualified=qualifies(theirs),
            together=best_five((*seat.cards, *bank.cards)) if has_six else None,
        )

    return judge_showdown(game, finished, CARDS, contest)


def rank_of(game: Game) -> Callable[[Sequence[Card]], ThreeCardRank]:
    """How three cards are ranked: out of several decks one may be there twice."""
    return rank_three if game.cards.decks[1] == 1 else rank_three_of_many


def deciding_card(game: Game, finished: FinishedRound) -> Card | None:
    """The bank's cards are given as dealt; the game says which of them places the button."""
    place = game.button.card if game.button else None
    cards = finished.bank.cards if finished.bank else ()
    return cards[place - 1] if place and len(cards) >= place else None
