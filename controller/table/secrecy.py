"""The board as everybody may have it: without a card that may lie face down, or a name."""

from typing import Final

from controller.facts.board import Board, HoldView
from controller.facts.phrase import Phrase, phrase

# The arguments of a phrase that speak of a card.
OF_CARDS: Final = frozenset({"card", "cards", "named", "content"})
WITHHELD: Final = phrase("seen-withheld")


def public_board(board: Board, hides_cards: bool) -> Board:
    """Leave out who has seen an alarm, and what a hold says of a card where they lie face down."""
    if board.alarms is not None:
        board = board.model_copy(update={"alarms": board.alarms.without_names()})
    if board.hold is None or not hides_cards:
        return board
    prompt = tuple(map(_public, board.prompt))
    return board.model_copy(update={"hold": _public_hold(board.hold), "prompt": prompt})


def _public_hold(hold: HoldView) -> HoldView:
    return HoldView(
        name=hold.name,
        seen=_public(hold.seen),
        expected=tuple(map(_public, hold.expected)),
        naming=hold.naming,
        refused=None if hold.refused is None else _public(hold.refused),
    )


def _public(told: Phrase) -> Phrase:
    return WITHHELD if OF_CARDS & set(told.arguments) else told
