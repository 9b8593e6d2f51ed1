"""Rounds of twenty-one that a rule book forbids: `settle` refuses them and names the lines."""

import pytest

from tests.told_rounds import ALL, Refusal, bank, hand, seat, settled

SPLIT = (hand("8h Kd"), hand("8c Qd"), hand("8s Kh"), hand("8d Kc"), hand("8h Ks"))
BANK_WINS = bank(1, "9s 8d")
REFUSALS = (
    Refusal(
        "a surrendered hand that is over",
        "capitol/no-bust-21st-century-blackjack",
        {
            "bank": bank(8, "Td 9h"),
            "seats": {"1": seat(hands=[hand("Th 6d 9c", surrendered=True)], base=100)},
        },
        "surrender-not-allowed",
        "639-642",
    ),
    Refusal(
        "an unfinished bank under Buster and Red Flex, Capitol",
        "capitol/pure-21.5",
        {"bank": bank(8, "Td 2h"), "seats": {"1": seat("Ah Kd", base=100, red_flex=10, buster=10)}},
        "must take a card",
        "002:985",
        ALL,
    ),
    Refusal(
        "a bank that draws on hard 17",
        "casino-99/pure-21.5",
        {"bank": bank(1, "9s 8d 4d"), "seats": {"2": seat("9d Kh", base=10)}},
        "card-on-must-stand",
        "001:430",
    ),
    Refusal(
        "an unfinished bank under Buster, Casino 99",
        "casino-99/pure-21.5",
        {"bank": bank(1, "9s 5d"), "seats": {"2": seat("Ah Kc", base=10, buster=5)}},
        "must take a card",
        "001:430",
    ),
    Refusal(
        "an unfinished bank under Red Flex",
        "casino-99/pure-21.5",
        {
            "bank": bank(1, "9h 5d"),
            "seats": {"2": seat(hands=[hand("Th 6c", surrendered=True)], base=10, red_flex=5)},
        },
        "must take a card",
        "001:430",
    ),
    Refusal(
        "an unfinished bank under Buster, Lucky Derby",
        "lucky-derby/buster-blackjack-4",
        {"bank": bank(8, "9c 7d"), "seats": {"1": seat("As Kd", base=100, buster=10)}},
        "must take a card",
        "000:5280",
    ),
    Refusal(
        "a double for more, Casino 99",
        "casino-99/pure-21.5",
        {
            "bank": BANK_WINS,
            "seats": {"2": seat(hands=[hand("5h 6c Kd", doubled=1, less=15)], base=10)},
        },
        "at most 10",
        "466",
    ),
    Refusal(
        "a double for more, Lucky Derby",
        "lucky-derby/no-bust-21st-century-blackjack-4",
        {
            "bank": bank(8, "9c 8d"),
            "seats": {"1": seat(hands=[hand("6s 5d Kh", doubled=1, less=500)], base=100)},
        },
        "at most 100",
        "4694",
    ),
    Refusal(
        "a double for more, Oaks",
        "oaks/pure-21.5",
        {
            "bank": bank(1, "Td 9c"),
            "seats": {"2": seat(hands=[hand("5s 6c Tc", doubled=1, less=500)], base=100)},
        },
        "at most 100",
        "2524",
    ),
    Refusal(
        "five hands by splits",
        "casino-99/pure-21.5",
        {"bank": BANK_WINS, "seats": {"2": seat("8h 8c", hands=SPLIT, base=10)}},
        "split-not-allowed",
        "467-468",
    ),
    Refusal(
        "three hands where one split is allowed",
        "oaks/pure-21.5",
        {
            "bank": bank(1, "Td 7c 9d"),
            "seats": {
                "2": seat(
                    "8s 8d",
                    hands=[hand("8s 3c Tc", doubled=1), hand("8d Ts"), hand("8c Td")],
                    base=100,
                    buster=10,
                )
            },
        },
        "not-allowed",
        "003:25",
    ),
    Refusal(
        "a split of eight and seven",
        "oaks/pure-21.5",
        {
            "bank": bank(1, "Td 9c"),
            "seats": {"2": seat("8s 7d", hands=[hand("8s Tc"), hand("7d Ts")], base=100)},
        },
        "split-not-allowed",
        "2528",
    ),
    Refusal(
        "a rescue of a hand that is over, Casino 99",
        "casino-99/pure-spanish-21.5",
        {
            "bank": BANK_WINS,
            "seats": {"2": seat(hands=[hand("Kh 4c 9d", doubled=1, rescued=True)], base=10)},
        },
        "rescues",
        "1925",
    ),
    Refusal(
        "a rescue of a hand that is over, Lucky Derby",
        "lucky-derby/pure-spanish-21.5",
        {
            "bank": bank(8, "9c 8d"),
            "seats": {"1": seat(hands=[hand("6s 7d Kh", doubled=1, rescued=True)], base=100)},
        },
        "rescues",
        "3575",
    ),
    Refusal(
        "a ten in a deck without tens",
        "casino-99/pure-spanish-21.5",
        {"bank": BANK_WINS, "seats": {"2": seat("Th Kc", base=10)}},
        "foreign-card",
        "1841",
    ),
    Refusal(
        "a surrender of a joker against a joker",
        "oaks/21st-century-blackjack",
        {
            "bank": bank(1, "Jo 9c"),
            "seats": {"2": seat(hands=[hand("5s Jo", surrendered=True)], base=100)},
        },
        "surrender-not-allowed",
        "879-885",
    ),
    Refusal(
        "a surrender of three cards",
        "casino-99/pure-21.5",
        {
            "bank": BANK_WINS,
            "seats": {"2": seat(hands=[hand("4h 5c 3d", surrendered=True)], base=10)},
        },
        "surrender-not-allowed",
        "469",
    ),
    Refusal(
        "a stood eleven",
        "casino-99/pure-21.5",
        {"bank": BANK_WINS, "seats": {"2": seat("5h 6c", base=10)}},
        "stood-on-must-hit",
        "001:430",
    ),
    Refusal(
        "a card on a hard nineteen",
        "casino-99/pure-21.5",
        {"bank": BANK_WINS, "seats": {"2": seat("Kh 9c 2d", base=10)}},
        "card-on-must-stand",
        "001:430",
    ),
    Refusal(
        "two cards on one doubling",
        "casino-99/pure-21.5",
        {"bank": BANK_WINS, "seats": {"2": seat(hands=[hand("5h 4c 2d 8s", doubled=1)], base=10)}},
        "card-after-double",
        "466",
    ),
    Refusal(
        "nine aces of spades in eight decks",
        "casino-99/pure-21.5",
        {
            "bank": BANK_WINS,
            "seats": {
                str(n): seat("As As Ks" if n == 2 else "As As 8d", base=10) for n in (2, 3, 4, 5, 6)
            },
        },
        "surplus-card",
        "391",
    ),
)


@pytest.mark.parametrize("case", REFUSALS, ids=[case.name for case in REFUSALS])
def test_what_the_book_forbids_is_refused_with_its_lines(case: Refusal) -> None:
    done = settled(case.game, case.round, case.values)
    assert done.exit_code == 2
    assert case.why in done.stderr
    assert case.lines in done.stderr
    # There is no floor to rule on a file.
    assert "Rule " not in done.stderr
