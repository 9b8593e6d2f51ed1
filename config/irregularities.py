"""The irregularities a table can find, with their sentences."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from pydantic import Field

from config.document import Section, read_document

IRREGULARITIES = Path(__file__).parent / "irregularities.toml"


class IrregularityText(Section):
    """What the dealer and the supervisor are told, and whether the table holds."""

    holds: bool
    dealer: str
    supervisor: str


class _Catalogue(Section):
    entries: dict[str, IrregularityText] = Field(min_length=1)


@cache
def irregularity_texts() -> Mapping[str, IrregularityText]:
    """Load the catalogue once; it is part of the package."""
    document = read_document(IRREGULARITIES)
    return document._replace(content={"entries": document.content}).build(_Catalogue).entries
