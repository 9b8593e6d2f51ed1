"""What the floor's service tells of itself and its tables. Pure."""

from controller.floor.metrics import Family, text_of
from controller.floor.service.figures import Figures


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
