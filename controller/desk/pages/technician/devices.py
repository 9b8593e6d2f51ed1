"""The devices of a table as its technician sees them."""

from collections.abc import Iterable
from typing import Literal

from config.device import AnyEntry
from config.table import Table
from config.words import Words
from controller.bus.messages import LinkStatistics
from controller.facts.board import Board, DeviceView
from controller.facts.fact import Fact, Text
from controller.table.trials import TESTED_KINDS


class LinkLine(Fact):
    """The figures of a link."""

    is_linked: bool
    uptime_s: int
    frames_in: int
    frames_out: int
    damaged: int
    resends: int
    reconnects: int
    round_trip_ms: float | None
    record_ms: float | None


class DeviceLine(Fact):
    """One device: what it is, how it is, why it is lost, and its link."""

    device: str
    kind: str
    kind_name: str
    source: str
    state: Literal["ready", "unavailable", "silent", "unseen"]
    reason: Text
    link: LinkLine | None
    has_test: bool


def device_lines(
    table: Table, board: Board, links: Iterable[LinkStatistics], words: Words
) -> tuple[DeviceLine, ...]:
    """Every device of the table file, also one that was never heard of."""
    known = {view.device: view for view in board.devices}
    figures = {each.device: each for each in links}
    return tuple(
        _line(name, entry, known.get(name), figures.get(name), words)
        for name, entry in table.devices.items()
    )


def _line(
    name: str,
    entry: AnyEntry,
    view: DeviceView | None,
    figures: LinkStatistics | None,
    words: Words,
) -> DeviceLine:
    return DeviceLine(
        device=name,
        kind=entry.kind,
        kind_name=words.name(entry.kind),
        source=words.name(f"source-{getattr(entry, 'source', '')}"),
        state=view.state if view else "unseen",
        reason=words.told(view.reason) if view else "",
        link=_link(figures) if figures else None,
        has_test=entry.kind in TESTED_KINDS,
    )


def _link(figures: LinkStatistics) -> LinkLine:
    return LinkLine(
        is_linked=figures.is_linked,
        uptime_s=figures.uptime_s,
        frames_in=figures.frames_in,
        frames_out=figures.frames_out,
        damaged=figures.bad_crc + figures.bad_frames,
        resends=figures.resends,
        reconnects=figures.reconnects,
        round_trip_ms=figures.round_trip_ms,
        record_ms=figures.record_ms,
    )
