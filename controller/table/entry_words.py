"""What the pad's display says of a result being keyed in."""

from typing import Final

from controller.table.state import PendingEntry, TableState

SEPARATOR: Final = " · "
WINNER_KEYS: Final = "Player, Banker or Tie"


def is_pending(entry: PendingEntry) -> bool:
    """Tell whether anything has been keyed in that enter would commit."""
    return bool(entry.winner or entry.bonuses) or entry[1:4] != (False, False, False)


def pending_text(entry: PendingEntry) -> str:
    """Say the entry and the key that is missing, as in `Banker · natural: press enter`."""
    parts = (
        entry.winner.title(),
        "natural" if entry.natural else "",
        "Player pair" if entry.player_pair else "",
        "Banker pair" if entry.banker_pair else "",
        *(bonus.replace("-", " ") for bonus in entry.bonuses),
    )
    due = "press enter" if entry.winner else f"press {WINNER_KEYS}"
    return f"{SEPARATOR.join(part for part in parts if part)}: {due}"


def place_of(table: TableState) -> str:
    """Name where the table stands, to tell when words about it are stale."""
    steps = table.round.open_steps if table.round else ()
    return f"{table.shoe.number}/{len(table.shoe.hands)}/{table.rounds}/{'+'.join(steps)}"


def entry_words(table: TableState) -> str:
    """The words on the display: what was just said, else the entry, else nothing."""
    entry = table.entry
    if entry.said and entry.said_at == place_of(table):
        return entry.said
    return pending_text(entry) if is_pending(entry) else ""
