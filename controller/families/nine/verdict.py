"""Nine: every hand's total against the bank's, and what a bank of zero changes."""

from typing import Final

from config.game import Game
from controller.facts.cards import Card
from controller.families.nine.sections import Nine, NineGame
from controller.families.nine.values import FIRST, MOST, compare, row_of, total_of
from controller.settlement.finished import FinishedRound, SeatRound
from controller.settlement.verdict import Result, RoundError, Verdict, Verdicts, win
from controller.table.shoe import copies_in_deck

BASE: Final = "base"
HALF: Final = "half"


def judge(game: Game, finished: FinishedRound) -> Verdicts:
    """The verdict on every wager of a finished round."""
    assert isinstance(game, NineGame)
    rule = game.nine
    theirs = _bank_cards(game, rule, finished)
    verdicts = {}
    for number in finished.seat_numbers():
        seat = finished.seats[str(number)]
        _require(game, f"seat {number}", seat.cards)
        if set(seat.wagers) != {BASE}:
            text = f"{game.name} has one wager, {BASE}; give that"
            raise RoundError(f"seat {number}: {text} ({game.wagers[0].source})")
        verdicts[number, BASE] = _verdict(game, rule, seat, theirs)
    return verdicts


def _verdict(game: Game, rule: Nine, seat: SeatRound, theirs: tuple[Card, ...]) -> Verdict:
    found = compare(rule, seat.cards, theirs)
    if found.result != "win":
        return Verdict(Result(found.result), why=found.why)
    wager = game.wagers[0]
    odds = wager.table[HALF] if found.is_half else wager.odds
    assert odds is not None
    return win(seat.wagers[BASE], odds, found.why)


def _bank_cards(game: Game, rule: Nine, finished: FinishedRound) -> tuple[Card, ...]:
    """The bank's cards, drawn as its chart has it."""
    cards = finished.bank.cards if finished.bank else ()
    _require(game, "bank", cards)
    total = total_of(cards[:FIRST])
    row = row_of(rule.charts.bank, total)
    done = "hit" if len(cards) == MOST else "stand"
    if row.must not in (done, "choose"):
        text = f"{total} of three cards must {row.must}; correct its cards"
        raise RoundError(f"bank: {text} ({rule.charts.source})")
    return cards


def _require(game: Game, whose: str, cards: tuple[Card, ...]) -> None:
    if not FIRST <= len(cards) <= MOST:
        text = f"{len(cards)} cards; a hand has {FIRST} or {MOST}"
        raise RoundError(f"{whose}: {text} ({game.deal.source})")
    copies = copies_in_deck(game.cards)
    for card in cards:
        if not copies[card.place]:
            text = f"{card} is not in a deck of {game.name}; correct it"
            raise RoundError(f"{whose}: {text} ({game.cards.source})")
