"""Pai gow poker: seven cards set to two hands."""

from controller.families.pai_gow_poker import house_way, naming, verdict
from controller.families.pai_gow_poker.sections import PaiGowPoker
from controller.table.family import Family, Unread

FAMILY = Family(
    name="pai-gow-poker",
    game=PaiGowPoker,
    unread=Unread(7, set_as=(2, 5)),
    called=naming.called,
    judge=verdict.judge,
    house_way=house_way.decide,
)
