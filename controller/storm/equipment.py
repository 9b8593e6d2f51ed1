"""The devices of one simulated table, as its table file names them."""

from collections.abc import Callable
from random import Random
from typing import TypeVar

from config.table import TableAndGame
from controller.dealing.shoe import cut_depth
from controller.facts.cards import Card
from controller.families import families
from controller.storm.cable import Cable
from controller.storm.devices import Device, Lamps, Pad, Shoe
from controller.storm.machines import DiceCup, Shuffler
from controller.storm.timeline import Timeline
from controller.table.shoe import copies_in_deck

Kind = TypeVar("Kind", bound=Device)


class Equipment:
    """Every device with its cable; a table has one of a kind, or none."""

    def __init__(
        self,
        timeline: Timeline,
        loaded: TableAndGame,
        seed: int,
        is_idle: Callable[[bytes], bool] | None,
    ) -> None:
        self._timeline = timeline
        self._seed = seed
        copies = copies_in_deck(loaded.game.cards, loaded.table.emulation.decks)
        self._deck = [card for card in Card for _ in range(copies[card.place])]
        self._depth = cut_depth(families()[loaded.game.family].draws_by_choice)
        self.decks = loaded.table.emulation.decks or loaded.game.cards.decks[1]
        self.cables: dict[str, Cable] = {}
        self.devices: dict[str, Device] = {}
        for name, entry in loaded.table.devices.items():
            self.cables[name] = Cable(timeline, len(self.cables), is_idle)
            self.devices[name] = self._made(name, entry.kind)
        pad = self._one(Pad)
        assert pad is not None
        self.pad: Pad = pad
        self.shoe = self._one(Shoe)
        self.shuffler = self._one(Shuffler)
        self.cup = self._one(DiceCup)
        self.lamps = self._one(Lamps)

    @property
    def is_settled(self) -> bool:
        """Whether everything that people did is in the record, as far as the devices know."""
        tellers = (each for each in self.devices.values() if not isinstance(each, Lamps))
        return all(device.is_settled for device in tellers)

    def _made(self, name: str, kind: str) -> Device:
        chance, cable = Random(f"{self._seed}/{name}"), self.cables[name]
        match kind:
            case "shoe":
                return Shoe(self._timeline, name, cable, chance, self._deck, self._depth)
            case "shuffler":
                return Shuffler(self._timeline, name, cable, chance, len(self._deck))
            case "dice-cup":
                return DiceCup(self._timeline, name, cable, chance)
            case "lamps":
                return Lamps(self._timeline, name, cable)
        return Pad(self._timeline, name, cable)

    def _one(self, kind: type[Kind]) -> Kind | None:
        return next((each for each in self.devices.values() if isinstance(each, kind)), None)
