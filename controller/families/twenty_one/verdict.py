"""Twenty-one: every hand against the bank's, and the bets on the side, by the game's file."""

from fractions import Fraction
from typing import NamedTuple

from config.game import Game, Wager
from controller.facts.cards import Card
from controller.facts.phrase import Phrase
from controller.families.twenty_one.sections import Scale, TwentyOne, TwentyOneGame
from controller.families.twenty_one.side_bets import ON_FIRST_TWO, SIDE_BETS, BankHand
from controller.families.twenty_one.values import (
    chart_row,
    compare,
    count_hand,
    count_words,
)
from controller.settlement.finished import FinishedRound, PlayedHand, SeatRound
from controller.settlement.verdict import (
    LOSE,
    PUSH,
    Result,
    RoundError,
    Verdict,
    Verdicts,
    win,
)

BASE = "base"
INSURANCE = "insurance"
HALF = Fraction(1, 2)


class Table(NamedTuple):
    """What all seats of a round have in common."""

    game: Game
    rule: TwentyOne
    scale: Scale
    bank: BankHand


def judge(game: Game, finished: FinishedRound) -> Verdicts:
    """The verdict on every wager of a complete round."""
    assert isinstance(game, TwentyOneGame)
    rule = game.twenty_one
    table = Table(game, rule, rule.totals.scale, _bank_hand(rule, finished))
    verdicts = {}
    for seat in finished.seat_numbers():
        _check_seat(table, seat, finished.seats[str(seat)])
        for name in finished.seats[str(seat)].wagers:
            verdicts[seat, name] = _verdict(table, seat, name, finished.seats[str(seat)])
    _check_bank(table, finished)
    return verdicts


def hands_of(held: SeatRound) -> tuple[PlayedHand, ...]:
    """The hands of a seat: as listed, or its cards as one hand."""
    return held.hands or (PlayedHand(cards=held.cards),)


def _bank_hand(rule: TwentyOne, finished: FinishedRound) -> BankHand:
    cards = finished.bank.cards if finished.bank else ()
    if len(cards) < 2:
        raise RoundError("bank: needs its cards, the face-up one first, at least two")
    return BankHand(cards, count_hand(rule.totals.scale, cards))


def _check_bank(table: Table, finished: FinishedRound) -> None:
    """Refuse a bank that still had to draw for a hand that waits for it."""
    row = chart_row(table.rule.charts.bank, table.bank.total)
    waits = any(
        not (hand.surrendered or hand.rescued or hand.misplayed or _is_natural(table, held, hand))
        for held in finished.seats.values()
        for hand in hands_of(held)
    )
    if row and row.must == "hit" and waits:
        shown = " ".join(count_words(table.rule.totals, table.bank.total))
        raise RoundError(f"bank: {shown}, and {row.text}; add the cards it drew")


def _is_natural(table: Table, held: SeatRound, hand: PlayedHand) -> bool:
    return count_hand(table.scale, hand.cards, len(held.hands) > 1).is_natural


def _check_seat(table: Table, seat: int, held: SeatRound) -> None:
    known = {wager.name for wager in table.game.wagers}
    unknown = sorted(set(held.wagers) - known)
    if unknown:
        raise RoundError(
            f"seat {seat}: no wager {unknown[0]!r}; {table.game.name} has {sorted(known)}"
        )
    if BASE not in held.wagers:
        raise RoundError(f"seat {seat}: no {BASE} wager; every other wager needs one")
    for hand in hands_of(held):
        if len(hand.cards) < 2:
            raise RoundError(f"seat {seat}: a hand needs at least two cards")
        _check_actions(table.rule, seat, hand)
    if Fraction(held.wagers.get(INSURANCE, 0)) > Fraction(held.wagers[BASE]) * HALF:
        raise RoundError(f"seat {seat}: insurance is more than half the {BASE} wager")


def _check_actions(rule: TwentyOne, seat: int, hand: PlayedHand) -> None:
    times = rule.double.times if rule.double else 0
    if hand.doubled > times:
        raise RoundError(f"seat {seat}: doubled {hand.doubled} times; the game allows {times}")
    if hand.less is not None and not (rule.double and rule.double.for_less and hand.doubled == 1):
        raise RoundError(f"seat {seat}: doubling for less is not allowed here")
    if hand.rescued and not (rule.double and rule.double.rescue and hand.doubled):
        raise RoundError(f"seat {seat}: only a doubled hand can be rescued, where the game has it")
    if hand.surrendered and (rule.surrender is None or hand.doubled):
        raise RoundError(f"seat {seat}: this hand could not surrender")


def _verdict(table: Table, seat: int, name: str, held: SeatRound) -> Verdict:
    wager = next(wager for wager in table.game.wagers if wager.name == name)
    if name == BASE:
        parts = tuple(
            _hand_verdict(table, wager, held, place) for place in range(len(hands_of(held)))
        )
        return parts[0] if len(parts) == 1 else Verdict(parts[0].result, parts=parts)
    if name == INSURANCE:
        return _insurance(table, seat, wager, held)
    first = _first_two(seat, held) if name in ON_FIRST_TWO else ()
    key = SIDE_BETS[name](tuple(wager.table), first, table.bank)
    return win(held.wagers[name], wager.table[key], key) if key else LOSE


def _first_two(seat: int, held: SeatRound) -> tuple[Card, ...]:
    """The two cards dealt to a seat; after a split its round must name them."""
    if len(held.cards) >= 2:
        return held.cards[:2]
    if len(held.hands) == 1:
        return held.hands[0].cards[:2]
    raise RoundError(f'seat {seat}: add "cards", the first two, beside the split hands')


def _insurance(table: Table, seat: int, wager: Wager, held: SeatRound) -> Verdict:
    up = table.bank.cards[0]
    if up.rank != 1:
        raise RoundError(f"seat {seat}: insurance needs an ace up, the bank shows {up}")
    assert wager.odds is not None
    if table.bank.total.is_natural:
        return win(held.wagers[INSURANCE], wager.odds, "the bank has a natural")
    return Verdict(Result.LOSE, why="the bank has no natural")


def _stake(base: Fraction, hand: PlayedHand) -> Fraction:
    return base + Fraction(hand.less) if hand.less is not None else base * 2**hand.doubled


def _hand_verdict(table: Table, wager: Wager, held: SeatRound, place: int) -> Verdict:
    hand, base = hands_of(held)[place], Fraction(held.wagers[BASE])
    stake = _stake(base, hand)
    if hand.surrendered:
        return Verdict(Result.LOSE, why="surrendered", stake=stake, takes=base * HALF)
    if hand.rescued:
        kept = stake * HALF if hand.less is None else Fraction(hand.less)
        return Verdict(Result.LOSE, why="rescued", stake=stake, takes=stake - kept)
    if hand.misplayed:
        return Verdict(Result.LOSE, why="misplayed", stake=stake)
    count = count_hand(table.scale, hand.cards, len(held.hands) > 1)
    against = (table.bank.total, table.bank.cards)
    found = compare(table.rule.results, table.scale.limit, (count, len(hand.cards)), against)
    if found.result == "push":
        return PUSH._replace(why=found.why, stake=stake)
    if found.result == "lose":
        return _lost(table, stake, base, place, found.why)
    odds = _odds(wager, hand, found.result == "natural")
    pays = win(held.wagers[BASE], odds).pays * stake / base if base else Fraction(0)
    return Verdict(Result.WIN, pays, found.why, stake)


def _lost(table: Table, stake: Fraction, base: Fraction, place: int, why: Phrase) -> Verdict:
    """Where a natural of the bank takes the original wager only, the rest has no action."""
    spared = table.bank.total.is_natural and table.rule.results.natural_bank_takes == "original"
    if not spared:
        return Verdict(Result.LOSE, why=why, stake=stake)
    if place:
        return PUSH._replace(why="no action on a split against a natural", stake=stake)
    return Verdict(Result.LOSE, why=why, stake=stake, takes=base)


def _odds(wager: Wager, hand: PlayedHand, is_natural: bool) -> str:
    assert wager.odds is not None
    if not is_natural:
        return wager.odds
    both_jokers = all(card is Card.JOKER for card in hand.cards)
    key = "joker-joker" if both_jokers and "joker-joker" in wager.table else "natural"
    return wager.table.get(key, wager.odds)


def deciding_card(_game: Game, finished: FinishedRound) -> Card | None:
    """The bank's second card places the button."""
    return finished.bank.cards[1] if finished.bank and len(finished.bank.cards) > 1 else None
