"""Hold'em against a bank."""

from controller.families.holdem import verdict
from controller.families.holdem.sections import Holdem
from controller.table.family import Family

FAMILY = Family(name="holdem", game=Holdem, judge=verdict.judge)
