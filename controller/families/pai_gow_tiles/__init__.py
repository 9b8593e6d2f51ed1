"""Pai gow tiles: four tiles set to two hands."""

from controller.families.pai_gow_tiles import house_way, naming, verdict
from controller.families.pai_gow_tiles.sections import PaiGowTiles
from controller.table.family import Family, Unread

FAMILY = Family(
    name="pai-gow-tiles",
    game=PaiGowTiles,
    unread=Unread(4, set_as=(2, 2), are_tiles=True),
    called=naming.called,
    judge=verdict.judge,
    house_way=house_way.decide,
)
