"""Which rows of a record somebody wants to see: by time, kind, person and round."""

import json
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from controller.record.row import Row

# What later rulings made of a hand, and where they name its round.
CORRECTIONS: Final = {
    "hand_corrected": "before",
    "hand_taken_back": "taken",
    "hand_inserted": "inserted",
}
_CORRECTED: Final = tuple(f'{{"kind":"{kind}"'.encode() for kind in CORRECTIONS)
_OPENED: Final = b'{"kind":"round_opened"'
_PEOPLE: Final = ("by", "person")


class Selection(NamedTuple):
    """What is asked for; what is not given is not asked."""

    after: int = 0
    since_ms: int | None = None
    until_ms: int | None = None
    kinds: frozenset[str] = frozenset()
    by: str = ""
    round: int | None = None


def selected(rows: Iterable[Row], wanted: Selection) -> Iterator[Row]:
    """The rows that are asked for, in their order."""
    of_it = rows if wanted.round is None else of_round(rows, wanted.round)
    return (row for row in of_it if row.number > wanted.after and _fits(row, wanted))


def of_round(rows: Iterable[Row], wanted: int) -> Iterator[Row]:
    """The rows from the opening of a round to that of the next, and later rulings on its hand."""
    current, ruling = None, None
    for row in rows:
        if row.part == "event":
            ruling = row
        # Most rows open no round: looking at the word first spares reading them.
        elif row.body.startswith(_OPENED):
            current = fields_of(row).get("round")
        elif current != wanted and row.body.startswith(_CORRECTED) and _corrects(row, wanted):
            yield from (each for each in (ruling, row) if each is not None)
            ruling = None
        if current == wanted:
            yield row


def fields_of(row: Row) -> dict[str, object]:
    """What a row says; a body that is no object was never written by us, and is shown as it is."""
    try:
        fields = json.loads(row.body)
    except ValueError:
        fields = None
    return fields if isinstance(fields, dict) else {"unreadable": row.body.decode(errors="replace")}


def people_of(row: Row) -> frozenset[str]:
    """Who did this: the person at the desk, and whoever the row names."""
    fields = fields_of(row)
    named = {str(fields[key]) for key in _PEOPLE if fields.get(key)}
    if row.source.startswith("desk:"):
        named.add(row.source.rpartition(":")[2])
    return frozenset(named)


def _corrects(row: Row, wanted: int) -> bool:
    fields = fields_of(row)
    hand = fields.get(CORRECTIONS[str(fields["kind"])])
    return isinstance(hand, dict) and hand.get("round") == wanted


def _fits(row: Row, wanted: Selection) -> bool:
    if wanted.since_ms is not None and row.at_ms < wanted.since_ms:
        return False
    if wanted.until_ms is not None and row.at_ms >= wanted.until_ms:
        return False
    if not wanted.kinds and not wanted.by:
        return True
    if wanted.kinds and fields_of(row).get("kind") not in wanted.kinds:
        return False
    return not wanted.by or wanted.by in people_of(row)
