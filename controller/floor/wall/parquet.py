"""Rounds as Parquet, for whoever reads years of them: times as times, lists as lists."""

import io
from collections.abc import Sequence
from typing import Final

from controller.facts.failure import OperatorError
from controller.floor.rounds import PlayedRound
from controller.floor.wall.figures import SHEET

MOMENTS: Final = frozenset({"opened_ms", "closed_ms"})
LISTS: Final = frozenset({"irregularities", "people"})
TEXTS: Final = frozenset({"table", "dealer", "outcome"})


def parquet_of(rounds: Sequence[PlayedRound]) -> bytes:
    """The columns of the sheet, written by Arrow's own writer."""
    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError:
        raise OperatorError(
            "floor: pyarrow is not installed; pip install 'underfelt[office]', or save as CSV"
        ) from None
    types = {
        **dict.fromkeys(SHEET, pyarrow.int64()),
        **dict.fromkeys(MOMENTS, pyarrow.timestamp("ms", tz="UTC")),
        **dict.fromkeys(LISTS, pyarrow.list_(pyarrow.string())),
        **dict.fromkeys(TEXTS, pyarrow.string()),
        "is_void": pyarrow.bool_(),
    }
    columns = {name: [getattr(each, name) for each in rounds] for name in SHEET}
    schema = pyarrow.schema([(name, types[name]) for name in SHEET])
    out = io.BytesIO()
    parquet.write_table(pyarrow.table(columns, schema=schema), out, compression="zstd")
    return out.getvalue()
