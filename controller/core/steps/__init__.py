"""The steps a round can be made of; a game's file names them in its order."""

from typing import Final

from controller.core.steps.betting import CLOSING, COLLECTION
from controller.core.steps.coup import COUP
from controller.core.steps.dice import OPENING, SHAKING
from controller.core.steps.piles import ACTION_PILE, DELIVERY, PILES
from controller.core.steps.settle import SETTLEMENT
from controller.core.steps.stacks import BANK_CARD, PLAY, STACKS, UNLOADING
from controller.core.steps.step import DONE, Step

STEPS: Final[dict[str, Step]] = {
    step.name: step
    for step in (
        CLOSING,
        COLLECTION,
        COUP,
        STACKS,
        BANK_CARD,
        UNLOADING,
        PLAY,
        PILES,
        ACTION_PILE,
        SHAKING,
        OPENING,
        DELIVERY,
        SETTLEMENT,
    )
}

__all__ = ["DONE", "STEPS", "Step"]
