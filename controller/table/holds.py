"""What the house dealer may key in to end a hold."""

from typing import Literal

from controller.facts.events import CardUnreadable, DiceUnreadable
from controller.facts.phrase import Phrase, phrase
from controller.table.state import Hold

Subject = Literal["", "card", "dice"]


def subject(hold: Hold) -> Subject:
    """Name what the house dealer may key in to end the hold, if anything."""
    if isinstance(hold.event, CardUnreadable):
        return "card"
    return "dice" if isinstance(hold.event, DiceUnreadable) else ""


def hold_phrase(hold: Hold) -> Phrase:
    """What was refused, else the keys pressed so far and the one due, else why it holds."""
    if hold.said is not None:
        return hold.said
    if not hold.named:
        return Phrase(f"hold-{hold.name}")
    code = "named-press-suit" if subject(hold) == "card" else "named-press-die"
    return phrase(code, named=hold.named)
