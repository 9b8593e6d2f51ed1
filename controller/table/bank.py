"""The bank: offered seat by seat, held for its turns, passed on; untaken, the game halts."""

from functools import lru_cache

from controller.facts.decisions import BankOffered, BankPlaced, GameHalted
from controller.facts.events import BankAccepted, BankDeclined
from controller.facts.phrase import Phrase, phrase
from controller.facts.seats import around, next_seat
from controller.table.irregularity import report
from controller.table.state import BankState, Irregular, TableState

NOBODY = phrase("nobody-banks")


def offer(table: TableState, seat: int, declined: int = 0) -> None:
    """Offer the bank to a seat, or to the next one that may have it; without one, halt."""
    last = table.bank.last
    willing = next((each for each in _from(table, seat) if _may_bank(table, each)), 0)
    if not willing:
        return _halt(table, seat)
    table.bank = BankState(offered=willing, declined=declined, last=last)
    table.decide(_offered(willing))
    return None


def accept(table: TableState, event: BankAccepted) -> None:
    """Place the bank where it was offered; after a halt, wherever it may be taken."""
    seat = event.seat or table.bank.offered
    wrong = _acceptance_fault(table, seat)
    if wrong is not None:
        return report(table, wrong._replace(seen=_seen("seat-may-bank", seat)), event)
    table.bank = BankState(seat=seat, turn=1, last=table.bank.last)
    table.decide(BankPlaced(seat=seat))
    return None


def _acceptance_fault(table: TableState, seat: int) -> Irregular | None:
    bank, seats = table.bank, table.rules.seats
    if bank.offered and seat == table.outgoing_bank:
        return Irregular("bank-needs-another", phrase("another-seat-may-bank", last=seat))
    if not bank.offered or (seat != bank.offered and not bank.halted):
        return Irregular("bank-out-of-turn")
    if seat > seats:
        return Irregular("no-such-seat", phrase("seats-there-are", seats=seats))
    return None


def decline(table: TableState, event: BankDeclined) -> None:
    """Pass the bank on; when every seat that may have it has passed, halt."""
    bank, rules = table.bank, table.rules
    seat = event.seat or bank.offered
    if not bank.offered or bank.halted or seat != bank.offered:
        passed = _seen("seat-may-pass", seat)
        return report(table, Irregular("bank-out-of-turn", seen=passed), event)
    following = next_seat(seat, rules.seats, rules.game.bank.direction)
    if bank.declined + 1 < sum(_may_bank(table, each) for each in _from(table, seat)):
        return offer(table, following, bank.declined + 1)
    return _halt(table, following)


def _halt(table: TableState, seat: int) -> None:
    """Deal no hand until a seat takes the bank that need not make way for another."""
    last = table.outgoing_bank
    first = next(each for each in _from(table, seat) if each != last)
    table.bank = BankState(offered=first, halted=True, last=table.bank.last)
    table.decide(GameHalted(reason=phrase("game-disbanded", seat=last) if last else NOBODY))


def _seen(code: str, seat: int) -> Phrase | None:
    """Which seat spoke for the bank, if one is known."""
    return phrase(code, seat=seat) if seat else None


def rotate(table: TableState) -> None:
    """After a round: the bank's next turn, or an offer to the next seat."""
    bank, rules = table.bank, table.rules
    if rules.game.bank.held_by == "nobody":
        return
    table.bank = BankState(seat=bank.seat, turn=bank.turn + 1, last=bank.seat)
    if bank.turn >= rules.game.bank.turns:
        give_up(table)


def give_up(table: TableState) -> None:
    """Offer the bank on from the seat that has it."""
    rules = table.rules
    offer(table, next_seat(table.bank.seat, rules.seats, rules.game.bank.direction))


def _from(table: TableState, seat: int) -> tuple[int, ...]:
    return around(seat, table.rules.seats, table.rules.game.bank.direction)


def _may_bank(table: TableState, seat: int) -> bool:
    """Not the seat that must make way; where only bettors may bank, one of the round before."""
    only = table.rules.game.bank.only_bettors and table.bettors
    return seat != table.outgoing_bank and (not only or seat in table.bettors)


@lru_cache(maxsize=14)
def _offered(seat: int) -> BankOffered:
    return BankOffered(seat=seat)
