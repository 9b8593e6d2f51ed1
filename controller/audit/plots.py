"""Plots as plain SVG: bars of what came, and a tick at what was due. Colours are the page's."""

from collections.abc import Sequence
from html import escape
from typing import Final, NamedTuple

HEIGHT: Final = 150
BASE: Final = 122
TOP: Final = 14
GAP: Final = 0.28
ROOM_FOR_VALUE: Final = 30
NARROW: Final = 340
WIDEST_BAR: Final = 64.0
# More bars than this have every other label left out.
MOST_LABELS: Final = 32


class Bar(NamedTuple):
    """One bar: its label, how high, and how high it was due to be."""

    label: str
    value: float
    due: float | None = None
    is_odd: bool = False


def bars(title: str, data: Sequence[Bar], width: int = NARROW) -> str:
    """A plot of bars, with its title for those who cannot see it."""
    if not data:
        return ""
    highest = max(max(bar.value, bar.due or 0.0) for bar in data) or 1.0
    step = width / len(data)
    drawn = "".join(
        _bar(bar, place * step, step, highest, _is_named(place, len(data)))
        for place, bar in enumerate(data)
    )
    return (
        f"<figure><figcaption>{escape(title)}</figcaption>"
        f'<svg viewBox="0 0 {width} {HEIGHT}" role="img" aria-label="{escape(title)}">'
        f'<line class="axis" x1="0" y1="{BASE}" x2="{width}" y2="{BASE}"/>{drawn}</svg></figure>'
    )


def _is_named(place: int, count: int) -> bool:
    return place % (count // MOST_LABELS + 1) == 0


def _bar(bar: Bar, left: float, step: float, highest: float, is_named: bool) -> str:
    scale = (BASE - TOP) / highest
    wide, middle = min(WIDEST_BAR, step * (1 - GAP)), left + step / 2
    top = BASE - bar.value * scale
    mark = " odd" if bar.is_odd else ""
    parts = [
        f'<rect class="bar{mark}" x="{middle - wide / 2:.1f}" y="{top:.1f}"'
        f' width="{wide:.1f}" height="{bar.value * scale:.1f}"><title>'
        f"{escape(bar.label)}: {bar.value:g}</title></rect>"
    ]
    if bar.due is not None:
        y = BASE - bar.due * scale
        ends = f'x1="{middle - wide * 0.62:.1f}" x2="{middle + wide * 0.62:.1f}"'
        parts.append(f'<line class="due" {ends} y1="{y:.1f}" y2="{y:.1f}"/>')
    if is_named:
        label = escape(bar.label)
        parts.append(f'<text x="{middle:.1f}" y="{BASE + 16}">{label}</text>')
    if step >= ROOM_FOR_VALUE:
        above = BASE - max(bar.value, bar.due or 0.0) * scale - 4
        parts.append(f'<text class="value" x="{middle:.1f}" y="{above:.1f}">{bar.value:g}</text>')
    return "".join(parts)
