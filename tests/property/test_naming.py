"""Any keys while the table holds for something unread: nothing breaks, nothing is counted twice."""

from hypothesis import given, settings, strategies as st

from config.table import TABLES
from controller.facts.cards import RANKS, Card
from controller.facts.decisions import Decision, HoldReleased
from controller.facts.events import (
    EVENT,
    BankAccepted,
    BetsClosed,
    CardDrawn,
    CardUnreadable,
    CollectionTaken,
    CupOpened,
    CutCardDrawn,
    DiceUnreadable,
    Event,
    FloorCalled,
    KeyPressed,
    PileChosen,
    PilesDealt,
    RulingGiven,
    ShakeEnded,
    ShakeStarted,
    ShoeLoaded,
)
from controller.families.opening import closed_table, opening_event, rules_of
from controller.families.tables import load_table
from controller.table.advance import advance, fold
from controller.table.shoe import COPY_BITS
from controller.table.state import Rules, TableState
from controller.table.unread import CARD_KEYS, DEALER
from tests.property.keeping import assert_drawn_and_kept

SHOE = rules_of(load_table(TABLES / "emulated-cameras.toml"))
CUP = rules_of(load_table(TABLES / "emulated-cameras-dice.toml"))
DEALING: tuple[Event, ...] = (
    BankAccepted(),
    ShoeLoaded(decks=8),
    BetsClosed(),
    CollectionTaken(),
    CardUnreadable(reason="unread"),
)
THROWN: tuple[Event, ...] = (
    BankAccepted(),
    BetsClosed(),
    PilesDealt(),
    PileChosen(pile=3),
    CollectionTaken(),
    ShakeStarted(),
    ShakeEnded(),
    CupOpened(),
    DiceUnreadable(reason="cocked"),
)
FLOW: tuple[Event, ...] = (
    CardUnreadable(reason="unread"),
    CardUnreadable(reason="two-cards"),
    CardDrawn(card=Card("9h")),
    CutCardDrawn(),
    DiceUnreadable(reason="missing"),
    FloorCalled(),
    BetsClosed(),
    CollectionTaken(),
    RulingGiven(by="Ann", ruling="resume"),
    RulingGiven(by="Ann", ruling="void-round"),
)

small = settings(max_examples=60)
ranks = st.sampled_from((*RANKS, "Jo")).map(
    lambda rank: EVENT.validate_python({"kind": "card_turned", "rank": rank})
)
keys = st.builds(
    KeyPressed,
    key=st.sampled_from((*sorted(CARD_KEYS), "enter", "player")),
    is_long=st.sampled_from((False, False, False, True)),
)
events = st.lists(st.one_of(ranks, keys, keys, st.sampled_from(FLOW)), max_size=40)
starts = st.sampled_from([(SHOE, DEALING), (CUP, THROWN)])


def started(rules: Rules, start: tuple[Event, ...]) -> TableState:
    state, _ = advance(closed_table(rules), opening_event(rules))
    return fold(state, start)


@small
@given(starts, events)
def test_any_keys_during_a_hold_leave_a_table_that_can_be_drawn_and_kept(
    start: tuple[Rules, tuple[Event, ...]], played: list[Event]
) -> None:
    state = started(*start)
    assert state.hold is not None
    assert_drawn_and_kept(state, played)


@small
@given(events)
def test_no_more_faces_are_known_than_cards_came_out(played: list[Event]) -> None:
    state = fold(started(SHOE, DEALING), played)
    seen, faces = state.shoe.seen, 0
    while seen:
        faces += seen & (2**COPY_BITS - 1)
        seen >>= COPY_BITS
    assert 0 <= faces <= state.shoe.drawn


@small
@given(starts, st.lists(st.one_of(ranks, keys), max_size=20))
def test_keys_end_one_hold_at_most_once(
    start: tuple[Rules, tuple[Event, ...]], played: list[Event]
) -> None:
    state = started(*start)
    released: list[Decision] = []
    for event in played:
        state, decisions = advance(state, event)
        released += [d for d in decisions if isinstance(d, HoldReleased)]
        if state.hold is None:
            break
    assert len(released) == (state.hold is None)
    assert all(isinstance(end, HoldReleased) and end.by == DEALER for end in released)
