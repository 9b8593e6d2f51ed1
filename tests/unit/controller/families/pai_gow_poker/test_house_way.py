from pathlib import Path

import pytest

from config.charts import CardChart, build_chart, card_chart
from config.document import DocumentError, parse_document
from controller.facts.cards import parse_card
from controller.families.pai_gow_poker.setting import set_house_way
from controller.families.pai_gow_poker.values import PaiGowRules
from controller.hands.dealt import HandError

FORTUNE = card_chart("lucky-derby-fortune")
WILD = PaiGowRules("full", "lowest")
ROW = """
[[row]]
id = "no-pair"
hands = ["no-pair"]
settings = [{ }]
source = "000:4015"
"""


def parse(text: str) -> CardChart:
    return build_chart(parse_document(Path("chart.toml"), text), CardChart)


def set_by(chart: CardChart, text: str, rules: PaiGowRules = WILD) -> tuple[set[str], str]:
    setting = set_house_way([parse_card(code) for code in text.split()], chart, rules)
    return {str(card) for card in setting.hand.front}, setting.row


@pytest.mark.parametrize(
    ("cards", "front", "row"),
    [
        ("Ac Kd Qh Ts 8c 7d 2h", "Kd Qh", "no-pair"),
        ("Tc Td Qh Js 8c 3d 2h", "Qh Js", "one-pair"),
        ("Ac Ad 3h 3s Kc 9d 5h", "3h 3s", "two-pairs-aces-kings-queens"),
        ("Qc Qd 3h 3s Ac 9d 5h", "3h 3s", "two-pairs-aces-kings-queens"),
        ("Jc Jd 3h 3s Ac 9d 5h", "Ac 9d", "two-pairs-jacks-tens-nines"),
        ("Tc Td 5h 5s Kc Qd 3h", "5h 5s", "two-pairs-jacks-tens-nines"),
        ("7c 7d 4h 4s Kc 9d 3h", "Kc 9d", "two-pairs-eights-sevens-sixes"),
        ("7c 7d 4h 4s Ac 9d 3h", "Ac 9d", "two-pairs-eights-sevens-sixes"),
        ("7c 7d 4h 4s Qc 9d 3h", "4h 4s", "two-pairs-eights-sevens-sixes"),
        ("5c 5d 2h 2s Qc Td 8h", "Qc Td", "two-pairs-fives-or-lower"),
        ("5c 5d 2h 2s Jc Td 8h", "2h 2s", "two-pairs-fives-or-lower"),
        ("Tc Td 8h 8s 5c 5d Ah", "Tc Td", "three-pairs"),
        ("Ac Ad Ah Qs 8c 7d 3h", "Ac Qs", "three-aces"),
        ("Kc Kd Kh Qs 9c 7d 2h", "Qs 9c", "three-kings-or-lower"),
        ("Kc Kd Kh 6s 6c 6d 4h", "Kc Kd", "two-threes"),
        ("8c 7d 6h 5s 4c 3d 2h", "8c 7d", "complete-hand"),
        ("Ac Kd 9c 8h 7s 6c 5d", "Ac Kd", "complete-hand"),
        ("Kc Kd 9c 8h 7s 6c 5d", "Kc Kd", "pair-before-complete-hand"),
        ("9c 9d Kc 8h 7s 6c 5d", "Kc 9c", "complete-hand"),
        ("9c 9d 9h 8h 7s 6c 5d", "9c 9d", "pair-before-complete-hand"),
        ("9c 9d 8h 8s 7c 6d 5h", "8h 8s", "two-pairs-jacks-tens-nines"),
        ("Ac Kc 9c 7c 4c 2d 3h", "2d 3h", "complete-hand"),
        ("Kc Kd Kh Qs Qc 9d 4h", "Qs Qc", "full-house"),
        ("4c 4d 4h Ks Kc 9d 8h", "Ks Kc", "full-house"),
        ("4c 4d 4h Ks Kc 9d 9h", "Ks Kc", "pair-before-complete-hand"),
        ("Qc Qd Qh Qs Kc 8d 4h", "Qc Qd", "four-aces-kings-queens"),
        ("Qc Qd Qh Qs 4c 4d 8h", "4c 4d", "pair-before-complete-hand"),
        ("Tc Td Th Ts Kc Jd 2h", "Kc Jd", "four-jacks-tens-nines"),
        ("Tc Td Th Ts 8c 3d 2h", "Tc Td", "four-jacks-tens-nines"),
        ("7c 7d 7h 7s Qc Td 2h", "Qc Td", "four-eights-sevens-sixes"),
        ("7c 7d 7h 7s Jc Td 2h", "7c 7d", "four-eights-sevens-sixes"),
        ("4c 4d 4h 4s 7c 6d 2h", "7c 6d", "four-fives-or-lower"),
    ],
)
def test_sets_by_the_fortune_chart(cards: str, front: str, row: str) -> None:
    assert set_by(FORTUNE, cards) == (set(front.split()), row)


@pytest.mark.parametrize(
    ("cards", "front", "row"),
    [
        ("Ac Ad Ah As Jo Kc Qd", "Ac Ad", "five-aces"),
        ("Ac Ad Ah As Jo Kc Kd", "Ac Ad", "five-aces"),
        ("Jo Ad Kc 9h 7s 5d 3c", "Kc 9h", "one-pair"),
        ("Jo Kd Kc 9h 7s 5d 3c", "9h 7s", "three-kings-or-lower"),
        ("Jo Ad Ac Kh 9s 7d 4c", "Jo Kh", "three-aces"),
        ("Jo Ad Ac Kh Ks 5d 3c", "Ad Ac", "full-house"),
        ("Jo 9d 9c 8h 8s 7d 6c", "9d 9c", "full-house"),
        ("Jo 9d 9c 8h 7s 6d Kc", "Kc 9c", "complete-hand"),
        ("Jo Kd Kc Kh Ks 9d 4c", "Jo 9d", "pair-before-complete-hand"),
        ("Jo Ah Kh 9h 7h 5h 3h", "Jo Ah", "pair-before-complete-hand"),
        ("Jo 8d 8c 8h Qs 9d 4c", "Qs 9d", "four-eights-sevens-sixes"),
    ],
)
def test_sets_a_wild_joker(cards: str, front: str, row: str) -> None:
    assert set_by(FORTUNE, cards) == (set(front.split()), row)


def test_limited_joker_is_the_ace_that_keeps_two_pairs_behind() -> None:
    limited = PaiGowRules("limited", "lowest")
    assert set_by(FORTUNE, "Jc Jd 3h 3s Jo 9d 5h", limited) == (
        {"Jo", "9d"},
        "two-pairs-jacks-tens-nines",
    )


def test_order_of_the_cards_does_not_change_the_setting() -> None:
    cards = "Kc Kd 9c 8h 7s 6c 5d"
    assert set_by(FORTUNE, cards) == set_by(FORTUNE, " ".join(reversed(cards.split())))


def test_hand_without_a_row_is_refused_with_its_shape() -> None:
    chart = parse(f'name = "short"\n{ROW}')
    with pytest.raises(HandError, match="short: no row for one-pair"):
        set_by(chart, "Tc Td Qh Js 8c 3d 2h")


def test_every_row_names_its_source() -> None:
    assert all(row.source.startswith("000:") for row in FORTUNE.row)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("name =", ":1: not valid TOML"),
        (ROW, ":1: name: missing"),
        ('name = "x"', ":1: row: missing"),
        ('name = "x"\nrow = [\n1]', ":3: row.0: should be a section"),
        (f'name = "x"\ncolour = "red"\n{ROW}', ":2: colour: unknown key"),
        (f'name = "x"\n{ROW}{ROW}', ":10: row.1.id: no-pair is taken; choose another"),
        (f'name = "x"\n{ROW}ranks = "AX"', ":8: row.0.ranks: string should match pattern"),
        (f'name = "x"\n{ROW}complete_only = 1', ":8: row.0.complete_only: input should be a"),
        (
            f'name = "x"\n{ROW}'.replace('["no-pair"]', '["nothing"]'),
            ":5: row.0.hands.0: input should be 'no-pair', 'one-pair'",
        ),
        (f'name = "x"\n{ROW}'.replace('["no-pair"]', "[7]"), ":5: row.0.hands.0: input should"),
        (
            f'name = "x"\n{ROW}'.replace("{ }", '{ },\n{ back = "flat" }'),
            ":7: row.0.settings.1.back: input should be 'any', 'main-pair'",
        ),
    ],
)
def test_a_faulty_chart_is_refused_with_line_and_key(text: str, message: str) -> None:
    with pytest.raises(DocumentError) as refused:
        parse(text)
    assert str(refused.value).startswith(f"chart.toml{message}")
