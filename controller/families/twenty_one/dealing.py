"""How people deal twenty-one: the house dealer looks at the hole card and tells what it makes."""

from collections.abc import Mapping
from typing import Final

from controller.dealing.dealer import Act, Custom, Habit
from controller.dealing.people import Chance, People, Sight
from controller.facts.cards import Card
from controller.facts.decisions import Expectation
from controller.facts.events import HoleChecked
from controller.families.twenty_one.sections import TwentyOneGame
from controller.families.twenty_one.values import count_hand
from controller.table.state import Rules

# By what the hole card makes: an event is frozen, and these two are all there are.
LOOKED: Final = {says: HoleChecked(is_natural=says) for says in (False, True)}


def habits(rules: Rules, _custom: Custom, _chance: Chance) -> Mapping[str, Habit]:
    """An honest look."""
    game = rules.game
    assert isinstance(game, TwentyOneGame)
    scale = game.twenty_one.totals.scale

    def look(sight: Sight, wanted: Expectation, people: People) -> Act:
        hole = Card(people.card(sight, wanted))
        return (LOOKED[count_hand(scale, (*sight.banker(), hole)).is_natural],)

    return {"hole_checked": look}
