"""House way charts: one file each in the folder house_ways; a game names its chart."""

from functools import lru_cache
from pathlib import Path
from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from config.document import Section, read_document
from config.sourced import Name, Sourced

CHARTS = Path(__file__).parent / "house_ways"
Spots = Annotated[tuple[Annotated[int, Field(ge=2, le=12)], ...], Field(min_length=1)]
PAIR_NAMES = frozenset(
    [
        "teen",
        "day",
        "yun",
        "gor",
        "mooy",
        "chong",
        "bon",
        "foo",
        "ping",
        "tit",
        "look",
        "chop-gow",
        "chop-bot",
        "chop-chit",
        "chop-ng",
        "gee-joon",
    ]
)


class TileRow(Sourced):
    """One row of a chart for tiles: whom it concerns, and what it plays."""

    id: Name
    play: Literal["keep", "split", "wong", "gong", "points", "largest-with-smallest"]
    two_pairs: bool = False
    pairs: tuple[Name, ...] = ()
    holds_any: tuple[Name, ...] = ()
    others: tuple[Spots, Spots] | None = None
    low_at_least: Annotated[int, Field(ge=0, le=9)] | None = None
    high_at_least: Annotated[int, Field(ge=0, le=9)] = 0
    reading: str = ""

    @model_validator(mode="after")
    def _names_known_tiles(self) -> Self:
        odd = sorted({*self.pairs, *self.holds_any} - PAIR_NAMES)
        if odd:
            raise ValueError(f"{odd[0]!r} is no tile; use {', '.join(sorted(PAIR_NAMES))}")
        if self.play in ("keep", "split") and not (self.pairs or self.two_pairs):
            raise ValueError("a row that keeps or splits needs pairs or two_pairs")
        return self


class TileChart(Section):
    """A room's house way for tiles; the first row that fits decides."""

    name: Name
    row: Annotated[tuple[TileRow, ...], Field(min_length=1)]


@lru_cache(maxsize=16)
def chart_text(name: str) -> str:
    """Read a chart for cards as text."""
    return (CHARTS / f"{name}.toml").read_text(encoding="utf-8")


@lru_cache(maxsize=16)
def tile_chart(name: str) -> TileChart:
    """Load a chart for tiles; raise DocumentError with every problem."""
    return read_document(CHARTS / f"{name}.toml").build(TileChart)


def has_chart(name: str) -> bool:
    """Tell whether there is a chart of this name."""
    return (CHARTS / f"{name}.toml").is_file()
