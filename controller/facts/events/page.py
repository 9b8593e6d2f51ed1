"""What the house dealer's page reports of itself, whichever device it stands for."""

from typing import Literal

from controller.facts.fact import Fact, Name


class KeyTakenBack(Fact):
    """The house dealer took back what was keyed in last; `entry` is the kind of that event."""

    kind: Literal["key_taken_back"] = "key_taken_back"
    entry: Name
