"""Pai gow poker: two hands against the bank's, the bonus by its pay table, envy of other seats."""

from collections import Counter
from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction
from typing import Final, NamedTuple

from config.game import Game, Wager
from controller.facts.cards import Card
from controller.families.pai_gow_poker.fortune_bonus import BonusHand, best_bonus
from controller.families.pai_gow_poker.house_way import rules_of, set_by_chart
from controller.families.pai_gow_poker.sections import PaiGowPoker
from controller.families.pai_gow_poker.values import (
    PaiGowRules,
    SetHand,
    compare,
    is_foul,
    rank_set,
)
from controller.hands.dealt import HandError
from controller.settlement.finished import BankRound, FinishedRound, SeatRound
from controller.settlement.house_decision import HouseWayError
from controller.settlement.placed import bank_of, stakes_of
from controller.settlement.verdict import Result, RoundError, Verdict, Verdicts, win

SEVEN: Final = 7
RETURNED: Final = "0:1"


class SeatPlay(NamedTuple):
    """One seat's hand as set, its stakes, and the line of the bonus table its cards reach."""

    number: int
    hand: SetHand
    stakes: dict[str, Decimal]
    bonus: str | None
    owner: str | None = None

    @property
    def cards(self) -> tuple[Card, ...]:
        """All seven cards."""
        return (*self.hand.front, *self.hand.back)


def judge(game: Game, finished: FinishedRound) -> Verdicts:
    """The verdict on every wager of a pai gow poker round."""
    bank = _bank_hand(game, bank_of(game, finished))
    plays = [_play(game, finished, number) for number in finished.seat_numbers()]
    _require_one_deck(game, bank, plays)
    verdicts: dict[tuple[int, str], Verdict] = {}
    for play in plays:
        for wager in game.wagers:
            verdict = _verdict(wager, play, plays, bank, rules_of(game))
            if verdict is not None:
                verdicts[play.number, wager.name] = verdict
    return verdicts


def _bank_hand(game: Game, bank: BankRound) -> SetHand:
    try:
        hand = _set_hand(game, bank)
        if is_foul(hand, rules_of(game)):
            assert isinstance(game, PaiGowPoker)
            text = "set foul; set it again, two in front below five behind"
            raise RoundError(f"{text} ({game.pai_gow.source})")
        _require_house_way(game, bank, hand)
    except HandError as error:
        raise RoundError(f"the bank's hand: {error} ({game.deal.source})") from None
    except (RoundError, HouseWayError) as error:
        raise RoundError(f"the bank's hand: {error}") from None
    return hand


def _require_house_way(game: Game, bank: BankRound, hand: SetHand) -> None:
    """Where the house dealer sets the bank's hand, it is set by the chart."""
    assert isinstance(game, PaiGowPoker)
    if not bank.front or game.pai_gow.bank_sets != "house-way" or game.pai_gow.house_way is None:
        return
    due = set_by_chart(game, bank.cards).hand
    if rank_set(due, rules_of(game)) != rank_set(hand, rules_of(game)):
        cards = f"{' '.join(due.front)} in front of {' '.join(due.back)}"
        raise RoundError(f"by the house way it is {cards}; set it so ({game.pai_gow.source})")


def _play(game: Game, finished: FinishedRound, number: int) -> SeatPlay:
    seat = finished.seats[str(number)]
    try:
        stakes = stakes_of(game, seat)
        required = [w for w in game.wagers if w.required and w.name not in stakes]
        if stakes and required:
            raise RoundError(f"no {required[0].name}; it is required ({required[0].source})")
        hand = _set_hand(game, seat)
        return SeatPlay(number, hand, stakes, _bonus_line(game, hand, stakes), seat.owner)
    except (RoundError, HandError, HouseWayError) as error:
        raise RoundError(f"seat {number}: {error}") from None


def _set_hand(game: Game, seat: SeatRound | BankRound) -> SetHand:
    """The hand as set: seven cards of which two are in front, or five and two; else house way."""
    if not seat.front:
        return set_by_chart(game, seat.cards).hand
    back = tuple(card for card in seat.cards if card not in seat.front)
    hand = SetHand(seat.front, back)
    if len(hand.front) + len(hand.back) != SEVEN:
        raise RoundError("give seven cards and which two of them are in front")
    return hand


def _bonus_line(game: Game, hand: SetHand, stakes: dict[str, Decimal]) -> str | None:
    """The first line of the pay table, in its printed order, that a seat with a bonus wager has."""
    for wager in game.wagers:
        if wager.judged == "seven-cards" and wager.name in stakes:
            order = [BonusHand(name) for name in wager.table]
            best = best_bonus((*hand.front, *hand.back), order, rules_of(game).joker)
            return best and str(best)
    return None


def _require_one_deck(game: Game, bank: SetHand, plays: list[SeatPlay]) -> None:
    dealt = Counter((*bank.front, *bank.back, *(card for play in plays for card in play.cards)))
    twice = [card for card, times in dealt.items() if times > 1]
    if twice:
        text = f"{twice[0]} was dealt twice; {game.name} has one deck"
        raise RoundError(f"{text} ({game.cards.source})")


def _verdict(
    wager: Wager, play: SeatPlay, plays: list[SeatPlay], bank: SetHand, rules: PaiGowRules
) -> Verdict | None:
    if wager.judged == "other-hands":
        return _envy(wager, play, plays)
    amount = play.stakes.get(wager.name)
    if amount is None:
        return None
    if wager.judged == "seven-cards":
        return _bonus(wager, amount, play.bonus)
    return _game(wager, amount, play, bank, rules)


def _game(
    wager: Wager, amount: Decimal, play: SeatPlay, bank: SetHand, rules: PaiGowRules
) -> Verdict:
    if is_foul(play.hand, rules):
        return Verdict(Result.LOSE, why="set foul")
    result = Result(compare(play.hand, bank, rules))
    ours, theirs = rank_set(play.hand, rules), rank_set(bank, rules)
    words = [
        "higher" if our > their else "copy" if our == their else "lower"
        for our, their in zip(ours, theirs, strict=True)
    ]
    why = f"front {words[0]}, back {words[1]}"
    if result is Result.WIN and wager.odds:
        return win(amount, wager.odds, why)
    return Verdict(result, why=why)


def _bonus(wager: Wager, amount: Decimal, line: str | None) -> Verdict:
    odds = wager.table.get(line) if line else None
    if line is None or odds is None:
        return Verdict(Result.LOSE, why="no bonus hand")
    why = line.replace("-", " ")
    return Verdict(Result.PUSH, why=why) if odds == RETURNED else win(amount, odds, why)


def _envy(wager: Wager, play: SeatPlay, plays: list[SeatPlay]) -> Verdict | None:
    """Fixed amounts for the bonus hands of other seats that have a bonus wager themselves."""
    earned = wager.earned_from or Decimal(0)
    if any(
        play.stakes.get(needed, Decimal(0)) < max(earned, Decimal("0.01")) for needed in wager.needs
    ):
        return None
    won = tuple(_envied(wager, play, plays))
    return Verdict(Result.WIN, parts=won) if won else None


def _envied(wager: Wager, play: SeatPlay, plays: list[SeatPlay]) -> Iterator[Verdict]:
    for other in plays:
        pays = wager.fixed.get(other.bonus) if other.bonus else None
        is_own = other.number == play.number or (other.owner and other.owner == play.owner)
        if not is_own and pays:
            assert other.bonus is not None
            why = f"seat {other.number}: {other.bonus.replace('-', ' ')}"
            yield Verdict(Result.WIN, Fraction(pays), why, stake=Fraction(0))
