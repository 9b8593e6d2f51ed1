"""High card: each seat's card against the bank's."""

from controller.families.high_card.sections import HighCard
from controller.families.high_card.values import worth

from config.game import Game
from controller.facts.cards import Card
from controller.settlement.finished import FinishedRound
from controller.settlement.placed import bank_of, stakes_of
from controller.settlement.verdict import LOSE, PUSH, RoundError, Verdict, Verdicts, win


def judge(game: Game, finished: FinishedRound) -> Verdicts:
    """The verdict on every wager of a finished round."""
    assert isinstance(game, HighCard)
    theirs = _card("the bank", bank_of(game, finished).cards)
    verdicts: dict[tuple[int, str], Verdict] = {}
    for number in finished.seat_numbers():
        seat = finished.seats[str(number)]
        ours = _card(f"seat {number}", seat.cards)
        for name, amount in stakes_of(game, seat).items():
            verdicts[number, name] = _verdict(game, ours, theirs, win(amount, "1:1"))
    return verdicts


def _verdict(game: HighCard, ours: Card, theirs: Card, won: Verdict) -> Verdict:
    mine, bank = (worth(card, game.ranking.ace) for card in (ours, theirs))
    if mine == bank:
        return PUSH if game.ranking.equal == "push" else LOSE
    return won if mine > bank else LOSE


def _card(whose: str, cards: tuple[Card, ...]) -> Card:
    if len(cards) != 1:
        raise RoundError(f"{whose}: {len(cards)} cards; a hand of high card has one")
    return cards[0]


def deciding_card(_game: Game, finished: FinishedRound) -> Card | None:
    """The bank's card places the button."""
    return finished.bank.cards[0] if finished.bank and finished.bank.cards else None
