"""Tables for generated reference pages."""

from collections.abc import Iterable

Row = tuple[str, ...]


def markdown_table(head: Row, rows: Iterable[Row]) -> str:
    """A Markdown table with a line break at its end."""
    lines = [f"| {' | '.join(head)} |", "|" + "---|" * len(head)]
    lines += [f"| {' | '.join(row)} |" for row in rows]
    return "\n".join([*lines, ""])
