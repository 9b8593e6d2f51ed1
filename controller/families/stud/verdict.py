"""Caribbean stud: five cards against the bank's five, which plays with ace and king or better."""

from typing import Final

from config.game import Game
from controller.facts.cards import Card
from controller.hands.dealt import HandError
from controller.hands.five_card import Category, HandRank, best_five
from controller.settlement.finished import BankRound, FinishedRound, SeatRound
from controller.settlement.showdown import Contest, judge_showdown
from controller.settlement.verdict import RoundError, Verdicts

LEAST: Final = HandRank(Category.HIGH_CARD, (14, 13))
CARDS: Final = 5


def judge(game: Game, finished: FinishedRound) -> Verdicts:
    """The verdict on every wager of a finished round."""

    def contest(seat: SeatRound, bank: BankRound) -> Contest:
        if len(seat.cards) != CARDS:
            raise RoundError(f"{len(seat.cards)} cards; a hand without five is fouled, fold it")
        theirs = _bank_rank(bank)
        return Contest(best_five(seat.cards), theirs, theirs >= LEAST, None)

    return judge_showdown(game, finished, CARDS, contest)


def _bank_rank(bank: BankRound) -> HandRank:
    try:
        return best_five(bank.cards)
    except HandError as error:
        raise RoundError(f"bank: {error}") from None


def deciding_card(_game: Game, finished: FinishedRound) -> Card | None:
    """The bank's cards are given as dealt, the face-up one last."""
    return finished.bank.cards[-1] if finished.bank and finished.bank.cards else None
