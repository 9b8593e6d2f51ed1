"""The irregularities a table can find, with their sentences."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from pydantic import TypeAdapter

from config.document import Section, read_document

IRREGULARITIES = Path(__file__).parent / "irregularities.toml"


class IrregularityText(Section):
    """What the dealer and the supervisor are told, and whether the table holds."""

    holds: bool
    dealer: str
    supervisor: str


@cache
def irregularity_texts() -> Mapping[str, IrregularityText]:
    """Load the catalogue once; it is part of the package."""
    return read_document(IRREGULARITIES).build(TypeAdapter(dict[str, IrregularityText]))
