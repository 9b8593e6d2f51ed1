"""Chance by name: what it decides depends on the seed and on what for, not on how often asked."""

from random import Random


class NamedChance:
    """A fresh generator for every name; the same name gives the same numbers again."""

    def __init__(self, seed: str) -> None:
        self._seed = seed

    def of(self, *name: object) -> Random:
        """The generator for one matter, such as the wagers of a round."""
        return Random("/".join((self._seed, *map(str, name))))
