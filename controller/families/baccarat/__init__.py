"""Baccarat: two hands from a shoe, and the roads they leave."""

from typing import Literal

from config.game import Wager
from controller.facts.decisions import OutcomeDecided
from controller.facts.events import KeyPressed, ResultEntered, ShoeLoaded
from controller.families.baccarat import by_hand, coup, dealing, hand_rulings, house_way, verdict
from controller.families.baccarat.coup_result import CoupResult, look_of, stays, won_case
from controller.families.baccarat.result import RESULT
from controller.families.baccarat.sections import Baccarat
from controller.table.family import Family, Told


def _fate(wager: Wager, outcome: OutcomeDecided) -> Literal["", "won", "lost"]:
    """Without totals nobody can tell; what is decided is taken down by hand."""
    ours, theirs = outcome.player_total, outcome.banker_total
    if ours is None or theirs is None:
        return ""
    cards = (len(outcome.player), len(outcome.banker))
    looks = [look_of(hand) for hand in (outcome.player, outcome.banker) if hand]
    result = CoupResult(ours, theirs, *cards, *looks)
    if stays(wager, result):
        return ""
    return "won" if won_case(wager, result) else "lost"


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
    fate=_fate,
    rule_on_hand=hand_rulings.rule_on_hand,
    told=Told(section="coup"),
    judge=verdict.judge,
    deciding_card=verdict.deciding_card,
    house_way=house_way.decide,
    habits=dealing.habits,
)
