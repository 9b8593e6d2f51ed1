"""`underfelt simulate --returns`: what every wager gives back."""

import json

import pytest

from tests.command import underfelt

GAME = "lucky-derby/three-card-poker-6-card-bonus"


def _run(*words: str) -> str:
    done = underfelt("simulate", *words)
    assert done.returncode == 0
    return done.stdout


def test_returns_stand_in_the_report_by_wager_with_their_error_and_rounds() -> None:
    report = json.loads(_run(GAME, "--rounds", "20", "--returns", "--json"))
    assert list(report["returns"]) == ["ante", "play", "pair-plus", "six-card-bonus", "together"]
    assert report["returns"]["ante"]["rounds"] == 20
    assert report["returns"]["ante"]["standard_error"] > 0


def test_a_person_reads_them_in_per_cent() -> None:
    (line,) = (
        line
        for line in _run(GAME, "--rounds", "20", "--returns").splitlines()
        if "pair-plus" in line
    )
    assert line.count("%") == 2


def test_without_the_option_nothing_is_staked() -> None:
    assert "returns" not in json.loads(_run(GAME, "--rounds", "5", "--json"))


@pytest.mark.parametrize(
    ("words", "text"),
    [
        ((GAME, "--returns", "--faults", "short-stack"), "leave out --faults"),
        (("casino-99/chinese-poker", "--returns"), "has no bank"),
    ],
)
def test_what_cannot_be_settled_is_refused(words: tuple[str, ...], text: str) -> None:
    done = underfelt("simulate", *words)
    assert (done.returncode, text in done.stderr) == (2, True)
