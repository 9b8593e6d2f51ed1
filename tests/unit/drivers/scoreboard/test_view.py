"""What players may see: the public view of a board, and how the newest one is kept."""

from typing import Any

import pytest
from hypothesis import given, strategies as st

from controller.bus.messages import Beat
from controller.facts.board import (
    Board,
    HandMark,
    HoldView,
    SeatHandView,
    ShoeStatistics,
    ShoeView,
)
from controller.facts.cards import Card
from controller.facts.decisions import Expectation, OutcomeDecided
from controller.facts.phrase import phrase
from controller.roads.layout import Tail
from controller.roads.report import parse_outcome, shoe_roads
from controller.roads.roads import Roads, RoadsError
from drivers.scoreboard.hub import AgeMessage, Hub, ViewMessage
from drivers.scoreboard.road_view import ShoeRoads
from drivers.scoreboard.shares import percent
from drivers.scoreboard.view import View, baccarat_total, public_view

SECRET = HoldView(
    name="unexpected-card",
    seen=phrase("secret-one", card="SECRET two"),
    expected=(phrase("secret-three", card="SECRET four"),),
    named=("SECRET seven",),
    refused=phrase("secret-eight"),
)


def marks(text: str) -> tuple[HandMark, ...]:
    return tuple(HandMark(mark=mark) for mark in text.split())


def shoe(text: str = "", number: int = 1, counts: dict[str, int] | None = None) -> ShoeView:
    hands = marks(text)
    figures = ShoeStatistics(shoe=number, hands=len(hands), counts=counts or {})
    return ShoeView(
        number=number, decks=8, cards_left=300, cut_card_out=False, hands=hands, statistics=figures
    )


def board(**changes: Any) -> Board:
    plain: dict[str, Any] = {
        "number": 1,
        "table": "table-7",
        "room": "room",
        "game": "game",
        "game_name": "Game",
        "family": "baccarat",
        "seats": 8,
        "phase": "waiting",
        "round": 1,
        "bank": 4,
        "turn": 1,
        "offered": None,
        "button": 6,
        "first_hand": None,
        "wagers": (),
        "bets_open": False,
        "timer_s": 20,
        "limits": (10, 500),
        "expected": (
            Expectation(event="card_drawn", code="secret-five", arguments={"card": "SECRET six"}),
        ),
        "hold": None,
        "player": (),
        "banker": (),
        "last": None,
        "outcomes": ("dragon-7",),
        "dice": (),
        "deck_colour": None,
        "shoe": shoe(),
        "previous_shoe": None,
        "devices": (),
        "readings": (),
    }
    return Board(**(plain | changes))


def betting(**changes: Any) -> Board:
    return board(phase="betting", bets_open=True, **changes)


def finished(round_number: int) -> OutcomeDecided:
    return OutcomeDecided(
        round=round_number,
        winner="banker",
        player=(Card("4h"), Card("Kd")),
        banker=(Card("3s"), Card("4d")),
        player_total=4,
        banker_total=7,
        mark="B",
        bonuses=("dragon-7",),
    )


def view_of(shown: Board) -> View:
    return public_view(shown, ShoeRoads())


def tallies(view: View) -> dict[str, tuple[int, int]]:
    assert view.shoe is not None
    return {tally.name: (tally.count, tally.percent) for tally in view.shoe.figures.tallies}


def test_gives_counts_and_whole_percentages_of_the_shoe() -> None:
    counts = {"player": 2, "banker": 5, "tie": 1, "dragon-7": 1}
    view = view_of(board(shoe=shoe("P P B B B B B T", counts=counts)))
    assert tallies(view) == {
        "player": (2, 25),
        "banker": (5, 63),
        "tie": (1, 12),
        "dragon-7": (1, 13),
        "natural": (0, 0),
        "player-pair": (0, 0),
        "banker-pair": (0, 0),
    }


def test_counts_pairs_whoever_won() -> None:
    shown = tallies(view_of(board(shoe=shoe("Pp Bpb Tb Tp"))))
    assert (shown["player-pair"], shown["banker-pair"]) == ((3, 75), (2, 50))
    assert list(shown)[-3:] == ["natural", "player-pair", "banker-pair"]


def test_counts_each_line_of_a_wager_that_has_several() -> None:
    names = ("triple-rabbit", "rabbit")
    hands = tuple(HandMark(mark="P", bonuses=(name,)) for name in ("rabbit", "triple-rabbit"))
    before = ShoeStatistics(shoe=1, hands=4, counts={}, marks={"rabbit": 3})
    played = shoe(number=2).model_copy(update={"hands": (*hands, HandMark(mark="B"))})
    view = view_of(board(shoe=played, previous_shoe=before, marks=names))
    assert view.shoe is not None
    assert [(t.name, t.count) for t in view.shoe.figures.marks] == [(name, 1) for name in names]
    assert view.previous is not None
    assert [t.count for t in view.previous.marks] == [0, 3]


def test_every_cell_carries_the_total_that_won() -> None:
    hands = (
        HandMark(mark="P", player_total=8, banker_total=3),
        HandMark(mark="T", player_total=6, banker_total=6),
        HandMark(mark="B", player_total=1, banker_total=7),
        HandMark(mark="B", player_total=None, banker_total=None, is_free=True),
    )
    view = view_of(board(shoe=shoe().model_copy(update={"hands": hands})))
    assert view.shoe is not None
    roads = view.shoe.roads
    assert [cell.total for cell in roads.bead_plate] == [8, 6, 7, None]
    assert [cell.total for cell in roads.big_road] == [8, 7, None]
    assert [cell.is_free for cell in roads.big_road] == [False, False, True]
    assert view.shoe.free_hands == 1


@given(
    text=st.lists(st.sampled_from(["P", "B", "T", "Bn", "Tp", "Pb"]), max_size=90),
    tail=st.sampled_from(Tail),
    step=st.integers(1, 7),
)
def test_draws_all_five_roads_as_the_core_lays_them(text: list[str], tail: Tail, step: int) -> None:
    roads, hands = ShoeRoads(tail), tuple(HandMark(mark=mark) for mark in text)
    shown = roads.follow(1, ())
    for known in range(0, len(hands) + 1, step):
        shown = roads.follow(1, hands[:known])
    shown = roads.follow(1, hands)
    assert shown == ShoeRoads(tail).follow(1, hands)
    laid = shoe_roads(Roads(tail, map(parse_outcome, text)))
    for road in ("big_eye_boy", "small_road", "cockroach_pig"):
        assert [cell.model_dump() for cell in getattr(shown, road)] == laid[road]
    for plate in ("bead_plate", "big_road"):
        places = [(cell.column, cell.row, cell.winner) for cell in getattr(shown, plate)]
        assert places == [(cell["column"], cell["row"], cell["winner"]) for cell in laid[plate]]
    assert [cell.ties for cell in shown.big_road] == [cell["ties"] for cell in laid["big_road"]]
    assert shown.next.player.model_dump() == laid["next"]["P"]
    assert shown.next.banker.model_dump() == laid["next"]["B"]
    assert (shown.leading_ties, shown.tail) == (laid["leading_ties"], tail.value)


def test_roads_are_drawn_once_for_the_same_hands() -> None:
    roads, hands = ShoeRoads(), marks("P B B")
    first = roads.follow(1, hands)
    assert roads.follow(1, marks("P B B")) is first
    assert roads.follow(1, marks("P B P")) is not first
    assert len(roads.follow(2, marks("P")).bead_plate) == 1


def test_a_view_of_a_long_shoe_stays_small() -> None:
    text = " ".join(["P", "Bn", "B", "T", "Ppb", "B", "P", "B"] * 10)
    assert len(view_of(board(shoe=shoe(text))).model_dump_json()) < 48 * 1024


def test_shows_wagers_and_open_hands_until_the_table_is_held() -> None:
    hand = SeatHandView(seat=3, cards=(Card("As"),), doubled=0, ended="")
    view = view_of(board(wagers=(1, 3), hands=(hand,)))
    assert (view.places.wagers, view.lying.hands) == ((1, 3), (hand,))
    held = view_of(board(wagers=(1, 3), hands=(hand,), phase="held", hold=SECRET))
    assert (held.places.wagers, held.lying.hands) == ((), ())


def test_counts_naturals_from_the_hands_when_the_statistics_do_not() -> None:
    assert tallies(view_of(board(shoe=shoe("Pn B Bnb"))))["natural"] == (2, 67)
    counted = board(shoe=shoe("Pn B Bnb", counts={"natural": 7}))
    assert tallies(view_of(counted))["natural"][0] == 7


def test_shows_an_empty_shoe_as_nothing_of_nothing() -> None:
    assert set(tallies(view_of(board())).values()) == {(0, 0)}


@given(hands=st.integers(1, 300), data=st.data())
def test_percentages_are_the_nearest_whole_ones(hands: int, data: st.DataObject) -> None:
    count = data.draw(st.integers(0, hands))
    assert abs(percent(count, hands) - 100 * count / hands) <= 0.5


@pytest.mark.parametrize(
    ("phase", "changes", "state"),
    [
        ("waiting", {}, "waiting"),
        ("bank", {"offered": 3}, "bank-offered"),
        ("halted", {}, "no-bank"),
        ("betting", {"bets_open": True}, "place-bets"),
        ("betting", {}, "no-more-bets"),
        ("dealing", {}, "no-more-bets"),
        ("dealing", {"player": (Card("As"),)}, "dealing"),
        ("dealing", {"dice": (1, 2, 3)}, "dealing"),
        ("settling", {}, "paying"),
        ("held", {}, "held"),
    ],
)
def test_names_the_state_of_the_table(phase: str, changes: dict[str, Any], state: str) -> None:
    assert view_of(board(phase=phase, **changes)).state == state


def test_shows_live_cards_with_their_points_until_the_outcome_is_decided() -> None:
    cards = {"player": (Card("8s"), Card("Td"), Card("5h")), "banker": (Card("Kc"),)}
    live = view_of(board(phase="dealing", round=2, last=finished(1), **cards)).coup
    assert live is not None
    assert (live.winner, live.player_total, live.banker_total) == (None, 3, 0)
    decided = view_of(board(phase="settling", round=1, last=finished(1), **cards)).coup
    assert decided is not None
    assert (decided.winner, decided.banker_total) == ("banker", 7)


def test_keeps_the_last_result_while_the_next_bets_are_open() -> None:
    coup = view_of(betting(round=2, last=finished(1))).coup
    assert coup is not None
    assert (coup.round, coup.winner, coup.bonuses) == (1, "banker", ("dragon-7",))


def test_a_face_card_and_a_ten_count_nothing() -> None:
    assert baccarat_total((Card("Td"), Card("Ks"), Card("9c"))) == 9
    assert baccarat_total(()) == 0


def test_a_held_table_shows_nothing_of_the_round_in_play() -> None:
    drawn = {"player": (Card("8s"),), "banker": (Card("8h"),), "dice": (1, 2)}
    view = view_of(board(phase="held", hold=SECRET, bets_open=True, last=finished(1), **drawn))
    assert view.held
    assert (view.coup, view.dice, view.timer_s, view.places.button) == (None, (), None, None)


@given(
    phase=st.sampled_from(["waiting", "bank", "halted", "betting", "dealing", "settling", "held"]),
    hold=st.sampled_from([None, SECRET]),
)
def test_what_is_said_to_the_house_never_leaves(phase: str, hold: HoldView | None) -> None:
    assert "secret" not in view_of(board(phase=phase, hold=hold)).model_dump_json().lower()


def test_the_timer_is_only_shown_while_bets_are_open() -> None:
    assert view_of(betting()).timer_s == 20
    assert view_of(board(phase="dealing")).timer_s is None


def test_a_table_without_a_shoe_has_no_roads() -> None:
    view = view_of(board(family="pai-gow", shoe=None, dice=(3, 1, 5), deck_colour="blue"))
    assert (view.shoe, view.dice, view.deck_colour) == (None, (3, 1, 5), "blue")


def test_leading_ties_wait_for_the_first_won_hand() -> None:
    roads = ShoeRoads()
    waiting = roads.follow(1, marks("T T"))
    assert (waiting.leading_ties, waiting.big_road) == (2, ())
    assert roads.follow(1, marks("T T B")).big_road[0].ties == 2


HANDS = st.lists(st.sampled_from(["P", "B", "T", "Bn", "Pp", "Tb"]), max_size=40)


@given(steps=st.lists(st.tuples(st.integers(1, 2), HANDS), min_size=1, max_size=5))
def test_roads_followed_step_by_step_equal_roads_drawn_at_once(
    steps: list[tuple[int, list[str]]],
) -> None:
    followed = ShoeRoads()
    for number, codes in steps:
        hands = marks(" ".join(codes))
        followed.follow(number, hands[: len(hands) // 2])
        assert followed.follow(number, hands) == ShoeRoads().follow(number, hands)


def test_an_unreadable_hand_is_named_and_does_not_spoil_what_follows() -> None:
    roads = ShoeRoads()
    with pytest.raises(RoadsError, match=r"shoe 4, hand 2: 'X' is not an outcome"):
        roads.follow(4, marks("B X P"))
    assert roads.follow(4, marks("B P")) == ShoeRoads().follow(4, marks("B P"))


class Clock:
    """Time that moves when told to."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def hub(clock: Clock) -> Hub:
    return Hub(clock=clock)


def newest(hub: Hub) -> ViewMessage:
    message = hub.message(None)
    assert isinstance(message, ViewMessage)
    return message


def test_counts_the_age_from_the_last_sign_of_life(hub: Hub, clock: Clock) -> None:
    hub.take(board())
    clock.now += 2
    assert hub.age_ms == 2000
    hub.take(Beat(number=1, at_ms=0))
    assert hub.age_ms == 0


def test_a_heartbeat_without_any_board_is_not_data(hub: Hub, clock: Clock) -> None:
    clock.now += 5
    hub.take(Beat(number=1, at_ms=0))
    assert hub.message(None) == AgeMessage(page="", number=None, age_ms=5000)


def test_heartbeats_do_not_vouch_for_a_board_that_could_not_be_drawn(
    hub: Hub, clock: Clock
) -> None:
    hub.take(board())
    hub.take(board(number=2, shoe=shoe("X")))
    clock.now += 4
    hub.take(Beat(number=2, at_ms=0))
    assert (hub.age_ms, newest(hub).view.number) == (4000, 1)
    hub.take(board(number=3))
    assert hub.age_ms == 0


def test_the_timer_runs_on_from_what_the_table_said(hub: Hub, clock: Clock) -> None:
    hub.take(betting(number=2, timer_left_ms=13_000))
    clock.now += 7.5
    assert newest(hub).timer_left_ms == 5_500
    hub.take(betting(number=3, wagers=(1,), timer_left_ms=5_400))
    assert newest(hub).timer_left_ms == 5_400
    clock.now += 60
    assert newest(hub).timer_left_ms == 0


def test_the_tail_of_the_table_file_reaches_the_roads(clock: Clock) -> None:
    hub = Hub("page", clock, Tail.DROP)
    hub.take(board(shoe=shoe("P P")))
    shown = newest(hub).view.shoe
    assert shown is not None
    assert shown.roads.tail == "drop"


def test_without_a_timer_there_is_no_countdown(hub: Hub) -> None:
    hub.take(betting(timer_left_ms=5_000))
    hub.take(betting(number=2))
    assert newest(hub).timer_left_ms is None


def test_rings_only_when_the_picture_changes(hub: Hub) -> None:
    with hub.bell() as bell:
        hub.take(board())
        assert bell.is_set()
        bell.clear()
        hub.take(board())
        assert not bell.is_set()
    assert hub.clients == 0
