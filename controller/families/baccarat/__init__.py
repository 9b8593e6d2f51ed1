"""Baccarat: two hands from a shoe, and the roads they leave."""

from controller.facts.events import KeyPressed, ResultEntered, ShoeLoaded
from controller.families.baccarat import by_hand, coup, dealing, hand_rulings, house_way, verdict
from controller.families.baccarat.outcome import fate, hits
from controller.families.baccarat.result import RESULT
from controller.families.baccarat.sections import Baccarat
from controller.table.family import Family, Told

FAMILY = Family(
    name="baccarat",
    game=Baccarat,
    steps=(coup.COUP, RESULT),
    handlers={
        KeyPressed: by_hand.press,
        ResultEntered: by_hand.enter_result,
        ShoeLoaded: by_hand.begin_shoe,
    },
    is_under_way=coup.is_under_way,
    shown=coup.shown,
    hides_cards=coup.hides_cards,
    finished=coup.finished,
    keeps_road=True,
    fate=fate,
    hits=hits,
    rule_on_hand=hand_rulings.rule_on_hand,
    told=Told(section="coup"),
    judge=verdict.judge,
    deciding_card=verdict.deciding_card,
    house_way=house_way.decide,
    habits=dealing.habits,
)
