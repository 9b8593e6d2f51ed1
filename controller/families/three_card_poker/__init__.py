"""Three-card poker."""

from controller.families.three_card_poker import verdict
from controller.families.three_card_poker.sections import ThreeCard
from controller.table.family import Family, Unread

FAMILY = Family(
    name="three-card-poker",
    game=ThreeCard,
    unread=Unread(3),
    judge=verdict.judge,
    deciding_card=verdict.deciding_card,
)
