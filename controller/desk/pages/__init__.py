"""One folder for each staff page; a folder that is put here is a page more."""

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from controller.desk.page import StaffPage


@cache
def staff_pages() -> Mapping[str, type[StaffPage]]:
    """Every staff page by its name, as its folder describes it."""
    folders = sorted(found.name for found in iter_modules(__path__) if found.ispkg)
    found = [import_module(f"{__name__}.{folder}").PAGE for folder in folders]
    return {page.name: page for page in found}
