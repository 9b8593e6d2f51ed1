"""What a dice cup reports."""

from typing import Annotated, Literal

from pydantic import Field

from controller.facts.fact import Fact, Pips


class ShakeStarted(Fact):
    """The cup began to be shaken."""

    kind: Literal["shake_started"] = "shake_started"


class ShakeEnded(Fact):
    """The cup came to rest."""

    kind: Literal["shake_ended"] = "shake_ended"


class CupOpened(Fact):
    """The cup's lid was lifted."""

    kind: Literal["cup_opened"] = "cup_opened"


class CupClosed(Fact):
    """The cup's lid was put back."""

    kind: Literal["cup_closed"] = "cup_closed"


class DiceRead(Fact):
    """The dice in the open cup show these values."""

    kind: Literal["dice_read"] = "dice_read"
    dice: Annotated[tuple[Pips, ...], Field(min_length=1, max_length=5)]


class DiceUnreadable(Fact):
    """The dice in the open cup could not be read."""

    kind: Literal["dice_unreadable"] = "dice_unreadable"
    reason: Literal["cocked", "missing", "extra", "unread"]
