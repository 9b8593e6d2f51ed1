"""Our derived roads and ask marks against pybaccarat's, hand by hand, on thousands of shoes."""

from collections.abc import Iterable

import pytest

from controller.roads.roads import Colour, Outcome, Roads, Winner
from tests.bench.dealt_shoes import dealt_shoes, streaky_shoes
from tests.bench.peers import PeerError, Scoreboard, pybaccarat_scoreboard

OUTCOMES = {side: Outcome(Winner(side)) for side in "PBT"}
LETTERS = {Colour.RED: "s", Colour.BLUE: "C", None: " "}
OTHER = {"P": "B", "B": "P", "T": "T"}
NAMED = (
    "BPPPB",
    "BBPPB",
    "BPB",
    "TTBPP",
    "B" * 9 + "PBPBP",
    "B" * 12 + "PPBPP",
    "B" * 9 + "P" * 10 + "BPB",
    "T" * 80,
    "B" * 18,
    # Its boards are 60 columns wide and end there.
    "BP" * 25,
    "B" * 50,
)


@pytest.fixture(scope="module")
def scoreboard() -> Scoreboard:
    try:
        return pybaccarat_scoreboard()
    except PeerError as error:
        pytest.skip(str(error))


class Oracle:
    """The four boards of pybaccarat, marked as its own game does."""

    def __init__(self, scoreboard: Scoreboard) -> None:
        self.boards = [scoreboard(kind) for kind in range(4)]
        self.marks = ["", "", ""]

    def add(self, side: str) -> None:
        main, *derived = self.boards
        if side != "T":
            main.mark(side)
            for road, board in enumerate(derived):
                self.marks[road] += board.get_cs_mark(main.get_array()).strip()

    def ask_banker(self) -> list[str]:
        main, *derived = self.boards
        peeked = main.get_peek_B_array(main.get_array())
        return [board.get_cs_mark(peeked) for board in derived]


def compare(scoreboard: Scoreboard, shoes: Iterable[str]) -> int:
    """Play each shoe on both, and on the oracle once more with the sides swapped for ask P."""
    hands = 0
    for shoe in shoes:
        roads, oracle, swapped = Roads(), Oracle(scoreboard), Oracle(scoreboard)
        for side in shoe:
            asked = [LETTERS[mark] for mark in roads.ask(Winner.BANKER)]
            assert asked == oracle.ask_banker(), shoe
            asked = [LETTERS[mark] for mark in roads.ask(Winner.PLAYER)]
            assert asked == swapped.ask_banker(), shoe
            roads.add(OUTCOMES[side])
            oracle.add(side)
            swapped.add(OTHER[side])
            hands += 1
        ours = ["".join(LETTERS[mark] for _, _, mark in trail) for trail in roads.derived]
        assert ours == oracle.marks, shoe
    return hands


@pytest.mark.timeout(600)
def test_five_thousand_dealt_shoes_agree_with_pybaccarat(
    scoreboard: Scoreboard,
) -> None:
    assert compare(scoreboard, dealt_shoes(5000, seed=1)) > 380_000


@pytest.mark.timeout(600)
def test_two_thousand_streaky_shoes_agree_with_pybaccarat(
    scoreboard: Scoreboard,
) -> None:
    assert compare(scoreboard, streaky_shoes(2000, seed=1)) > 160_000


def test_named_shoes_agree_with_pybaccarat(scoreboard: Scoreboard) -> None:
    compare(scoreboard, NAMED)
