"""Markdown from templates and tables; blocks are joined by an empty line."""

from collections.abc import Iterable
from pathlib import Path
from string import Template
from typing import Final

Row = tuple[str, ...]
TEMPLATES: Final = Path(__file__).parent / "templates"


def filled(template: str, **values: object) -> str:
    """A template of this package with its values in it, without the line break at its end."""
    text = (TEMPLATES / f"{template}.md").read_text(encoding="utf-8")
    return Template(text).substitute(values).rstrip("\n")


def blocks(parts: Iterable[str]) -> str:
    """Paragraphs, tables and sections one below the other; empty ones are left out."""
    return "\n\n".join(filter(None, parts))


def markdown_table(head: Row, rows: Iterable[Row]) -> str:
    """A Markdown table."""
    lines = [f"| {' | '.join(head)} |", "|" + "---|" * len(head)]
    return "\n".join([*lines, *(f"| {' | '.join(row)} |" for row in rows)])
