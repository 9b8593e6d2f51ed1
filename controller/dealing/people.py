"""People at a table: what they see, and what is left to them; a seed decides, or a file does."""

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Final, NamedTuple, Protocol, TypeVar

from controller.facts.cards import Card
from controller.facts.decisions import Expectation

T = TypeVar("T")
# Given to the policy, which makes none of its own.
Chance = Random


class Sight(NamedTuple):
    """What a person at the table sees; a bank's face-up cards are looked at only when needed."""

    expected: tuple[Expectation, ...]
    round: int
    seats: int
    bank: int | None
    banker: Callable[[], tuple[Card, ...]]
    # Who won, as far as the result of a hand is keyed in but not entered.
    keyed: str = ""


class People(Protocol):
    """Everything a round leaves open to people; `matter` names it, mostly by the event."""

    def one(self, sight: Sight, matter: str, options: Sequence[T]) -> T:
        """One of these, of which the first is the usual one."""

    def some(self, sight: Sight, matter: str, options: Sequence[int], fewest: int) -> list[int]:
        """So many of these, and at least as many as that."""

    def card(self, sight: Sight, wanted: Expectation) -> str:
        """The card a person sees on looking at it, where no device does."""


# How often people do the usual thing; in a matter that is not here, one is as likely as another.
USUAL: Final[Mapping[str, float]] = {
    "bank_accepted": 0.8,
    "coverage_declared": 0.7,
    "play_closed": 0.6,
    "play_placed": 0.6,
    "insurance_closed": 0.8,
    "cards_revealed": 0.95,
    **dict.fromkeys(
        ("card_drawn", "hand_stood", "hand_doubled", "hand_split", "hand_surrendered"), 0.8
    ),
    "hand_rescued": 0.8,
    "names-wager": 0.6,
    "wager_placed": 0.8,
}


class SeededPeople:
    """Mostly sensible, sometimes anything the rules allow."""

    def __init__(
        self,
        chance: Callable[[Sight, str], Chance],
        look: Callable[[Sight, Expectation], str],
    ) -> None:
        self._chance = chance
        self.card = look

    def one(self, sight: Sight, matter: str, options: Sequence[T]) -> T:
        """The usual thing, or now and then another."""
        chance = self._chance(sight, matter)
        if matter not in USUAL:
            return chance.choice(options)
        is_usual = len(options) == 1 or chance.random() < USUAL[matter]
        return options[0] if is_usual else chance.choice(options[1:])

    def some(self, sight: Sight, matter: str, options: Sequence[int], fewest: int) -> list[int]:
        """Any number of these from the fewest to all."""
        chance = self._chance(sight, matter)
        return sorted(chance.sample(options, chance.randint(fewest, len(options))))
