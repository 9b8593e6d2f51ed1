"""Which seats get a hand in this round, in dealing order; steps that deal say so."""

from typing import NamedTuple

from controller.table.state import RoundState, TableState

CENTRE = 0


class Holders(NamedTuple):
    """The seats a round deals to; 0 is the centre of the table."""

    seats: tuple[int, ...]


def deal_to(current: RoundState, seats: tuple[int, ...]) -> None:
    """Say to whom the round deals."""
    current.put(Holders(seats))


def holders_of(current: RoundState) -> tuple[int, ...]:
    """Everyone the round deals to."""
    part = current.find(Holders)
    return part.seats if part else ()


def players_of(table: TableState, current: RoundState) -> tuple[int, ...]:
    """The seats that play a hand against the bank."""
    return tuple(s for s in holders_of(current) if s not in (CENTRE, table.bank.seat))
