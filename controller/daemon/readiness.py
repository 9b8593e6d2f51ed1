"""What a daemon has done before it is called ready."""

from controller.bus.desk_messages import DESK_REQUEST
from controller.bus.messages import DRIVER_MESSAGE, QUESTION
from controller.facts.board import Board


def build_models() -> None:
    """Build what is else built on first use: a table that waits for this start would wait on."""
    Board.model_rebuild()
    for adapter in (DRIVER_MESSAGE, QUESTION, DESK_REQUEST):
        adapter.rebuild()
