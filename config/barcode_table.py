"""The code table of a barcode shoe: what each printed code stands for."""

from pathlib import Path
from typing import Annotated, Final, Self

from pydantic import Field, StringConstraints, model_validator

from config.document import Section, read_document
from config.wire_document import CARD_CODES

EXAMPLE_CODES: Final = Path(__file__).parent / "barcodes" / "example.toml"
Code = Annotated[str, StringConstraints(pattern=r"^[A-Z0-9][A-Z0-9./+_-]{0,39}$")]
Decks = Annotated[int, Field(ge=1, le=8)]


class BarcodeTable(Section):
    """Codes of cards, of the cut card, and of a new shoe of so many decks."""

    cut_card: Annotated[tuple[Code, ...], Field(min_length=1)]
    new_shoe: Annotated[dict[Code, Decks], Field(min_length=1)]
    cards: dict[Code, str]

    @model_validator(mode="after")
    def _is_complete(self) -> Self:
        for code, card in self.cards.items():
            if card not in CARD_CODES:
                raise ValueError(f"{code}: no card {card!r}; use a code such as Td, As or Jo")
        missing = [card for card in CARD_CODES[:52] if card not in self.cards.values()]
        if missing:
            raise ValueError(f"no code for {', '.join(missing[:5])}; give every card a code")
        codes = [*self.cut_card, *self.new_shoe, *self.cards]
        doubles = sorted({code for code in codes if codes.count(code) > 1})
        if doubles:
            raise ValueError(f"code {doubles[0]} stands for two things; give each its own")
        return self


def codes_file(table_file: Path, codes: str | None) -> Path:
    """Where a table's codes are: beside the table file unless an absolute path is given."""
    return EXAMPLE_CODES if codes is None else table_file.parent / codes


def load_barcodes(file: Path) -> BarcodeTable:
    """Read and check a code table; DocumentError with every problem."""
    return read_document(file).build(BarcodeTable)
