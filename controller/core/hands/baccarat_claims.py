"""EZ baccarat with Panda 8: what the wagers on both hands come to, one kind of wager a lap."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

from controller.core.cards import Card
from controller.core.hands.dealt import HandError
from controller.core.hands.settlement import Claim, Result


class BaccaratWager(StrEnum):
    """Spaces in front of a seat, in the order they are settled."""

    PLAYER = "player"
    BANKER = "banker"
    TIE = "tie"
    PANDA_8 = "panda-8"
    DRAGON_7 = "dragon-7"


@dataclass(frozen=True, slots=True)
class BaccaratSeat:
    """One seat's wagers in cents."""

    seat: int
    wagers: Mapping[BaccaratWager, int]


@dataclass(frozen=True, slots=True)
class BaccaratPays:
    """Pays to one of every wager, and what the banker line does on a Dragon 7."""

    to_one: Mapping[BaccaratWager, int]
    banker_on_dragon_7: Literal["pays", "pushes"]


def total(cards: Sequence[Card]) -> int:
    """A hand's total modulo ten; tens and pictures count nothing."""
    if len(cards) not in (2, 3) or Card.JOKER in cards:
        raise HandError(f"{' '.join(cards) or 'no cards'}: no baccarat hand; it has 2 or 3 cards")
    return sum(min(card.rank, 10) for card in cards) % 10


def baccarat_claims(
    seats: Sequence[BaccaratSeat],
    player: Sequence[Card],
    banker: Sequence[Card],
    pays: BaccaratPays,
) -> tuple[Claim, ...]:
    """Claims of a finished round: a lap of the seats in the order given for each kind of wager."""
    results = _results(player, banker, pays)
    return tuple(
        Claim(seat.seat, kind, amount, results[kind], _owed(amount, kind, results, pays))
        for kind in BaccaratWager
        for seat in seats
        if (amount := seat.wagers.get(kind, 0))
    )


def _owed(
    amount: int,
    kind: BaccaratWager,
    results: Mapping[BaccaratWager, Result],
    pays: BaccaratPays,
) -> int:
    return amount * pays.to_one[kind] if results[kind] is Result.WIN else 0


def _results(
    player: Sequence[Card], banker: Sequence[Card], pays: BaccaratPays
) -> dict[BaccaratWager, Result]:
    ours, theirs = total(player), total(banker)
    dragon = len(banker) == 3 and theirs == 7 and ours < theirs
    panda = len(player) == 3 and ours == 8 and theirs < ours
    held = dragon and pays.banker_on_dragon_7 == "pushes"
    return {
        BaccaratWager.PLAYER: _line(ours, theirs),
        BaccaratWager.BANKER: Result.PUSH if held else _line(theirs, ours),
        BaccaratWager.TIE: _won(ours == theirs),
        BaccaratWager.PANDA_8: _won(panda),
        BaccaratWager.DRAGON_7: _won(dragon),
    }


def _line(backed: int, other: int) -> Result:
    return Result.PUSH if backed == other else _won(backed > other)


def _won(won: bool) -> Result:
    return Result.WIN if won else Result.LOSE
