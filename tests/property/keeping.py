"""What holds after any event: a pure step, decisions to write down, a state to keep."""

from collections.abc import Iterable

from controller.daemon.checkpoint import freeze, thaw
from controller.facts.decisions import DECISION
from controller.facts.events import Event
from controller.table.advance import advance
from controller.table.board_of import board_of
from controller.table.orders_of import orders_of
from controller.table.state import TableState


def assert_drawn_and_kept(state: TableState, played: Iterable[Event]) -> None:
    """Play events; every state on the way survives its checkpoint, and the last can be drawn."""
    for event in played:
        before = freeze(state)
        after, decisions = advance(state, event)
        assert freeze(state) == before
        for decision in decisions:
            assert DECISION.validate_json(DECISION.dump_json(decision)) == decision
        state = thaw(state.rules, freeze(after))
        assert state == after
    board = board_of(state, 1)
    assert board.model_validate_json(board.model_dump_json()) == board
    assert orders_of(state)
