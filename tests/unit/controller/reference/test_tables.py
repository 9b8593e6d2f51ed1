"""The reference of table files, and the whole tables it offers to copy."""

import re
from pathlib import Path

import pytest

from config.table import TABLES
from controller.families.tables import load_table
from controller.reference.tables import table_reference

DOCS = Path(__file__).parents[4] / "docs"
EXAMPLES = sorted((DOCS / "tables").glob("*.toml"))


def test_the_written_reference_is_the_codes() -> None:
    written = (DOCS / "table-reference.md").read_text(encoding="utf-8")
    assert written == table_reference(), "run: underfelt reference table > docs/table-reference.md"


def test_every_key_of_a_shipped_table_is_in_the_reference() -> None:
    known = set(re.findall(r"(?m)^\| `(\w+)` \|", table_reference()))
    for file in (*TABLES.glob("*.toml"), *EXAMPLES):
        keys = set(re.findall(r"(?m)^(\w+) = ", file.read_text(encoding="utf-8")))
        assert keys <= known, file.name


def test_every_key_says_what_it_means() -> None:
    rows = re.findall(r"(?m)^\| `(\w+)` \| (.*) \| (.*) \| (.*) \|$", table_reference())
    silent = [key for key, value, _, meaning in rows if not meaning and value != "section"]
    assert set(silent) <= {"source", "devices"}


@pytest.mark.parametrize("file", EXAMPLES, ids=lambda file: file.stem)
def test_an_example_is_a_table_that_can_be_used(file: Path) -> None:
    assert load_table(file).table.devices


def test_the_reference_names_every_example() -> None:
    text = table_reference()
    assert all(f"tables/{file.name}" in text for file in EXAMPLES)
