"""The prompt: what the house dealer reads on a pad, whichever pad it is."""

from typing import Final

from controller.facts.phrase import Phrase
from controller.table.entry import entry_phrase
from controller.table.holds import hold_phrase
from controller.table.irregularity import as_phrase
from controller.table.state import TableState

PROMPTED: Final = 2
NOT_DUE: Final = "no-result-due"


def prompt_of(table: TableState) -> tuple[Phrase, ...]:
    """Why the table waits, else what was said of an entry, else what is due next."""
    if table.hold is not None:
        return (hold_phrase(table.hold),)
    said = entry_phrase(table)
    due = [as_phrase(item) for item in table.expected if item.event != "wager_placed"]
    if said is None:
        return tuple(due[:PROMPTED])
    # A result that is not due is answered with what is.
    return (said, *due[:1]) if said.code == NOT_DUE else (said,)
