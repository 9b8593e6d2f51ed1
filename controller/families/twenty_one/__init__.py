"""Twenty-one and its rooms' variants."""

from controller.families.twenty_one import dealing, hand_rules, house_way, parts, told, verdict
from controller.families.twenty_one.bank_hand import BANK_HAND, HOLE_CARD, announce_hands
from controller.families.twenty_one.before_draws import INSURANCE, PEEK
from controller.families.twenty_one.first_cards import FIRST_CARDS
from controller.families.twenty_one.seat_hands import HANDS
from controller.families.twenty_one.sections import TwentyOneGame
from controller.families.twenty_one.shown import shown
from controller.table.family import Family

FAMILY = Family(
    name="twenty-one",
    game=TwentyOneGame,
    steps=(FIRST_CARDS, INSURANCE, PEEK, HANDS, HOLE_CARD, BANK_HAND),
    fewest_wagers=1,
    draws_by_choice=True,
    is_under_way=parts.is_under_way,
    shown=shown,
    hides_cards=parts.hides_cards,
    before_settlement=announce_hands,
    finished=parts.finished,
    judge=verdict.judge,
    deciding_card=verdict.deciding_card,
    naturals=verdict.naturals,
    has_natural=hand_rules.has_natural,
    absent=parts.absent,
    told=told.TOLD,
    house_way=house_way.decide,
    habits=dealing.habits,
)
