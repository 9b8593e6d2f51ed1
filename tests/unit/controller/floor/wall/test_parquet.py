"""Rounds as Parquet: read back as they were, with types."""

import io
import sys
from datetime import UTC, datetime

import pytest

from controller.facts.failure import OperatorError
from controller.floor.rounds import PlayedRound
from controller.floor.wall.figures import SHEET
from controller.floor.wall.parquet import parquet_of

ROUND = PlayedRound(
    "oaks/t7", 5, 2, "=Dana", 1_790_000_000_000, 1_790_000_030_500, 40, 52, "banker", "{}", True,
    4000, ("surplus-card", "card-missing"), ("Ann Lee",),
)  # fmt: skip


def test_every_column_of_the_sheet_is_there_with_its_type() -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    found = parquet.read_table(io.BytesIO(parquet_of([ROUND, ROUND._replace(people=())])))
    assert tuple(found.column_names) == SHEET
    first, second = found.to_pylist()
    assert first["dealer"] == "=Dana"
    assert first["closed_ms"] == datetime.fromtimestamp(1_790_000_030.5, UTC)
    assert (first["is_void"], first["people"], second["people"]) == (True, ["Ann Lee"], [])
    assert first["irregularities"] == ["surplus-card", "card-missing"]


def test_a_span_without_rounds_is_a_file_all_the_same() -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    assert parquet.read_table(io.BytesIO(parquet_of([]))).num_rows == 0


def test_without_the_library_the_remedy_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(OperatorError, match=r"pip install 'underfelt\[office\]', or save as CSV"):
        parquet_of([ROUND])
