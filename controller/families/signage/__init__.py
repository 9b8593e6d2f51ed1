"""A table that only shows a sign."""

from controller.families.signage.sections import SignageOnly
from controller.table.family import Family

FAMILY = Family(name="signage", game=SignageOnly)
