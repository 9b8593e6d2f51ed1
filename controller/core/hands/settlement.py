"""The settlement ledger: claims in their order against what the bank put up, until it runs out."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from controller.core.hands.dealt import HandError


class Result(StrEnum):
    """What becomes of one wager."""

    WIN = "win"
    PUSH = "push"
    LOSE = "lose"


@dataclass(frozen=True, slots=True)
class Claim:
    """One wager to settle, in cents; `pays` is what the bank owes on a win, beside the wager."""

    seat: int
    wager: str
    amount: int
    result: Result
    pays: int = 0

    @property
    def at_stake(self) -> int:
        """How much of the bank this claim needs."""
        return {Result.WIN: self.pays, Result.PUSH: 0, Result.LOSE: self.amount}[self.result]


@dataclass(frozen=True, slots=True)
class Settled:
    """A claim as settled, in cents: paid by the bank, taken by it, handed back, left uncovered."""

    claim: Claim
    paid: int
    taken: int
    returned: int
    uncovered: int


def settle(claims: Iterable[Claim], bank: int) -> tuple[Settled, ...]:
    """Settle claims in the order given; what the bank no longer covers goes back to its owner."""
    if bank < 0:
        raise HandError(f"bank of {bank} cents; enter what the player-dealer put up")
    settled = []
    for claim in claims:
        covered = min(claim.at_stake, bank)
        bank -= covered
        settled.append(_settled(claim, covered))
    return tuple(settled)


def odds(amount: int, to_one: int | None) -> tuple[Result, int]:
    """A bonus wager's result and pay in cents: `to_one` for one, lost where the table is silent."""
    return (Result.LOSE, 0) if to_one is None else (Result.WIN, amount * to_one)


def _settled(claim: Claim, covered: int) -> Settled:
    taken = covered if claim.result is Result.LOSE else 0
    return Settled(
        claim=claim,
        paid=covered if claim.result is Result.WIN else 0,
        taken=taken,
        returned=claim.amount - taken,
        uncovered=claim.at_stake - covered,
    )
