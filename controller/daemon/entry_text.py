"""Rows of the record as text, for the feeds and for those who ask: whole, or for everybody."""

import json
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from controller.record.row import Row

# Rows that name a card before it is turned, or may; what people at the desk say; who they are.
WITHHELD: Final = frozenset(
    {
        b"card_drawn",
        b"hand_shown",
        b"key_pressed",
        b"ruling_given",
        b"report_contradicted",
        b"irregularity_found",
        b"entry_refused",
        b"ruling_refused",
        b"hold_released",
        b"person_logged_in",
        b"log_in_refused",
        b"act_refused",
        b"staff_changed",
        b"alarm_acknowledged",
        b"sound_paused",
        b"device_test_started",
        b"device_test_seen",
        b"device_test_ended",
    }
)
_KIND: Final = b'{"kind":"'


def entry_text(row: Row) -> bytes:
    """Write a row as an Entry, around the canonical text it already has."""
    event, decision = (row.body, b"null") if row.part == "event" else (b"null", row.body)
    return b'{"kind":"entry","number":%d,"at_ms":%d,"source":%b,"event":%b,"decision":%b}' % (
        row.number,
        row.at_ms,
        _quoted(row.source),
        event,
        decision,
    )


def public_text(row: Row) -> bytes:
    """Write a row as everybody may have it: of one that tells of cards or people, its kind."""
    kind = _kind_of(row.body)
    if kind and kind not in WITHHELD:
        return entry_text(row)
    source = b'"desk"' if row.source.startswith("desk:") else _quoted(row.source)
    return b'{"kind":"entry","number":%d,"at_ms":%d,"source":%b,"withheld":"%b"}' % (
        row.number,
        row.at_ms,
        source,
        kind or b"unknown",
    )


def history_text(entries: Iterable[bytes]) -> bytes:
    """Write rows that are already text as one answer."""
    return b'{"kind":"history","entries":[%b]}' % b",".join(entries)


def _kind_of(body: bytes) -> bytes:
    """A row's kind, which its canonical text begins with; empty where it does not."""
    if not body.startswith(_KIND):
        return b""
    return body[len(_KIND) : body.find(b'"', len(_KIND))]


# A table has a handful of sources.
@lru_cache(maxsize=64)
def _quoted(source: str) -> bytes:
    return json.dumps(source).encode()
