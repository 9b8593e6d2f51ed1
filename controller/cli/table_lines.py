"""Tables of a report on a terminal, and a report in a file."""

from collections.abc import Iterator
from pathlib import Path
from unicodedata import east_asian_width

from controller.audit.tables import Table
from controller.facts.failure import OperatorError


def table_lines(table: Table) -> Iterator[str]:
    """A table for a terminal: its title, then rows in columns."""
    rows = [table.headings, *table.rows]
    widths = [max(_width(row[column]) for row in rows) for column in range(len(table.headings))]
    yield table.title
    for row in rows:
        first, *others = map(padded, row, widths, [False, *[True] * (len(row) - 1)])
        yield "  ".join(["", first, *others]).rstrip()


def padded(text: str, width: int, is_right: bool = False) -> str:
    """A text as wide as its column on a terminal."""
    space = " " * (width - _width(text))
    return f"{space}{text}" if is_right else f"{text}{space}"


def _width(text: str) -> int:
    """Columns on a terminal: Chinese signs take two."""
    return sum(2 if east_asian_width(sign) in "WF" else 1 for sign in text)


def write_page(file: Path, page: str, option: str = "--html") -> None:
    """Write a report into a file that the operator named."""
    try:
        file.write_text(page, encoding="utf-8")
    except OSError as error:
        raise OperatorError(
            f"cannot write to {file}: {error.strerror}; choose another with {option}"
        ) from None
