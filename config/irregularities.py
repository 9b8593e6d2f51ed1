"""The irregularities a table can find; their sentences are in `config/words`."""

from functools import cache
from pathlib import Path
from typing import Final

from pydantic import TypeAdapter

from config.document import read_document
from controller.facts.additions import addition_folders
from controller.facts.kinds import Ruling

IRREGULARITIES: Final = Path(__file__).parent / "irregularities.toml"
OFFERS: Final[TypeAdapter[dict[str, tuple[Ruling, ...]]]] = TypeAdapter(
    dict[str, tuple[Ruling, ...]]
)


@cache
def irregularities() -> dict[str, tuple[Ruling, ...]]:
    """Every irregularity, those of additions included, and the rulings the floor is offered."""
    more = (folder / IRREGULARITIES.name for folder in addition_folders("."))
    files = (IRREGULARITIES, *(file for file in more if file.exists()))
    return {
        name: offers for file in files for name, offers in read_document(file).build(OFFERS).items()
    }


def holding_irregularities() -> dict[str, tuple[Ruling, ...]]:
    """Those for which the table waits until it is ruled on, each with its rulings."""
    return {name: offers for name, offers in irregularities().items() if offers}
