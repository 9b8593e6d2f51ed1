"""Three-card poker."""

from controller.families.three_card_poker import naming, verdict
from controller.families.three_card_poker.sections import ThreeCard
from controller.table.family import Family, Unread

FAMILY = Family(
    name="three-card-poker",
    game=ThreeCard,
    unread=Unread(3),
    called=naming.called,
    judge=verdict.judge,
    deciding_card=verdict.deciding_card,
)
