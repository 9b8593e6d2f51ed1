"""What the pad says while the table holds: the catalogue's words, a refusal, or what is named."""

from typing import Final, Literal

from controller.facts.events import CardUnreadable, DiceUnreadable
from controller.table.state import Hold, Rules

Subject = Literal["", "card", "dice"]
PRINTED: Final = {"T": "10"}


def subject(hold: Hold) -> Subject:
    """Name what the house dealer may key in to end the hold, if anything."""
    if isinstance(hold.event, CardUnreadable):
        return "card"
    return "dice" if isinstance(hold.event, DiceUnreadable) else ""


def hold_words(rules: Rules, hold: Hold) -> str:
    """Say what was refused, else the keys pressed so far and the one due, else why it holds."""
    if hold.said:
        return hold.said
    if not hold.named:
        return rules.irregularities[hold.name].dealer
    named = " · ".join(PRINTED.get(part, part) for part in hold.named)
    due = "press the suit" if subject(hold) == "card" else "press the next die"
    return f"{named}: {due}"
