"""Results by hand under any fingers: nothing breaks the table, undo is exact, replay agrees."""

from hypothesis import given, settings, strategies as st

from config.table import TABLES
from controller.facts.decisions import OutcomeDecided
from controller.facts.events import (
    EVENT,
    BankAccepted,
    BankDeclined,
    BetsClosed,
    CardTurned,
    CollectionTaken,
    Event,
    FloorCalled,
    KeyPressed,
    RoundSettled,
    RulingGiven,
    ShoeLoaded,
    WagerPlaced,
)
from controller.families.baccarat.possible_results import Kind, possible_kinds
from controller.families.baccarat.shoe_hands import all_hands
from controller.families.opening import closed_table, opening_event, rules_of
from controller.families.tables import load_table
from controller.roads.report import parse_outcome
from controller.roads.roads import Roads
from controller.table.advance import advance, fold
from controller.table.board_of import board_of
from controller.table.state import TableState
from tests.property.keeping import assert_drawn_and_kept

RULES = rules_of(load_table(TABLES / "emulated-by-hand.toml"))
KEYS = (
    "player",
    "banker",
    "tie",
    "player-pair",
    "banker-pair",
    "natural",
    "bonus",
    "enter",
    "undo",
)
FLOW: tuple[Event, ...] = (
    BankAccepted(),
    BankDeclined(),
    BetsClosed(),
    CollectionTaken(),
    RoundSettled(),
    WagerPlaced(seat=4),
    CardTurned(rank="7"),
    ShoeLoaded(decks=8),
    ShoeLoaded(decks=1),
    FloorCalled(),
    RulingGiven(by="Ann", ruling="resume"),
    RulingGiven(by="Ann", ruling="void-round"),
    RulingGiven(by="Ann", ruling="undo-hand"),
    RulingGiven(by="Ann", ruling="free-hand"),
    RulingGiven(by="Ann", ruling="correct-hand", hand=1, to="Bnb"),
    RulingGiven(by="Ann", ruling="correct-hand", hand=2, to="P", bonuses=("panda-8",)),
)

small = settings(max_examples=100)
key_presses = st.builds(
    KeyPressed,
    key=st.sampled_from((*KEYS, "enter", "enter", "new-shoe-8", "unheard-of")),
    is_long=st.sampled_from((False, False, False, True)),
    at_ms=st.none() | st.integers(0, 20_000),
)
events = st.lists(st.one_of(key_presses, key_presses, st.sampled_from(FLOW)), max_size=60)


def opened() -> TableState:
    state, _ = advance(closed_table(RULES), opening_event(RULES))
    return fold(state, [ShoeLoaded(decks=8), BankAccepted()])


def keys(*names: str) -> list[KeyPressed]:
    return [KeyPressed(key=name, is_long=False) for name in names]


@small
@given(events)
def test_any_fingers_leave_a_table_that_can_be_drawn_and_kept(played: list[Event]) -> None:
    assert_drawn_and_kept(opened(), played)


@small
@given(events)
def test_every_hand_on_the_road_is_one_the_game_can_bring(played: list[Event]) -> None:
    state = fold(opened(), played)
    possible = possible_kinds(RULES)
    for hand in all_hands(state):
        kind = Kind(hand.winner, "n" in hand.mark, hand.bonuses)
        assert not hand.bonuses or kind in possible
    Roads(outcomes=[parse_outcome(hand.mark) for hand in all_hands(state)])
    shoe = board_of(state, 1).shoe
    assert shoe is not None
    won = (shoe.statistics.counts[name] for name in ("player", "banker", "tie"))
    assert sum(won) == len(all_hands(state)) == shoe.statistics.hands


@small
@given(events)
def test_the_same_events_decide_the_same_again(played: list[Event]) -> None:
    texts = [EVENT.dump_json(event) for event in played]
    state, again = opened(), opened()
    for event, text in zip(played, texts, strict=True):
        state, decisions = advance(state, event)
        again, repeated = advance(again, EVENT.validate_json(text))
        assert repeated == decisions
    assert again == state == fold(opened(), played)


@small
@given(events, st.sampled_from(("player", "banker", "tie")), st.booleans())
def test_undo_after_a_commit_is_as_before_it(
    played: list[Event], winner: str, is_long: bool
) -> None:
    state = fold(opened(), [*played, *keys("undo")])
    before = fold(state, [])
    after, decisions = advance(fold(state, keys(winner)), KeyPressed(key="enter", is_long=is_long))
    if any(isinstance(decision, OutcomeDecided) for decision in decisions):
        undone = fold(after, keys("undo"))
        # What was taken back is remembered, so that the floor can put it back.
        assert undone.shoe._replace(taken=before.shoe.taken) == before.shoe
        assert (undone.bank, undone.rounds, undone.expected) == (
            before.bank,
            before.rounds,
            before.expected,
        )
        assert undone.round == before.round or before.round is None
