"""Hold'em against a bank."""

from controller.families.holdem import naming, verdict
from controller.families.holdem.sections import Holdem
from controller.families.holdem.steps import HANDS_DEALT
from controller.table.family import Family, Unread

FAMILY = Family(
    name="holdem",
    game=Holdem,
    unread=Unread(2, community=5),
    called=naming.called,
    steps=(HANDS_DEALT,),
    fewest_wagers=1,
    judge=verdict.judge,
)
