"""The bank: offered seat by seat, held for its turns, passed on; untaken, the game halts."""

from functools import lru_cache
from typing import NamedTuple

from controller.facts.decisions import BankOffered, BankPlaced, Decision, GameHalted
from controller.facts.events import BankAccepted, BankDeclined
from controller.facts.phrase import Phrase, phrase
from controller.facts.seats import around, next_seat
from controller.table.irregularity import report
from controller.table.state import BankState, Irregular, Rules, TableState

NOBODY = phrase("nobody-banks")


class Turn(NamedTuple):
    """The bank after something happened to it, and what was decided."""

    bank: BankState
    decided: tuple[Decision, ...] = ()


def offer(table: TableState, seat: int) -> None:
    """Offer the bank to a seat, or to the next one that may have it; without one, halt."""
    _turn(table, _offer(table.rules, table.bank, table.bettors, seat, 0))


def _turn(table: TableState, turn: Turn) -> None:
    table.bank = turn.bank
    table.decided += turn.decided


def accept(table: TableState, event: BankAccepted) -> None:
    """Place the bank where it was offered; after a halt, wherever it may be taken."""
    seat = event.seat or table.bank.offered
    wrong = _acceptance_fault(table.rules, table.bank, seat)
    if wrong is not None:
        return report(table, wrong._replace(seen=_seen("seat-may-bank", seat)), event)
    return _turn(table, _accepted(table.bank, seat))


@lru_cache(maxsize=256)
def _accepted(bank: BankState, seat: int) -> Turn:
    return Turn(BankState(seat=seat, turn=1, last=bank.last), (BankPlaced(seat=seat),))


def _acceptance_fault(rules: Rules, bank: BankState, seat: int) -> Irregular | None:
    if bank.offered and seat == bank.outgoing(rules):
        return Irregular("bank-needs-another", phrase("another-seat-may-bank", last=seat))
    if not bank.offered or (seat != bank.offered and not bank.halted):
        return Irregular("bank-out-of-turn")
    if seat > rules.seats:
        return Irregular("no-such-seat", phrase("seats-there-are", seats=rules.seats))
    return None


def decline(table: TableState, event: BankDeclined) -> None:
    """Pass the bank on; when every seat that may have it has passed, halt."""
    bank, rules = table.bank, table.rules
    seat = event.seat or bank.offered
    if not bank.offered or bank.halted or seat != bank.offered:
        passed = _seen("seat-may-pass", seat)
        return report(table, Irregular("bank-out-of-turn", seen=passed), event)
    return _turn(table, _declined(rules, bank, table.bettors))


def _seen(code: str, seat: int) -> Phrase | None:
    """Which seat spoke for the bank, if one is known."""
    return phrase(code, seat=seat) if seat else None


def rotate(table: TableState) -> None:
    """After a round: the bank's next turn, or an offer to the next seat."""
    _turn(table, _rotated(table.rules, table.bank, table.bettors))


def give_up(table: TableState) -> None:
    """Offer the bank on from the seat that has it."""
    _turn(table, _given_up(table.rules, table.bank, table.bettors))


# A table's bank goes round the same few seats all day.


@lru_cache(maxsize=4096)
def _rotated(rules: Rules, bank: BankState, bettors: frozenset[int]) -> Turn:
    if rules.game.bank.held_by == "nobody":
        return Turn(bank)
    held = BankState(seat=bank.seat, turn=bank.turn + 1, last=bank.seat)
    is_over = bank.turn >= rules.game.bank.turns
    return _given_up(rules, held, bettors) if is_over else Turn(held)


def _given_up(rules: Rules, bank: BankState, bettors: frozenset[int]) -> Turn:
    following = next_seat(bank.seat, rules.seats, rules.game.bank.direction)
    return _offer(rules, bank, bettors, following, 0)


@lru_cache(maxsize=4096)
def _declined(rules: Rules, bank: BankState, bettors: frozenset[int]) -> Turn:
    """Whoever comes after the seat it was offered to; all have passed: nobody."""
    following = next_seat(bank.offered, rules.seats, rules.game.bank.direction)
    willing, passed = len(_willing(rules, bank, bettors, bank.offered)), bank.declined + 1
    if passed < willing:
        return _offer(rules, bank, bettors, following, passed)
    return _halt(rules, bank, following)


def _offer(
    rules: Rules, bank: BankState, bettors: frozenset[int], seat: int, declined: int
) -> Turn:
    willing = _willing(rules, bank, bettors, seat)
    if not willing:
        return _halt(rules, bank, seat)
    offered = BankState(offered=willing[0], declined=declined, last=bank.last)
    return Turn(offered, (BankOffered(seat=willing[0]),))


def _halt(rules: Rules, bank: BankState, seat: int) -> Turn:
    """Deal no hand until a seat takes the bank that need not make way for another."""
    last = bank.outgoing(rules)
    first = next(each for each in _from(rules, seat) if each != last)
    halted = BankState(offered=first, halted=True, last=bank.last)
    return Turn(
        halted, (GameHalted(reason=phrase("game-disbanded", seat=last) if last else NOBODY),)
    )


def _from(rules: Rules, seat: int) -> tuple[int, ...]:
    return around(seat, rules.seats, rules.game.bank.direction)


def _willing(rules: Rules, bank: BankState, bettors: frozenset[int], seat: int) -> tuple[int, ...]:
    """Not the seat that must make way; where only bettors may bank, those of the round before."""
    only, last = rules.game.bank.only_bettors and bettors, bank.outgoing(rules)
    order = _from(rules, seat)
    return tuple(each for each in order if each != last and (not only or each in bettors))
