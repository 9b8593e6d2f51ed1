"""Figures in the open format of metrics (OpenMetrics 1.0). Pure."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Final, Literal, NamedTuple

from controller.floor.service.figures import Figures

CONTENT_TYPE: Final = "application/openmetrics-text; version=1.0.0; charset=utf-8"


class Family(NamedTuple):
    """One metric: its name without the prefix, its type, what it means, a value by its labels."""

    name: str
    type: Literal["gauge", "counter"]
    help: str
    samples: Iterable[tuple[Mapping[str, str], float]]


def text_of(families: Iterable[Family]) -> str:
    """The families as they are read, with the end that shows nothing was cut off."""
    return "".join(line + "\n" for family in families for line in _lines(family)) + "# EOF\n"


def _lines(family: Family) -> Iterator[str]:
    name = f"underfelt_{family.name}"
    yield f"# TYPE {name} {family.type}"
    yield f"# HELP {name} {_escaped(family.help)}"
    suffix = "_total" if family.type == "counter" else ""
    for labels, value in family.samples:
        told = ",".join(f'{label}="{_escaped(text)}"' for label, text in labels.items())
        yield f"{name}{suffix}{{{told}}} {value:g}" if told else f"{name}{suffix} {value:g}"


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace("\n", "\\n").replace('"', '\\"')


def floor_metrics(figures: Figures) -> str:
    """Everything the floor's service tells of itself and its tables."""
    tables = figures.tables
    by_table = [({"table": each.table}, each) for each in tables]
    return text_of(
        [
            Family("floor_rows", "counter", "Rows kept.", [({}, figures.kept)]),
            Family("floor_refused", "counter", "Messages that are none.", [({}, figures.refused)]),
            Family(
                "floor_store_away",
                "counter",
                "Attempts that the database did not answer.",
                [({}, figures.store_away)],
            ),
            Family("floor_tables", "gauge", "Tables that ever spoke.", [({}, len(tables))]),
            Family(
                "table_rows", "gauge", "Last row kept.", [(t, each.number) for t, each in by_table]
            ),
            Family(
                "table_behind_rows",
                "gauge",
                "Rows of the record that are not kept yet.",
                [(t, each.behind) for t, each in by_table],
            ),
            Family(
                "table_silent_seconds",
                "gauge",
                "Since the table was last heard of.",
                [(t, each.silent_s) for t, each in by_table],
            ),
            Family(
                "table_alarms", "gauge", "Open alarms.", [(t, each.alarms) for t, each in by_table]
            ),
            Family(
                "table_lag_seconds",
                "gauge",
                "From a row at the table to its keeping.",
                [({"table": table}, ms / 1000) for table, ms in sorted(figures.lag_ms.items())],
            ),
        ]
    )
