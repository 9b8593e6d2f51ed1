"""Nine: three cards, perhaps a fourth, nearest to nine."""

from controller.families.nine import house_way, steps, verdict
from controller.families.nine.sections import NineGame
from controller.families.nine.shown import shown
from controller.table.family import Family, Told

FAMILY = Family(
    name="nine",
    game=NineGame,
    steps=(steps.THREE_CARDS, steps.FOURTH_CARDS, steps.BANK_FOURTH),
    fewest_wagers=1,
    draws_by_choice=True,
    is_under_way=steps.is_under_way,
    shown=shown,
    hides_cards=lambda _game: True,
    before_settlement=steps.announce_nines,
    finished=steps.finished,
    told=Told(section="nine.charts"),
    judge=verdict.judge,
    house_way=house_way.decide,
)
