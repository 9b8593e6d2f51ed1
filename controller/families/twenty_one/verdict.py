"""Twenty-one: every hand against the bank's, and the bets on the side, by the game's file."""

from decimal import Decimal
from fractions import Fraction
from typing import Final, NamedTuple

from config.game import Game, Wager
from controller.facts.cards import Card
from controller.facts.decisions import LineHit
from controller.facts.phrase import phrase
from controller.families.twenty_one.parts import deciding_card as second_card, up_card
from controller.families.twenty_one.sections import Scale, TwentyOne, TwentyOneGame, TwentyOneWager
from controller.families.twenty_one.side_bets import BankHand, Seen, paying_line
from controller.families.twenty_one.values import (
    Comparison,
    HandCount,
    compare,
    count_hand,
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
GIVEN_UP: Final = ("surrendered", "rescued", "misplayed")


class Table(NamedTuple):
    """What all seats of a round have in common."""

    game: TwentyOneGame
    rule: TwentyOne
    scale: Scale
    bank: BankHand


def judge(game: Game, finished: FinishedRound) -> Verdicts:
    """The verdict on every wager of a complete round."""
    table = in_common(game, finished)
    verdicts = {}
    for seat in finished.seat_numbers():
        _check_seat(table, seat, finished.seats[str(seat)])
        for name in finished.seats[str(seat)].wagers:
            verdicts[seat, name] = _verdict(table, seat, name, finished.seats[str(seat)])
    return verdicts


def in_common(game: Game, finished: FinishedRound) -> Table:
    """The rules of a round and its bank's hand."""
    assert isinstance(game, TwentyOneGame)
    rule, cards = game.twenty_one, finished.bank.cards if finished.bank else ()
    scale = rule.totals.scale
    bank = BankHand(cards, up_card(rule.deal, cards), count_hand(scale, cards))
    return Table(game, rule, scale, bank)


def hands_of(held: SeatRound) -> tuple[PlayedHand, ...]:
    """The hands of a seat: as listed, or its cards as one hand."""
    return held.hands or (PlayedHand(cards=held.cards),)


def _given_up(hand: PlayedHand) -> str:
    """How a hand lost without a comparison, if it did."""
    return next((how for how in GIVEN_UP if getattr(hand, how)), "")


def count_of_hand(table: Table, held: SeatRound, place: int) -> HandCount:
    """What one hand of a seat counts; those of a split make no natural."""
    return count_hand(table.scale, hands_of(held)[place].cards, len(held.hands) > 1)


def decided(table: Table, held: SeatRound, place: int) -> Comparison:
    """What one hand of a seat came to against the bank's, and by which rule."""
    hand, bank = hands_of(held)[place], table.bank
    how = _given_up(hand)
    if how:
        return Comparison("lose", phrase("hand-given-up", how=how))
    if hand.even_money:
        return Comparison("win", phrase("even-money"))
    ours = (count_of_hand(table, held, place), len(hand.cards))
    found = compare(table.rule.results, table.scale.limit, ours, (bank.total, bank.cards))
    if found.result == "lose" and place and _takes_original(table):
        return Comparison("push", phrase("split-no-action"))
    return found


def _takes_original(table: Table) -> bool:
    """Where a natural of the bank takes the original wager only, the rest has no action."""
    is_natural = table.bank.total.is_natural
    return is_natural and table.rule.results.natural_bank_takes == "original"


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
    _check_insurance(table, seat, held)


def _check_insurance(table: Table, seat: int, held: SeatRound) -> None:
    rule, half = table.rule.insurance, Fraction(held.wagers[BASE]) * HALF
    insured = Fraction(held.wagers.get(INSURANCE, 0))
    if insured > half:
        text = f"insurance is more than half the {BASE} wager"
        raise RoundError(f"seat {seat}: {text} ({rule.source if rule else table.game.source})")
    if insured and insured != half and rule is not None and rule.stake == "half":
        text = f"insurance is half the {BASE} wager, {half}, and no less"
        raise RoundError(f"seat {seat}: {text} ({rule.source})")


def _verdict(table: Table, seat: int, name: str, held: SeatRound) -> Verdict:
    wager = next(wager for wager in table.game.wagers if wager.name == name)
    if name == BASE:
        parts = tuple(
            _hand_verdict(table, wager, held, place) for place in range(len(hands_of(held)))
        )
        return parts[0] if len(parts) == 1 else Verdict(parts[0].result, parts=parts)
    if name == INSURANCE:
        return _insurance(table, seat, wager, held)
    key = paying_line(wager, _seen(table, seat, wager, held))
    return side_bet(wager, held.wagers[name], key)


def side_bet(wager: TwentyOneWager, amount: Decimal, key: str | None) -> Verdict:
    """A side bet by the line its cards show; a line that pays nothing hands the wager back."""
    if key is None:
        return LOSE
    odds = wager.table[key]
    return PUSH._replace(why=key) if odds.startswith("0:") else win(amount, odds, key)


def bonus_lines(table: Table, finished: FinishedRound) -> tuple[LineHit, ...]:
    """The lines of the side bets that the cards show; one on the bank's cards is everybody's."""
    return tuple(
        LineHit(wager=wager.name, line=line, seat=None if wager.is_common else seat)
        for wager in table.game.wagers
        if wager.lines
        for seat in finished.seat_numbers()[: 1 if wager.is_common else None]
        if (line := paying_line(wager, _seen(table, seat, wager, finished.seats[str(seat)])))
    )


def _seen(table: Table, seat: int, wager: TwentyOneWager, held: SeatRound) -> Seen:
    """What a side bet may ask about; after a split no card but the first two is the seat's."""
    if wager.is_common:
        return Seen(table.scale, (), (), table.bank)
    first, hands = _first_two(seat, held), hands_of(held)
    return Seen(table.scale, first, hands[0].cards if len(hands) == 1 else first, table.bank)


def _first_two(seat: int, held: SeatRound) -> tuple[Card, ...]:
    """The two cards dealt to a seat; after a split its round must name them."""
    if len(held.cards) >= 2:
        return held.cards[:2]
    if len(held.hands) == 1:
        return held.hands[0].cards[:2]
    raise RoundError(f'seat {seat}: add "cards", the first two, beside the split hands')


def _insurance(table: Table, seat: int, wager: Wager, held: SeatRound) -> Verdict:
    up = table.bank.up
    if up is None or up.rank != 1:
        text = f"insurance needs an ace up, the bank shows {up}"
        raise RoundError(f"seat {seat}: {text} ({wager.source})")
    assert wager.odds is not None
    if table.bank.total.is_natural:
        return win(held.wagers[INSURANCE], wager.odds, "the bank has a natural")
    return Verdict(Result.LOSE, why="the bank has no natural")


def _stake(base: Fraction, hand: PlayedHand) -> Fraction:
    return base + Fraction(hand.less) if hand.less is not None else base * 2**hand.doubled


def _hand_verdict(table: Table, wager: Wager, held: SeatRound, place: int) -> Verdict:
    hand, base = hands_of(held)[place], Fraction(held.wagers[BASE])
    stake, found = _stake(base, hand), decided(table, held, place)
    if found.result == "push":
        return PUSH._replace(why=found.why, stake=stake)
    if found.result == "lose":
        takes = _takes(table, hand, stake, base)
        return Verdict(Result.LOSE, why=found.why, stake=stake, takes=takes)
    odds = _odds(wager, hand, found.result == "natural")
    pays = win(held.wagers[BASE], odds).pays * stake / base if base else Fraction(0)
    return Verdict(Result.WIN, pays, found.why, stake)


def _takes(table: Table, hand: PlayedHand, stake: Fraction, base: Fraction) -> Fraction | None:
    """What a lost hand costs where that is not all that was staked."""
    if hand.surrendered:
        surrender, natural = table.rule.surrender, table.bank.total.is_natural
        is_void = natural and surrender is not None and surrender.unless == "bank-natural"
        return stake if is_void else stake * HALF
    if hand.rescued:
        return stake - (stake * HALF if hand.less is None else Fraction(hand.less))
    return base if _takes_original(table) and not hand.misplayed else None


def _odds(wager: Wager, hand: PlayedHand, is_natural: bool) -> str:
    assert wager.odds is not None
    if not is_natural:
        return wager.odds
    both_jokers = all(card is Card.JOKER for card in hand.cards)
    key = "joker-joker" if both_jokers and "joker-joker" in wager.table else "natural"
    return wager.table.get(key, wager.odds)


def deciding_card(_game: Game, finished: FinishedRound) -> Card | None:
    """The bank's second card places the button."""
    return second_card(finished.bank.cards) if finished.bank else None


def naturals(game: Game, finished: FinishedRound) -> frozenset[int]:
    """The seats whose natural is paid at once: the bank has none, or they took even money."""
    table = in_common(game, finished)
    held = ((seat, finished.seats[str(seat)]) for seat in finished.seat_numbers())
    found = [(seat, one) for seat, one in held if _is_natural(table, one)]
    has_none = _is_known(table) and not count_hand(table.scale, table.bank.cards[:2]).is_natural
    return frozenset(seat for seat, one in found if has_none or hands_of(one)[0].even_money)


def _is_known(table: Table) -> bool:
    """Tell whether its up card, or the look at the other one, says if the bank has a natural."""
    up, deal = table.bank.up, table.rule.deal
    if up is None:
        return False
    could = any(up.rank in pair for pair in table.scale.naturals)
    return not could or deal.bank == "up-up" or up.rank_code in deal.peek_on


def _is_natural(table: Table, held: SeatRound) -> bool:
    return bool(hands_of(held)[0].cards) and count_of_hand(table, held, 0).is_natural
