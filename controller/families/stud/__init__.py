"""Five-card stud against a bank."""

from controller.families.stud import naming, verdict
from controller.families.stud.sections import Stud
from controller.families.stud.steps import HANDS_DEALT
from controller.table.family import Family, Unread

FAMILY = Family(
    name="stud",
    game=Stud,
    unread=Unread(5),
    called=naming.called,
    steps=(HANDS_DEALT,),
    fewest_wagers=1,
    judge=verdict.judge,
    deciding_card=verdict.deciding_card,
)
