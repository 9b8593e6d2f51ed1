"""High card: one card each from the shoe, the higher wins, the bank's card places the button."""

from controller.families.high_card import dealing, steps, verdict
from controller.families.high_card.sections import HighCard

from controller.table.family import Family

FAMILY = Family(
    name="high-card",
    game=HighCard,
    steps=(steps.ONE_CARD,),
    fewest_wagers=1,
    is_under_way=steps.is_under_way,
    shown=steps.shown,
    judge=verdict.judge,
    deciding_card=verdict.deciding_card,
    habits=dealing.habits,
)
