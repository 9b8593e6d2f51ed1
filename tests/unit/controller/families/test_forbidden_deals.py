"""Rounds of coups, nines, poker and tiles that a rule book forbids: refused with the lines."""

import pytest

from tests.told_rounds import Refusal, bank, seat, settled

EZ = "lucky-derby/ez-baccarat-panda-8"
COUP = {
    "bank": bank(3),
    "player": ["Kd", "7h"],
    "banker": ["4c", "3s"],
    "seats": {"1": seat(player_line=10)},
}
TCP = "lucky-derby/three-card-poker-6-card-bonus"
UTH = "casino-99/ultimate-texas-holdem"
BOARD = {"bank": bank(1, "Kh 3d"), "community": ["9h", "Kc", "4s", "2d", "7c"]}
REFUSALS = (
    Refusal(
        "a bank hand set otherwise than the house way",
        "lucky-derby/fortune-pai-gow-poker",
        {
            "bank": bank(1, "7c 4d As Ad Kh Ks 2h", front=["7c", "4d"]),
            "seats": {"2": {**seat("Qc Jh 5s 5c 5h 3c 2s", game=100), "front": ["Qc", "Jh"]}},
        },
        "Kh Ks in front of",
        "4002-4062",
    ),
    Refusal(
        "a short bank without the dice that place its button",
        "oaks/super-pan-9",
        {
            "bank": bank(5, "4d 4c Kd", stake=100),
            "seats": {"2": seat("4s 5h Kc", base=100), "7": seat("4h 5c Kc", base=100)},
        },
        "no dice",
        "475-477",
    ),
    Refusal(
        "a third card to a natural",
        EZ,
        {**COUP, "player": ["Kd", "9h", "2c"]},
        "it stands",
        "000:3094-3105",
    ),
    Refusal(
        "a banker's hand that is not drawn to the end",
        EZ,
        {**COUP, "banker": ["4c", "Ks"]},
        "takes a third card",
        "000:3094-3105",
    ),
    Refusal(
        "a joker in a coup",
        EZ,
        {**COUP, "player": ["Kd", "Jo"]},
        "a hand has 2 or 3 cards",
        "000:3094-3105",
    ),
    Refusal(
        "a bank of nine that drew where it must stand",
        "oaks/super-pan-9",
        {"bank": bank(5, "4d 4c Kd 2c"), "seats": {"2": seat("4s 5h Kc", base=100)}},
        "must stand",
        "003:499-502",
    ),
    Refusal(
        "a bank of nine that has to draw",
        "oaks/super-pan-9",
        {"bank": bank(5, "Kc Qc Jd"), "seats": {"2": seat("4s 5h Kc", base=100)}},
        "must hit",
        "003:499-502",
    ),
    Refusal(
        "nine fours of diamonds in eight decks",
        "oaks/super-pan-9",
        {
            "bank": bank(5, "4d 4d Kd"),
            "seats": {str(n): seat("4d 4d Kc", base=100) for n in (1, 2, 3, 4)},
        },
        "surplus-card",
        "003:465-466",
    ),
    Refusal(
        "two dice where three are thrown",
        "lucky-derby/pai-gow-poker",
        {
            "bank": bank(1, "Jh Jc 9c 9d 9h 5s 2c"),
            "dice": [3, 4],
            "seats": {"2": seat("Ts Tc Td As Jo Kd Qh", game=100)},
        },
        "dice-count-wrong",
        "000:45-48",
    ),
    Refusal(
        "a button that the dice do not reach",
        "oaks/super-pan-9",
        {
            "bank": bank(5, "4d 4c Kd", stake=10),
            "dice": [1, 1, 1],
            "button": 2,
            "seats": {"2": seat("4s 5h Kc", base=100), "8": seat("4s 5h Kc", base=100)},
        },
        "it is counted to seat 8",
        "475-477",
    ),
    Refusal(
        "a button at the bank, where no dice put it",
        "oaks/super-pan-9",
        {
            "bank": bank(5, "4d 4c Kd", stake=10),
            "button": 5,
            "seats": {"2": seat("4s 5h Kc", base=100)},
        },
        "no dice count to seat 5",
        "475-477",
    ),
    Refusal(
        "a button that the bank's third card does not reach",
        TCP,
        {
            "bank": bank(8, "Qc 7d Jh", stake=20),
            "button": 1,
            "seats": {
                "1": seat("4s 4c 3d", ante=10, play=10),
                "4": seat("5s 5c 3h", ante=10, play=10),
            },
        },
        "it is counted to seat 4",
        "000:2726-2731",
    ),
    Refusal(
        "a Play wager twice the Ante",
        TCP,
        {"bank": bank(8, "Qc 7d Jh"), "seats": {"1": seat("4s 4c 3d", ante=10, play=20)}},
        "1 times the ante",
        "000:2641-2643",
    ),
    Refusal(
        "an unfinished bank hand, though everybody folded",
        TCP,
        {"bank": bank(8, "Qc 7d"), "seats": {"1": seat("4s 4c 3d", folded=True, ante=10)}},
        "its hand has 3",
        "000:2652-2724",
    ),
    Refusal(
        "a hold'em hand that neither plays nor folds",
        UTH,
        {**BOARD, "seats": {"2": seat("9s 9d", ante=10, blind=10)}},
        "has a play wager or has folded",
        "001:3496-3500",
    ),
    Refusal(
        "a Play wager of five times the Ante",
        UTH,
        {**BOARD, "seats": {"2": seat("9s 9d", ante=10, blind=10, play=50)}},
        "1 or 2 or 3 or 4 times the ante",
        "001:3496-3500",
    ),
    Refusal(
        "a stud bank of four cards",
        "lucky-derby/caribbean-stud",
        {
            "bank": bank(1, "Kh 3d 4d 5d"),
            "seats": {"2": seat("9s 9d 2c 3c 4c", folded=True, ante=10)},
        },
        "its hand has 5",
        "000:237-260",
    ),
    Refusal(
        "a pai gow bank of six cards",
        "lucky-derby/pai-gow-poker",
        {
            "bank": bank(1, "Jh Jc 9c 9d 9h 5s"),
            "seats": {"2": seat("Ts Tc Td As Jo Kd Qh", game=100)},
        },
        "this hand has 7",
        "000:42-53",
    ),
    Refusal(
        "three tiles of a pair",
        "capitol/pai-gow-tiles",
        {
            "bank": {"seat": 1, "tiles": ["66", "66", "44", "31"]},
            "seats": {"2": {"wagers": {"game": 10}, "tiles": ["66", "11", "44", "31"]}},
        },
        "66 was dealt 3 times",
        "002:665-667",
    ),
    Refusal(
        "a bank of three tiles",
        "capitol/pai-gow-tiles",
        {
            "bank": {"seat": 1, "tiles": ["66", "55", "31"]},
            "seats": {"2": {"wagers": {"game": 10}, "tiles": ["66", "11", "44", "31"]}},
        },
        "this hand has 4",
        "002:671-688",
    ),
    Refusal(
        "a fold where nobody may fold",
        EZ,
        {**COUP, "seats": {"1": seat(folded=True, player_line=10)}},
        "has folded",
        "000:3094-3105",
    ),
    Refusal(
        "a button in a game without one",
        "casino-99/pure-21.5",
        {"bank": bank(1, "9s 8d"), "button": 2, "seats": {"2": seat("Kd 9h", base=10)}},
        "has none; leave it out",
        "001:419-420",
    ),
    Refusal(
        "one player at Chinese poker",
        "casino-99/chinese-poker",
        {"button": 1, "seats": {"1": seat("Ks", points=20)}},
        "there are 2 to 4 hands",
        "001:226",
    ),
)


@pytest.mark.parametrize("case", REFUSALS, ids=[case.name for case in REFUSALS])
def test_what_no_table_would_have_dealt_is_refused_with_its_lines(case: Refusal) -> None:
    done = settled(case.game, case.round, case.values)
    assert done.exit_code == 2
    assert case.why in done.stderr
    assert case.lines in done.stderr
