"""Three-card poker."""

from controller.families.three_card import verdict
from controller.families.three_card.sections import ThreeCard
from controller.table.family import Family

FAMILY = Family(
    name="three-card-poker",
    game=ThreeCard,
    judge=verdict.judge,
    deciding_card=verdict.deciding_card,
)
