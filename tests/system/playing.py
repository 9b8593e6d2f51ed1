"""Rounds as scripts: which device reports what, taken from the simulated hands."""

from config.table import TABLES
from controller.facts.events import Event
from controller.families.opening import closed_table, opening_event, rules_of
from controller.families.tables import load_table
from controller.simulate.hands import SimulatedHands
from controller.table.advance import advance
from tests.system.processes import TableOnTrial
from tests.system.reporting import TrialDriver

Script = list[tuple[str, Event]]
KINDS = {
    "shoe-1": "shoe",
    "shuffler-1": "shuffler",
    "dice-cup-1": "dice-cup",
    "pad-1": "entry-pad",
}
SHOE = ("shoe_", "card_drawn", "cut_card")
SHUFFLER = ("deck_", "stack_")
DICE_CUP = ("shake_", "cup_", "dice_")


def script(game: str, rounds: int = 1, seed: int = 5) -> Script:
    """The events of whole rounds, in order, each with its device."""
    rules = rules_of(load_table(TABLES / f"emulated-{game}.toml"))
    hands = SimulatedHands(seed, rules.game.cards.decks[1])
    state, _ = advance(closed_table(rules), opening_event(rules))
    played: Script = []
    while state.rounds < rounds or state.round is not None:
        event = hands.next_event(state)
        played.append((device_of(event), event))
        state, _ = advance(state, event)
        if state.rounds > rounds:
            break
    return played


def device_of(event: Event) -> str:
    """The device that reports an event of this kind."""
    for device, starts in (("shoe-1", SHOE), ("shuffler-1", SHUFFLER), ("dice-cup-1", DICE_CUP)):
        if event.kind.startswith(starts):
            return device
    return "pad-1"


class TrialDrivers:
    """A driver for every device a script needs."""

    def __init__(self, table: TableOnTrial, played: Script) -> None:
        devices = sorted({device for device, _ in played})
        self._drivers = {name: TrialDriver(table, name, KINDS[name]) for name in devices}

    def __getitem__(self, device: str) -> TrialDriver:
        return self._drivers[device]

    def report(self, device: str, event: Event) -> None:
        """Report an event until it is acknowledged, while the other drivers show they live."""
        for driver in self._drivers.values():
            driver.beat()
        self._drivers[device].report(event)

    def play(self, played: Script) -> None:
        """Report a whole script."""
        for device, event in played:
            self.report(device, event)

    def close(self) -> None:
        """Leave the bus."""
        for driver in self._drivers.values():
            driver.close()
