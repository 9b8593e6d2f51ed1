"""How people deal high card: everybody bets."""

from collections.abc import Mapping

from controller.dealing.dealer import Act, Custom, Habit
from controller.dealing.people import Chance, People, Sight
from controller.facts.decisions import Expectation
from controller.facts.events import WagerPlaced
from controller.table.state import Rules


def habits(_rules: Rules, _custom: Custom, _chance: Chance) -> Mapping[str, Habit]:
    """Every seat but the bank has a wager, once a round."""
    bet_in: set[int] = set()

    def bet(sight: Sight, _wanted: Expectation, _people: People) -> Act | None:
        if sight.round in bet_in:
            return None
        bet_in.add(sight.round)
        seats = range(1, sight.seats + 1)
        return tuple(WagerPlaced(seat=seat) for seat in seats if seat != sight.bank)

    return {"wager_placed": bet}
