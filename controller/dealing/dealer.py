"""The house dealer and the players: from what is expected to what they do."""

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Final, NamedTuple

from controller.dealing.people import USUAL, People, Sight
from controller.facts.decisions import Expectation
from controller.facts.events import (
    EVENT,
    CoverageDeclared,
    Event,
    PileChosen,
    WagerChosen,
    WagerPlaced,
    WagerRemoved,
    people as entries,
)
from controller.facts.fact import Fact

# What a person enters, one after another; or what is to be done with a device, which tells of it.
Act = tuple[Event, ...] | Expectation
# How people meet one kind of expectation; None when they do what comes after it: a family's habit
# comes before that of every table, and the next thing expected after both.
Habit = Callable[[Sight, Expectation, People], Act | None]


class Custom(NamedTuple):
    """What the people of a table know of its game."""

    decks: int
    piles: int = 0
    # The least number of seats with a wager, and whether wagers nobody needs are entered too.
    fewest_wagers: int = 0
    enters_wagers: bool = True
    # Wagers that stay on the table until decided.
    staying: tuple[str, ...] = ()

    @property
    def names_wagers(self) -> bool:
        """Whether anybody enters a wager at all."""
        return bool(self.fewest_wagers or self.enters_wagers or self.staying)


class Dealer:
    """Says what people do next, by the habits of every table and those of the game's family."""

    def __init__(self, custom: Custom, people: People, habits: Mapping[str, Habit]) -> None:
        self._custom = custom
        self._people = people
        self._bets_of = 0
        common: dict[str, Habit] = {
            "wager_placed": self._bet if custom.names_wagers else _leave,
            "pile_chosen": self._choose_pile,
            "coverage_declared": _compare,
            "card_turned": _turn,
        }
        self._habits: dict[str, tuple[Habit, ...]] = {kind: (one,) for kind, one in common.items()}
        for kind, habit in habits.items():
            self._habits[kind] = (habit, common.get(kind, _plain))
        # What is expected first while bets are open, and nobody at this table enters.
        self._left = "wager_placed" if self._habits["wager_placed"] == (_leave,) else ""

    def act(self, sight: Sight) -> Act | None:
        """What is done now; None when nothing is expected of anybody."""
        for wanted in self._in_order(sight):
            for habit in self._habits.get(wanted.event, PLAIN):
                act = habit(sight, wanted, self._people)
                if act is not None:
                    return act
        return None

    def entry(self, expected: tuple[Expectation, ...]) -> tuple[Event, ...]:
        """What people enter whatever they see, as `act` would say without looking.

        Nothing where they have a choice or a habit, or where it is no entry.
        """
        if not expected:
            return ()
        wanted = expected[0]
        if len(expected) > 1:
            if wanted.event != self._left:
                return ()
            wanted = expected[1]
        return () if wanted.event in self._habits else _entry(wanted.event, wanted.seat)

    def _in_order(self, sight: Sight) -> tuple[Expectation, ...]:
        expected = sight.expected
        if len(expected) > 1 and expected[0].event in CHOSEN:
            return (self._people.one(sight, expected[0].event, expected),)
        return expected

    def _bet(self, sight: Sight, _wanted: Expectation, people: People) -> Act | None:
        """Bets are placed once a round."""
        custom = self._custom
        if self._bets_of == sight.round:
            return None
        self._bets_of = sight.round
        seats = [seat for seat in range(1, sight.seats + 1) if seat != sight.bank]
        named = self._name_wager(sight, seats, people)
        if not (custom.fewest_wagers or custom.enters_wagers):
            return named or None
        chosen = people.some(sight, "wagers", seats, max(custom.fewest_wagers, 1))
        return (*named, *map(_placed, chosen))

    def _name_wager(self, sight: Sight, seats: list[int], people: People) -> tuple[Event, ...]:
        """A seat puts up a wager that stays, or now and then takes it down again."""
        kinds = self._custom.staying
        if not kinds or not people.one(sight, "names-wager", (True, False)):
            return ()
        seat, kind = people.one(sight, "whose", seats), people.one(sight, "which", kinds)
        entry = people.one(sight, "wager_placed", (WagerPlaced, WagerRemoved))
        return WagerChosen(wager=kind), entry(seat=seat)

    def _choose_pile(self, sight: Sight, wanted: Expectation, people: People) -> Act:
        return (PileChosen(pile=people.one(sight, wanted.event, range(1, self._custom.piles + 1))),)


# Where these come first, what is expected is a choice; elsewhere the first thing is done first.
CHOSEN: Final = frozenset(USUAL) - {"wager_placed", "coverage_declared"}
COVERS: Final = (CoverageDeclared(covers=True), CoverageDeclared(covers=False))
_ENTRIES: Final = {
    entry.model_fields["kind"].default: entry
    for entry in vars(entries).values()
    if isinstance(entry, type) and issubclass(entry, Fact) and "kind" in entry.model_fields
}


@lru_cache(maxsize=14)
def _placed(seat: int) -> WagerPlaced:
    return WagerPlaced(seat=seat)


def _leave(_sight: Sight, _wanted: Expectation, _people: People) -> None:
    """What is expected, and nobody enters."""


def _compare(sight: Sight, wanted: Expectation, people: People) -> Act:
    return (people.one(sight, wanted.event, COVERS),)


def _turn(sight: Sight, wanted: Expectation, people: People) -> Act:
    return (turned(people.card(sight, wanted)),)


@lru_cache(maxsize=64)
def turned(card: str) -> Event:
    """Tell the rank of a card that was turned."""
    rank = card if card == "Jo" else card[0]
    return EVENT.validate_python({"kind": "card_turned", "rank": rank})


def _plain(_sight: Sight, wanted: Expectation, _people: People) -> Act:
    """An entry that says no more than was expected; anything else is done with a device."""
    return _entry(wanted.event, wanted.seat) or wanted


PLAIN: Final = (_plain,)


@lru_cache(maxsize=256)
def _entry(kind: str, seat: int | None) -> tuple[Event, ...]:
    entry = _ENTRIES.get(kind)
    if entry is None:
        return ()
    needed = {name for name, field in entry.model_fields.items() if field.is_required()}
    if needed - {"seat"}:
        return ()
    return (EVENT.validate_python({"kind": kind, **({"seat": seat} if needed else {})}),)
