"""What a house way answers."""

from typing import NamedTuple

from controller.facts.failure import OperatorError


class HouseWayError(OperatorError):
    """Cards a house way cannot be asked about, or a game without one; the text says which."""


class HouseDecision(NamedTuple):
    """The decision (`hit`, `stand`, or the hands as set), the row that decided and its words."""

    decision: str
    row: str
    text: str
