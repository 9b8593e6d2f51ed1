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
        first, *others = (_padded(*each) for each in zip(row, widths, range(len(row)), strict=True))
        yield "  ".join(["", first, *others]).rstrip()


def _padded(text: str, width: int, column: int) -> str:
    space = " " * (width - _width(text))
    return f"{space}{text}" if column else f"{text}{space}"


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
