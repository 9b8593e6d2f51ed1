"""The irregularities a table can find; their sentences are in `config/words`."""

from functools import cache
from pathlib import Path
from typing import Final

from pydantic import TypeAdapter

from config.additions import addition_folders
from config.document import read_document

IRREGULARITIES: Final = Path(__file__).parent / "irregularities.toml"
HOLDS: Final[TypeAdapter[dict[str, bool]]] = TypeAdapter(dict[str, bool])


@cache
def irregularities() -> dict[str, bool]:
    """Every irregularity, those of additions included, and whether it holds the table."""
    more = (folder / IRREGULARITIES.name for folder in addition_folders("."))
    files = (IRREGULARITIES, *(file for file in more if file.exists()))
    return {
        name: holds for file in files for name, holds in read_document(file).build(HOLDS).items()
    }


def holding_irregularities() -> frozenset[str]:
    """Those for which the table waits until it is ruled on."""
    return frozenset(name for name, holds in irregularities().items() if holds)
