"""`make bench`: measures what must stay fast, each figure against a floor of the same run."""

import sys
from collections.abc import Callable

from tests.bench import (
    cards,
    core_speed,
    desk_process,
    dice,
    driver_process,
    evaluators,
    event_path,
    families,
    feed_to_pixels,
    floor,
    floor_away,
    framing,
    glass_echo,
    record_bytes,
    recovery,
    roads_speed,
    start_up,
    whole_table,
)
from tests.bench.figures import Figure, show

SECTIONS: dict[str, Callable[[], list[Figure]]] = {
    "event-path": event_path.measure,
    "core": core_speed.measure,
    "record": record_bytes.measure,
    "recovery": recovery.measure,
    "roads": roads_speed.measure,
    "pixels": feed_to_pixels.measure,
    "families": families.measure,
    "evaluators": evaluators.measure,
    "framing": framing.measure,
    "driver": driver_process.measure,
    "desk": desk_process.measure,
    "keyed": glass_echo.measure,
    "start": start_up.measure,
    "table": whole_table.measure,
    "dice": dice.measure,
    "cards": cards.measure,
    "floor": floor.measure,
    "floor-away": floor_away.measure,
}


def main(names: list[str]) -> int:
    """Measure the named sections, or all; 1 when a target is missed."""
    unknown = [name for name in names if name not in SECTIONS]
    if unknown:
        print(f"error: no section {unknown[0]}; use {', '.join(SECTIONS)}", file=sys.stderr)
        return 2
    figures: list[Figure] = []
    for name in names or SECTIONS:
        # At once: a section that breaks off loses the figures of no other.
        measured = SECTIONS[name]()
        show(measured)
        figures += measured
    return 1 if any(figure.is_met is False for figure in figures) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
