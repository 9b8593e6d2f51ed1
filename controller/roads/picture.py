"""The roads as a text picture; shape alone tells the sides apart, colour is an extra."""

from collections.abc import Callable, Iterable
from typing import Final

from controller.roads.layout import ROWS
from controller.roads.report import (
    BeadCell,
    BigRoadCell,
    DerivedCell,
    NextMarks,
    ShoeRoads,
)

_RED: Final = "31"
_BLUE: Final = "34"
_GREEN: Final = "32"
_BEADS: Final = {"B": ("Ⓑ", _RED), "P": ("Ⓟ", _BLUE), "T": ("Ⓣ", _GREEN)}
_STONES: Final = {"B": ("●", _RED), "P": ("○", _BLUE)}
_MARKS: Final = {"red": ("●", _RED), "blue": ("○", _BLUE)}
_EMPTY: Final = "·"

# Column, row, what to write and the colour code of its first character.
Glyph = tuple[int, int, str, str]
Paint = Callable[[str, str], str]


def shoe_picture(number: int, shoe: ShoeRoads, colour: bool = False) -> str:
    """Draw one shoe: counts, five roads and the marks the next hand would add."""
    paint = _ansi if colour else _plain
    sections = [
        _heading(number, shoe),
        _grid("bead plate", map(_bead, shoe["bead_plate"]), paint),
        _grid("big road (● banker ○ player, ties counted)", _big_road(shoe), paint),
        _grid("big eye boy (● red ○ blue)", map(_mark, shoe["big_eye_boy"]), paint),
        _grid("small road", map(_mark, shoe["small_road"]), paint),
        _grid("cockroach pig", map(_mark, shoe["cockroach_pig"]), paint),
        *_named_marks(shoe),
        _next_line("player", shoe["next"]["P"], paint),
        _next_line("banker", shoe["next"]["B"], paint),
    ]
    return "\n".join(sections) + "\n"


def _plain(text: str, _code: str) -> str:
    return text


def _ansi(text: str, code: str) -> str:
    return f"\x1b[{code}m{text}\x1b[0m"


def _heading(number: int, shoe: ShoeRoads) -> str:
    winners = [cell["winner"] for cell in shoe["bead_plate"]]
    counts = ", ".join(
        f"{name} {winners.count(letter)}"
        for name, letter in (("banker", "B"), ("player", "P"), ("tie", "T"))
    )
    return f"shoe {number}, hands {len(winners)}: {counts}"


def _bead(cell: BeadCell) -> Glyph:
    glyph, code = _BEADS[cell["winner"]]
    flags = (("n", cell["natural"]), ("p", cell["player_pair"]), ("b", cell["banker_pair"]))
    return cell["column"], cell["row"], glyph + "".join(f for f, held in flags if held), code


def _big_road(shoe: ShoeRoads) -> list[Glyph]:
    if shoe["leading_ties"] and not shoe["big_road"]:
        return [(0, 0, f"/{shoe['leading_ties']}", _GREEN)]
    return [_stone(cell) for cell in shoe["big_road"]]


def _stone(cell: BigRoadCell) -> Glyph:
    glyph, code = _STONES[cell["winner"]]
    ties = str(cell["ties"]) if cell["ties"] else ""
    return cell["column"], cell["row"], glyph + ties, code


def _mark(cell: DerivedCell) -> Glyph:
    glyph, code = _MARKS[cell["colour"]]
    return cell["column"], cell["row"], glyph, code


def _grid(title: str, glyphs: Iterable[Glyph], paint: Paint) -> str:
    cells = {(column, row): (text, code) for column, row, text, code in glyphs}
    if not cells:
        return f"  {title}: empty"
    columns = range(1 + max(column for column, _ in cells))
    width = 1 + max(len(text) for text, _ in cells.values())
    lines = [
        "".join(_cell(cells.get((column, row)), width, paint) for column in columns).rstrip()
        for row in range(ROWS)
    ]
    return "\n    ".join([f"  {title}", *lines])


def _cell(cell: tuple[str, str] | None, width: int, paint: Paint) -> str:
    if cell is None:
        return _EMPTY.ljust(width)
    text, code = cell
    return paint(text[0], code) + text[1:].ljust(width - 1)


def _named_marks(shoe: ShoeRoads) -> list[str]:
    named = [
        f"hand {hand} {', '.join(cell['marks'])}"
        for hand, cell in enumerate(shoe["bead_plate"], start=1)
        if cell["marks"]
    ]
    return [f"  marks: {'; '.join(named)}"] if named else []


def _next_line(side: str, marks: NextMarks, paint: Paint) -> str:
    roads = (
        ("big eye boy", marks["big_eye_boy"]),
        ("small road", marks["small_road"]),
        ("cockroach pig", marks["cockroach_pig"]),
    )
    shown = [f"{road} {paint(*_MARKS[mark]) if mark else '-'}" for road, mark in roads]
    return f"  if {side} is next: {', '.join(shown)}"
