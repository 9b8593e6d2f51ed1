"""The steps a round can be made of; a game's file names them in its order."""

from collections.abc import Callable
from typing import Final

from controller.families.baccarat.coup import COUP
from controller.families.baccarat.result import RESULT
from controller.families.chinese_poker.steps import SHOWDOWN
from controller.families.nine.steps import BANK_FOURTH, FOURTH_CARDS, THREE_CARDS
from controller.families.stud.steps import HANDS_DEALT
from controller.families.twenty_one.bank_hand import BANK_HAND, HOLE_CARD
from controller.families.twenty_one.first_cards import FIRST_CARDS, INSURANCE, PEEK
from controller.families.twenty_one.seat_hands import HANDS
from controller.table.steps.betting import CLOSING, COLLECTION
from controller.table.steps.coverage import COVERAGE
from controller.table.steps.dice import OPENING, SHAKING, shake_step
from controller.table.steps.piles import ACTION_PILE, DELIVERY, PILES
from controller.table.steps.play import PLAY, reveal_step, window_step
from controller.table.steps.settle import SETTLEMENT
from controller.table.steps.stacks import BANK_CARD, STACKS, UNLOADING
from controller.table.steps.step import DONE, Step


class StepRegistry(dict[str, Step]):
    """Steps by name; a labelled one, as `stacks:flop`, is made from its kind when first used."""

    def __missing__(self, name: str) -> Step:
        kind, _, label = name.partition(":")
        step = LABELLED[kind](label)._replace(name=name)
        self[name] = step
        return step


# Kinds a round may take several times, each under a label that names a section of the game.
LABELLED: Final[dict[str, Callable[[str], Step]]] = {
    "stacks": lambda _label: STACKS,
    "shake": shake_step,
    "play": window_step,
    "reveal": reveal_step,
}
STEPS: Final = StepRegistry(
    (step.name, step)
    for step in (
        CLOSING,
        COLLECTION,
        COVERAGE,
        COUP,
        RESULT,
        STACKS,
        BANK_CARD,
        UNLOADING,
        PLAY,
        PILES,
        ACTION_PILE,
        SHAKING,
        OPENING,
        DELIVERY,
        FIRST_CARDS,
        INSURANCE,
        PEEK,
        HANDS,
        HOLE_CARD,
        BANK_HAND,
        THREE_CARDS,
        FOURTH_CARDS,
        BANK_FOURTH,
        HANDS_DEALT,
        SHOWDOWN,
        SETTLEMENT,
    )
)

__all__ = ["DONE", "LABELLED", "STEPS", "Step"]
