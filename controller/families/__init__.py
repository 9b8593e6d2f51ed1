"""One folder for each family of games; a folder that is put here is a family more."""

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from controller.facts.additions import addition_folders
from controller.table.family import Family

__path__ += [str(folder) for folder in addition_folders("families")]


@cache
def families() -> Mapping[str, Family]:
    """Every family by its name, as its folder describes it."""
    folders = sorted(found.name for found in iter_modules(__path__) if found.ispkg)
    found = [import_module(f"{__name__}.{folder}").FAMILY for folder in folders]
    return {family.name: family for family in found}
