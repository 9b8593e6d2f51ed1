"""House way charts: one file each in the folder house_ways; a game names its chart."""

from functools import lru_cache
from pathlib import Path
from typing import Annotated, Literal, Self, TypeVar

from pydantic import Field, StringConstraints, model_validator

from config.document import Document, DocumentError, Section, read_document
from config.sourced import Name, Sourced
from controller.facts.cards import RANKS
from controller.facts.tiles import FACES

CHARTS = Path(__file__).parent / "house_ways"
Spots = Annotated[tuple[Annotated[int, Field(ge=2, le=12)], ...], Field(min_length=1)]
TILE_NAMES = tuple(name for name, _ in FACES)
RankLetters = Annotated[str, StringConstraints(pattern=rf"^[{RANKS}]+$")]
RankLetter = Annotated[str, StringConstraints(pattern=rf"^[{RANKS}]$")]
# What seven cards hold by rank alone, the way a chart's rows are headed.
Shape = Literal[
    "no-pair",
    "one-pair",
    "two-pairs",
    "three-pairs",
    "three-of-a-kind",
    "two-threes",
    "full-house",
    "four-of-a-kind",
    "five-aces",
]
# What is asked of the five cards behind; `main` is the rank that heads the row.
Back = Literal["any", "main-pair", "two-pairs", "main-three", "main-four", "straight-or-better"]


class CardSetting(Section):
    """One way to set a hand; of the splits that satisfy it, the highest front is played."""

    front: Literal["any", "pair"] = "any"
    front_at_least: RankLetter | None = None
    back: Back = "any"


class CardRow(Sourced):
    """One row of a chart for cards: whom it concerns, and its settings in order of preference."""

    id: Name
    hands: Annotated[tuple[Shape, ...], Field(min_length=1)]
    ranks: RankLetters = RANKS
    complete_only: bool = False
    settings: Annotated[tuple[CardSetting, ...], Field(min_length=1)]
    reading: str = ""


class CardChart(Section):
    """A room's house way for cards; the first row that fits a hand and can be played decides."""

    name: Name
    row: Annotated[tuple[CardRow, ...], Field(min_length=1)]


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
        odd = sorted({*self.pairs, *self.holds_any} - set(TILE_NAMES))
        if odd:
            raise ValueError(f"{odd[0]!r} is no tile; use {', '.join(TILE_NAMES)}")
        if self.play in ("keep", "split") and not (self.pairs or self.two_pairs):
            raise ValueError("a row that keeps or splits needs pairs or two_pairs")
        return self


class TileChart(Section):
    """A room's house way for tiles; the first row that fits decides."""

    name: Name
    row: Annotated[tuple[TileRow, ...], Field(min_length=1)]


Chart = TypeVar("Chart", CardChart, TileChart)


@lru_cache(maxsize=16)
def card_chart(name: str) -> CardChart:
    """Load a chart for cards; raise DocumentError with every problem."""
    return build_chart(read_document(_file(name)), CardChart)


@lru_cache(maxsize=16)
def tile_chart(name: str) -> TileChart:
    """Load a chart for tiles; raise DocumentError with every problem."""
    return build_chart(read_document(_file(name)), TileChart)


def chart_readings(name: str) -> tuple[tuple[str, str], ...]:
    """What a chart decides and its book does not print: the row's id, and why."""
    document = read_document(_file(name))
    rows = document.content.get("row", ())
    return tuple((row["id"], row["reading"]) for row in rows if row.get("reading"))


def build_chart(document: Document, model: type[Chart]) -> Chart:
    """Check a chart; a row is named by its id, so no two may share one."""
    chart = document.build(model)
    problems = tuple(document.repeats("row", "id", [row.id for row in chart.row]))
    if problems:
        raise DocumentError(problems)
    return chart


def has_chart(name: str) -> bool:
    """Tell whether there is a chart of this name."""
    return _file(name).is_file()


def _file(name: str) -> Path:
    return CHARTS / f"{name}.toml"
