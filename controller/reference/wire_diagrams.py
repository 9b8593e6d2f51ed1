"""Drawings of the wire: conversations as they were recorded, timers as the document has them."""

from collections.abc import Sequence
from html import escape
from typing import Final

from config.wire_document import WireDocument
from controller.reference.wire_examples import Said
from drivers.wire.device_session import EARLIEST, LATEST, MISSED_HEARTBEATS

WIDTH: Final = 760
HOST_X: Final = 560
DEVICE_X: Final = 200
TOP: Final = 70
ROW: Final = 34
BAR_X: Final = 190
BAR_WIDTH: Final = 520
STYLE: Final = (
    "text{font:13px sans-serif;fill:#1c2421}.s{fill:#5c6a64;font-size:12px}"
    ".h{font-size:16px;font-weight:600}line,path{stroke:#1c2421;fill:none;stroke-width:1.4}"
    ".l{stroke:#b3261e;stroke-dasharray:5 4}.b{fill:#d7e6dd}.n{fill:#14744a}"
)


def sequence_diagram(title: str, said: Sequence[Said]) -> str:
    """Both sides of a conversation, time downwards; what is lost is dashed."""
    height = TOP + ROW * (len(said) + 1)
    parts = [_text(20, 26, title, "h")]
    for x, name in ((DEVICE_X, "device"), (HOST_X, "host")):
        parts.append(_text(x, TOP - 18, name, "h", "middle"))
        parts.append(f'<line x1="{x}" y1="{TOP - 10}" x2="{x}" y2="{height - 12}"/>')
    for number, item in enumerate(said):
        parts += _arrow(TOP + ROW * number + 14, item)
    return _svg(height, parts)


def timing_diagram(document: WireDocument) -> str:
    """Every timer with the range that will do."""
    timings = dict(document.timings)
    shown = ("hello_ms", "resend_ms", "heartbeat_ms")
    longest = LATEST * timings["heartbeat_ms"]
    rows = [
        (name, EARLIEST * timings[name], timings[name], LATEST * timings[name]) for name in shown
    ]
    rows.append(("ack_timeout_ms", 0, timings["ack_timeout_ms"], timings["ack_timeout_ms"]))
    parts = [_text(20, 26, "Timers of a device, in milliseconds", "h")]
    for number, row in enumerate(rows):
        parts += _bar(TOP + 40 * number, row, longest)
    silence = MISSED_HEARTBEATS * timings["heartbeat_ms"]
    words = f"After {silence} ms without a word from the host the device says hello again."
    height = TOP + 40 * len(rows) + 30
    return _svg(height, [*parts, _text(20, height - 18, words, "s")])


def _arrow(y: int, item: Said) -> list[str]:
    is_device = item.sender == "device"
    start, end = (DEVICE_X, HOST_X) if is_device else (HOST_X, DEVICE_X)
    is_lost = "lost" in item.remark or "nobody hears" in item.remark
    end = (start + end) // 2 if is_lost else end
    tip = -8 if end > start else 8
    mark = ' class="l"' if is_lost else ""
    number = f" {item.sequence}" if item.sequence else ""
    label = item.message.name + number
    return [
        f'<path{mark} d="M{start} {y}L{end} {y}m{tip} -4L{end} {y}l{tip} 4"/>',
        _text((DEVICE_X + HOST_X) // 2, y - 5, label, "", "middle"),
        _text(20, y + 4, f"{item.at_ms} ms", "s"),
    ]


def _bar(y: int, row: tuple[str, float, float, float], longest: float) -> list[str]:
    name, early, right, late = row
    scale = BAR_WIDTH / longest
    start, width = BAR_X + early * scale, max(2.0, (late - early) * scale)
    at = BAR_X + right * scale
    words = f"{early:g} to {late:g}, best {right:g}" if early else f"at most {late:g}"
    return [
        _text(20, y + 14, name),
        f'<rect class="b" x="{start:.0f}" y="{y}" width="{width:.0f}" height="20" rx="3"/>',
        f'<rect class="n" x="{at - 1:.0f}" y="{y - 3}" width="3" height="26"/>',
        _text(at, y + 34, words, "s", "middle"),
    ]


def _text(x: float, y: float, words: str, mark: str = "", anchor: str = "start") -> str:
    kind = f' class="{mark}"' if mark else ""
    return f'<text x="{x:.0f}" y="{y:.0f}" text-anchor="{anchor}"{kind}>{escape(words)}</text>'


def _svg(height: int, parts: Sequence[str]) -> str:
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}">'
    paper = f'<rect width="{WIDTH}" height="{height}" fill="#fff"/>'
    return "\n".join([head, f"<style>{STYLE}</style>", paper, *parts, "</svg>", ""])
