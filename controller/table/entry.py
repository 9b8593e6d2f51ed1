"""A result being keyed in: what it holds so far, and what was last said of it."""

from controller.facts.phrase import Phrase, phrase
from controller.table.state import PendingEntry, TableState


def is_pending(entry: PendingEntry) -> bool:
    """Tell whether anything has been keyed in that enter would commit."""
    return bool(entry.winner or entry.bonuses) or entry[1:4] != (False, False, False)


def place_of(table: TableState) -> str:
    """Name where the table stands, to tell when words about it are stale."""
    steps = table.round.open_steps if table.round else ()
    return f"{table.shoe.number}/{len(table.shoe.hands)}/{table.rounds}/{'+'.join(steps)}"


def entry_phrase(table: TableState) -> Phrase | None:
    """What was just said, else the entry and the key that is missing, else nothing."""
    entry = table.entry
    if entry.said and entry.said_at == place_of(table):
        return entry.said
    if not is_pending(entry):
        return None
    flags = (("natural", entry.natural), ("player-pair", entry.player_pair))
    given = [flag for flag, is_set in (*flags, ("banker-pair", entry.banker_pair)) if is_set]
    parts = (*([entry.winner] if entry.winner else []), *given, *entry.bonuses)
    return phrase("entry-press-enter" if entry.winner else "entry-press-winner", parts=parts)
