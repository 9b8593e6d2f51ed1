"""Hold'em against a bank: the best five of two own and five community cards on both sides."""

from config.game import Game
from controller.facts.cards import Card
from controller.hands.dealt import require_hand
from controller.hands.five_card import Category, HandRank, best_five
from controller.settlement.finished import BankRound, FinishedRound, SeatRound
from controller.settlement.showdown import Contest, judge_showdown
from controller.settlement.verdict import RoundError, Verdicts

POCKET = 2
COMMUNITY = 5


def judge(game: Game, finished: FinishedRound) -> Verdicts:
    """The verdict on every wager of a finished round."""
    community = finished.community
    if len(community) != COMMUNITY:
        text = f"{len(community)} community cards; the round has {COMMUNITY}"
        raise RoundError(f"{text} ({game.deal.source})")

    def rank(pocket: tuple[Card, ...]) -> HandRank:
        require_hand(pocket, POCKET)
        return best_five((*pocket, *community))

    def contest(seat: SeatRound, bank: BankRound) -> Contest:
        theirs = rank(bank.cards)
        is_qualified = theirs.category >= Category.PAIR
        return Contest(rank(seat.cards), theirs, is_qualified, together=None)

    return judge_showdown(game, finished, POCKET, contest)
