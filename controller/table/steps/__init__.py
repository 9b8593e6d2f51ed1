"""Steps that several families use."""

from typing import Final

from controller.table.steps.betting import CLOSING, COLLECTION
from controller.table.steps.coverage import COVERAGE
from controller.table.steps.dice import OPENING, SHAKING
from controller.table.steps.piles import ACTION_PILE, DELIVERY, PILES
from controller.table.steps.play import PLAY, REVEAL
from controller.table.steps.setting import HANDS_SET
from controller.table.steps.settle import SETTLEMENT
from controller.table.steps.stacks import BANK_CARD, STACKS, UNLOADING

COMMON_STEPS: Final = (
    CLOSING,
    COLLECTION,
    COVERAGE,
    STACKS,
    BANK_CARD,
    UNLOADING,
    PLAY,
    REVEAL,
    PILES,
    ACTION_PILE,
    SHAKING,
    OPENING,
    DELIVERY,
    HANDS_SET,
    SETTLEMENT,
)
