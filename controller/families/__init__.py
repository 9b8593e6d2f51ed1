"""One folder for each family of games; a folder that is put here is a family more."""

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from config.game import Game
from controller.facts.additions import addition_folders
from controller.table.family import Family

__path__ += [str(folder) for folder in addition_folders("families")]


@cache
def families() -> Mapping[str, Family]:
    """Every family by its name, as its folder describes it."""
    found = [family_named(name) for name in family_names()]
    return {family.name: family for family in found}


def family_names() -> list[str]:
    """The names of all families: their folders, with hyphens."""
    folders = sorted(found.name for found in iter_modules(__path__) if found.ispkg)
    return [folder.replace("_", "-") for folder in folders]


@cache
def family_named(name: str) -> Family:
    """One family; a process that plays a game loads no other."""
    family: Family = import_module(f"{__name__}.{name.replace('-', '_')}").FAMILY
    return family


def family_of(game: Game) -> Family:
    """The family of a game."""
    return family_named(game.family)
