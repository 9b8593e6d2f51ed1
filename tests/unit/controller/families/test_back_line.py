"""Several wagers in one place: each has its owner, its own verdict and its own line."""

import json

from tests.told_rounds import bank, seat, settled

TCP = "casino-99/three-card-poker-6-card-bonus"
FORTUNE = "lucky-derby/fortune-pai-gow-poker"
QUADS = "4s 4h 4d 4c Kd Qs Th"
LOW = "6s 7h 9d Tc Ks Jd 2h"


def behind(owner: str, **wagers: int) -> dict[str, object]:
    return {"owner": owner, "wagers": {name.replace("_", "-"): n for name, n in wagers.items()}}


def fortune(**seats: dict[str, object]) -> dict[str, object]:
    told = {name.removeprefix("s"): held for name, held in seats.items()}
    return {"bank": bank(7, "2c 3d 5h 7s 9c Jh 8h"), "dice": [1, 1, 1], "seats": told}


def envy_of(told: dict[str, object]) -> list[tuple[int, str | None, str]]:
    lines = json.loads(settled(FORTUNE, told, {}, "--json").stdout)["lines"]
    return [(x["seat"], x.get("owner"), x["paid"]) for x in lines if x["wager"] == "envy"]


def test_who_bets_behind_a_seat_is_settled_after_it_and_by_himself() -> None:
    held = {
        **seat("Kd 9s 2d", ante=10, play=10),
        "behind": [behind("Ann", ante=20, play=20), behind("Bo", ante=5, play=5)],
    }
    told = {"bank": bank(1, "Qs 5d 3c", stake=45), "seats": {"3": held}}
    report = json.loads(settled(TCP, told, {}, "--json").stdout)
    antes = [(x.get("owner"), x["paid"]) for x in report["lines"] if x["wager"] == "ante"]
    assert antes == [(None, "10"), ("Ann", "20"), ("Bo", "5")]
    # The stake of 45 is out with the seat's own Play wager; those behind it get nothing more.
    assert report["totals"] == {"3": "20"}
    assert report["owners"] == {"Ann": "20", "Bo": "5"}
    assert report["bank_result"] == "-45"


def test_a_wager_behind_a_folded_hand_is_forfeit_too() -> None:
    held = {**seat("Kd 9s 2d", folded=True, ante=10), "behind": [behind("Ann", ante=20)]}
    told = {"bank": bank(1, "Qs 5d 3c", stake=5), "seats": {"3": held}}
    report = json.loads(settled(TCP, told, {}, "--json").stdout)
    assert (report["totals"], report["owners"]) == ({"3": "-10"}, {"Ann": "-20"})


def test_each_bonus_wager_of_five_earns_an_envy_of_its_own() -> None:
    watcher = {
        **seat(LOW, game=10, fortune_bonus=5),
        "behind": [
            behind("Ann", game=10, fortune_bonus=5),
            behind("Bo", game=10, fortune_bonus=3),
        ],
    }
    told = fortune(s1=seat(QUADS, game=10, fortune_bonus=5), s2=watcher)
    assert envy_of(told) == [(2, None, "5"), (2, "Ann", "5")]


def test_nobody_earns_an_envy_from_another_place_of_his_own() -> None:
    mine = {"owner": "Ann"}
    told = fortune(
        s1={**seat(QUADS, game=10, fortune_bonus=5), **mine},
        s2={**seat(LOW, game=10, fortune_bonus=5), **mine},
    )
    assert envy_of(told) == []
