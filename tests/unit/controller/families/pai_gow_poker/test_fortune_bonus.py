import pytest

from controller.facts.cards import Card, parse_card
from controller.families.pai_gow_poker.fortune_bonus import BonusHand, best_bonus, bonus_hands
from controller.hands.dealt import HandError

PAYTABLE = tuple(BonusHand)
GAME_ORDER = (*PAYTABLE[:9], BonusHand.STRAIGHT, BonusHand.THREE_OF_A_KIND)


def cards_of(text: str) -> list[Card]:
    return [parse_card(code) for code in text.split()]


def best(text: str) -> BonusHand | None:
    return best_bonus(cards_of(text), PAYTABLE, "full")


@pytest.mark.parametrize(
    ("text", "hand"),
    [
        ("7c 6c 5c 4c 3c 2c Ac", BonusHand.SEVEN_CARD_STRAIGHT_FLUSH),
        ("Ac Kc Qc Jc Tc 9c 8c", BonusHand.SEVEN_CARD_STRAIGHT_FLUSH),
        ("Ac Kc Qc Jc Tc Kd Qd", BonusHand.ROYAL_FLUSH_ROYAL_MATCH),
        ("Ac Kc Qc Jo Tc Kd Qd", BonusHand.ROYAL_FLUSH_ROYAL_MATCH),
        ("Ac Kc Qc Jc Tc Kd Jo", BonusHand.ROYAL_FLUSH_ROYAL_MATCH),
        ("Ac Kc Qc Jc Tc Kd Qh", BonusHand.ROYAL_FLUSH),
        ("9c 8c 7c 6c 5c 4c Jo", BonusHand.SEVEN_CARD_STRAIGHT_FLUSH_JOKER),
        ("9c 8c 7c Jo 5c 4c 3c", BonusHand.SEVEN_CARD_STRAIGHT_FLUSH_JOKER),
        ("Ac Ad Ah As Jo 9c 8d", BonusHand.FIVE_ACES),
        ("Kc Qc Jc Tc Jo 4d 2h", BonusHand.ROYAL_FLUSH),
        ("6c 5c 4c 3c 2c Kd Kh", BonusHand.STRAIGHT_FLUSH),
        ("5c 4c 3c Ac Jo Kd 9h", BonusHand.STRAIGHT_FLUSH),
        ("Kc Kd Kh Ks Jo 9c 8d", BonusHand.FOUR_OF_A_KIND),
        ("Kc Kd Kh Jo 9c 8d 2h", BonusHand.FOUR_OF_A_KIND),
        ("Kc Kd 9h 9s Jo 8d 2h", BonusHand.FULL_HOUSE),
        ("Kc Kd Kh 9s 9c 8d 2h", BonusHand.FULL_HOUSE),
        ("Kc Kd Kh 9s 9c 9d 2h", BonusHand.FULL_HOUSE),
        ("Kc 9c 7c 4c 2c 2d 3h", BonusHand.FLUSH),
        ("Kc 9c 7c 4c Jo 2d 3h", BonusHand.FLUSH),
        ("Kc Kd Jo 9h 7s 4c 2d", BonusHand.THREE_OF_A_KIND),
        ("9c 8d 7h 6s 5c Kd 2h", BonusHand.STRAIGHT),
        ("Ac 2d 3h 4s 5c Kd 9h", BonusHand.STRAIGHT),
        ("9c 8d Jo 6s 5c Kd 2h", BonusHand.STRAIGHT),
        ("Kc Kd 9h 9s 7c 8d 2h", None),
        ("Jo Kd Th 9s 5c 4d 2h", None),
    ],
)
def test_finds_the_best_paid_hand(text: str, hand: BonusHand | None) -> None:
    assert best(text) is hand


def test_three_of_a_kind_goes_before_a_straight_by_the_paytables_order() -> None:
    both = cards_of("9c 9d 9h 8s 7c 6d 5h")
    assert best_bonus(both, PAYTABLE, "full") is BonusHand.THREE_OF_A_KIND
    assert best_bonus(both, GAME_ORDER, "full") is BonusHand.STRAIGHT


def test_hand_the_paytable_leaves_out_pays_as_the_next_it_lists() -> None:
    cards = cards_of("Ac Kc Qc Jc Tc Kd Qd")
    short = tuple(hand for hand in PAYTABLE if hand is not BonusHand.ROYAL_FLUSH_ROYAL_MATCH)
    assert best_bonus(cards, short, "full") is BonusHand.ROYAL_FLUSH


@pytest.mark.parametrize(
    ("text", "held"),
    [
        ("Kc Kd Jo 9h 7s 4c 2d", False),
        ("Ac Ad Jo 9h 7s 4c 2d", True),
    ],
)
def test_limited_joker_helps_only_aces_to_three_of_a_kind(text: str, held: bool) -> None:
    cards = cards_of(text)
    assert (BonusHand.THREE_OF_A_KIND in bonus_hands(cards, "limited")) is held


def test_limited_joker_completes_the_royal_but_not_the_match() -> None:
    royal = cards_of("Ac Kc Qc Jo Tc Kd Qd")
    match = cards_of("Ac Kc Qc Jc Tc Kd Jo")
    assert best_bonus(royal, PAYTABLE, "limited") is BonusHand.ROYAL_FLUSH_ROYAL_MATCH
    assert best_bonus(match, PAYTABLE, "limited") is BonusHand.ROYAL_FLUSH


def test_needs_seven_cards() -> None:
    with pytest.raises(HandError, match="6 cards"):
        best("Kc Kd 9h 9s 7c 8d")
