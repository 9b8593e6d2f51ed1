"""What holds for the core whatever happens at a table, sense and nonsense alike."""

import random
from collections.abc import Iterable, Sequence
from copy import deepcopy
from decimal import Decimal
from pathlib import Path
from types import UnionType
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

import pytest
from hypothesis import given, settings, strategies as st
from pydantic import BaseModel

from config.table import TABLES
from controller.daemon.checkpoint import freeze, thaw
from controller.facts.cards import DECK
from controller.facts.decisions import (
    DECISION,
    Expectation,
    FreeHandOpened,
    IrregularityFound,
    RoundOpened,
    RoundVoided,
    TableHeld,
)
from controller.facts.events import (
    EVENT,
    BankDeclined,
    CardDrawn,
    CardUnreadable,
    DeviceConnected,
    DeviceTestStarted,
    Event,
    KeyPressed,
    RulingGiven,
    SettingsChanged,
    TableOpened,
    TimerEnded,
)
from controller.facts.events.staff import StaffState
from controller.facts.orders import ORDER
from controller.facts.phrase import Phrase, phrase
from controller.facts.roles import ROLES
from controller.facts.tiles import Tile
from controller.families.opening import closed_table, opening_event, rules_of
from controller.families.tables import load_table
from controller.simulate.hands import SimulatedHands
from controller.table.advance import advance
from controller.table.board_of import board_of
from controller.table.orders_of import orders_of
from controller.table.state import Decisions, Hold, Rules, TableState

RULES = {
    name: rules_of(load_table(TABLES / f"emulated-{name}.toml"))
    for name in ("baccarat", "three-card", "fortune")
}
KINDS: tuple[type[BaseModel], ...] = get_args(get_args(Event)[0])
DEVICES = ("shoe-1", "pad-1", "lamps-1", "shuffler-1", "dice-cup-1")
small = settings(max_examples=150)

texts = st.text(st.characters(codec="utf-8"), max_size=500)
seats = st.integers(1, 8) | st.integers(1, 14)
dice = st.lists(st.integers(1, 6), min_size=1, max_size=5).map(tuple)
dollars = st.integers(0, 10_000).map(lambda cents: Decimal(cents) / 100)
NAMES = st.sampled_from(["a", "dealer", "action-14"])
REASONS = st.sampled_from(
    [
        phrase("lost-silent", seconds=4),
        phrase("lost-before"),
        phrase("unheard-of", ports=("a", "b")),
    ]
)
staff = st.builds(StaffState, role=st.sampled_from(ROLES), is_locked=st.booleans())
# Fields whose values matter to a table get ones it can meet; all others anything their type allows.
FIELDS: dict[str, st.SearchStrategy[Any]] = {
    "device": st.sampled_from(DEVICES),
    "device_kind": st.sampled_from(["shoe", "lamps"]),
    "by": st.sampled_from(["Ann Lee", "x" * 80]),
    "person": st.sampled_from(["Ann Lee", "x" * 80]),
    "before": staff,
    "after": staff,
    "owner": st.sampled_from(["Bo", "x" * 80]),
    "amount": dollars,
    "less": dollars,
    "stake": dollars,
    "round": st.integers(1, 6),
    "dice": dice,
    "seat": seats,
    "bank": seats,
    "action": seats,
    "decks": st.integers(1, 8),
    "stack": st.integers(1, 4) | st.integers(1, 60),
    "pile": st.integers(1, 8),
    "cards": st.lists(st.sampled_from(DECK), max_size=13).map(tuple),
    "tiles": st.lists(st.sampled_from(Tile), max_size=4).map(tuple),
    "count": st.sampled_from([3, 40, 52]) | st.integers(0, 1000),
    "key": st.sampled_from(["enter", "undo", "new-shoe-8", "banker", "dealer"]),
    "mark": st.sampled_from(["P", "Bn", "Tpb"]),
    "to": st.sampled_from(["P", "Bn", "Tpb", "X"]),
    "bonuses": st.sampled_from([(), ("dragon-7",), ("unheard-of",)]),
    "page": st.sampled_from(["", "a1b2c3"]),
    "paint_ms": st.floats(0, 600_000),
}


def _values(name: str, hint: Any) -> st.SearchStrategy[Any]:
    options = [option for option in get_args(hint) if option is not type(None)]
    if get_origin(hint) in (UnionType, Union) and len(options) == 1:
        return st.none() | _values(name, options[0])
    is_text = hint is str or (get_origin(hint) is Annotated and options[0] is str)
    # What a person was and is; of a directive it is text.
    is_free = hint is str or (is_text and name in ("before", "after"))
    if name in FIELDS and not is_free:
        return FIELDS[name]
    if is_text and hint is not str:
        return NAMES if getattr(options[1], "pattern", None) else texts
    if get_origin(hint) is Annotated and options[0] is int:
        limits = {type(limit).__name__: limit for limit in options[1].metadata}
        most = (
            limits["Le"].le if "Le" in limits else limits["Lt"].lt - 1 if "Lt" in limits else None
        )
        return st.integers(limits["Ge"].ge, most)
    if Phrase in options:
        return texts | REASONS
    return texts if hint is str else st.from_type(hint)


def _events_of(kind: type[BaseModel]) -> st.SearchStrategy[Event]:
    hints = get_type_hints(kind, include_extras=True)
    strategies = {name: _values(name, hints[name]) for name in kind.model_fields if name != "kind"}
    return st.builds(kind, **strategies)  # type: ignore[arg-type]


nonsense = st.one_of(
    [_events_of(kind) for kind in KINDS if kind not in (TableOpened, SettingsChanged)]
)
rulings = _events_of(RulingGiven)
# A number plays so many sensible events, an event happens as it is.
runs = st.integers(5, 60)
moves = st.lists(st.one_of(runs, runs, nonsense, rulings), min_size=6, max_size=16)


class Story:
    """A table played through moves, with every state and decision on the way."""

    def __init__(self, table: str, script: Iterable[int | Event], seed: int) -> None:
        rules = RULES[table]
        self.state, self.decisions = advance(closed_table(rules), opening_event(rules))
        self.events: list[Event] = []
        self.steps: list[tuple[TableState, Event, TableState, Decisions]] = []
        self._hands, self._random = (
            SimulatedHands(seed, rules.game.cards.decks[1]),
            random.Random(seed),
        )
        for move in script:
            if isinstance(move, int):
                for _ in range(move):
                    self._take(self._sensible())
            else:
                self._take(move)

    def _sensible(self) -> Event:
        if self.state.hold is not None:
            return self._release(self.state.hold)
        if self.state.expected[0].event == "card_drawn":
            return CardDrawn(card=self._random.choice(DECK))
        return self._hands.next_event(self.state)

    def _release(self, hold: Hold) -> Event:
        cause, _, device = hold.released_by.partition(":")
        if cause == "device_connected":
            return DeviceConnected(device=device, device_kind="shoe")
        ruling = self._random.choice(["resume", "accept", "void-round"])
        return RulingGiven.model_validate({"by": "Ann Lee", "ruling": ruling})

    def _take(self, event: Event) -> None:
        after, decided = advance(self.state, event)
        self.events.append(event)
        self.steps.append((self.state, event, after, decided))
        self.state = after
        self.decisions += decided


stories = st.builds(Story, st.sampled_from(list(RULES)), moves, st.integers(0, 1000))


def as_json(decisions: Sequence[Any]) -> bytes:
    return b"\n".join(DECISION.dump_json(decision) for decision in decisions)


def replayed(rules: Rules, events: Iterable[Event]) -> tuple[TableState, bytes]:
    state, decisions = advance(closed_table(rules), opening_event(rules))
    for event in events:
        state, decided = advance(state, event)
        decisions += decided
    return state, as_json(decisions)


@small
@given(stories, nonsense)
def test_advance_never_changes_the_state_it_is_given(story: Story, event: Event) -> None:
    for before, played, _after, _decided in [*story.steps, (story.state, event, None, ())]:
        rules, before.rules = before.rules, None  # type: ignore[assignment]
        try:
            copy = deepcopy(before)
        finally:
            before.rules = rules
        copy.rules = rules
        advance(before, played)
        assert before == copy


@small
@given(stories)
def test_the_same_events_give_the_same_decisions_byte_by_byte(story: Story) -> None:
    state, decisions = replayed(story.state.rules, story.events)
    assert decisions == as_json(story.decisions)
    assert state == story.state


@small
@given(stories)
def test_events_that_went_through_the_record_give_the_same_decisions(story: Story) -> None:
    recorded = [EVENT.validate_json(EVENT.dump_json(event)) for event in story.events]
    assert recorded == story.events
    assert replayed(story.state.rules, recorded)[1] == as_json(story.decisions)


@small
@given(stories)
def test_every_decision_order_and_board_survives_json(story: Story) -> None:
    for decision in story.decisions:
        assert DECISION.validate_json(DECISION.dump_json(decision)) == decision
    for _before, _event, after, _decided in story.steps:
        board = board_of(after, 1)
        assert type(board).model_validate_json(board.model_dump_json()) == board
        for order in orders_of(after).values():
            assert ORDER.validate_json(ORDER.dump_json(order)) == order


@given(nonsense)
def test_every_event_survives_json(event: Event) -> None:
    assert EVENT.validate_json(EVENT.dump_json(event)) == event


@small
@given(stories, moves)
def test_a_thawed_state_equals_the_frozen_one_and_goes_on_alike(
    story: Story, more: list[int | Event]
) -> None:
    events = [move for move in more if not isinstance(move, int)]
    state, thawed = story.state, thaw(story.state.rules, freeze(story.state))
    assert thawed == state
    for event in events:
        state, decided = advance(state, event)
        thawed, also_decided = advance(thawed, event)
        assert also_decided == decided
        assert thawed == state


@small
@given(stories)
def test_the_shoes_account_counts_every_card_that_left_it(story: Story) -> None:
    """A card that waits in a hold is not yet in the account."""
    left = 0
    number = story.steps[0][0].shoe.number if story.steps else 0
    for before, event, after, _decided in story.steps:
        if after.shoe.number != number:
            number, left = after.shoe.number, 0
        waiting = [len(_cards(state)) for state in (before, after)]
        left += isinstance(event, CardDrawn | CardUnreadable) + waiting[0] - waiting[1]
        if after.shoe.number == before.shoe.number:
            assert after.shoe.drawn == left
        left = after.shoe.drawn


def _cards(state: TableState) -> list[Event]:
    waiting = state.hold.waiting if state.hold else ()
    return [event for event in waiting if isinstance(event, CardDrawn | CardUnreadable)]


def _place(state: TableState) -> tuple[int, int, tuple[str, ...]] | None:
    current = state.round
    return (current.number, current.group, current.open_steps) if current else None


@small
@given(stories)
def test_an_event_that_is_not_expected_never_moves_the_round_on(story: Story) -> None:
    """Beside what is announced: a timer, a bank that gives up its hand, a key, a free hand."""
    for before, event, after, _decided in story.steps:
        announced = {wanted.event for wanted in before.expected}
        silent = isinstance(event, TimerEnded | BankDeclined | KeyPressed)
        silent |= isinstance(event, RulingGiven) and event.ruling == "free-hand"
        releases = before.hold is not None and event.kind in (
            "device_connected",
            "device_test_ended",
            "shuffler_cleared",
        )
        if event.kind not in announced and not silent and not releases:
            assert _place(after) == _place(before)


@small
@given(stories)
def test_an_irregular_event_that_holds_leaves_the_round_where_it_was(story: Story) -> None:
    for before, event, after, decided in story.steps:
        if before.hold is None and any(isinstance(d, TableHeld) for d in decided):
            assert _place(after) == _place(before)
            is_tried = isinstance(event, DeviceTestStarted)
            assert is_tried or any(isinstance(d, IrregularityFound) for d in decided)


@small
@given(stories)
def test_round_numbers_rise_by_one_and_a_voided_number_is_not_used_again(story: Story) -> None:
    opened = [d.round for d in story.decisions if isinstance(d, RoundOpened | FreeHandOpened)]
    # A free hand takes the number of a round in which nobody has bet, and the round the next.
    numbers = sorted(set(opened))
    assert opened == sorted(opened)
    assert numbers == list(range(1, len(numbers) + 1))
    voided = [d.round for d in story.decisions if isinstance(d, RoundVoided)]
    assert len(voided) == len(set(voided))


@small
@given(stories)
def test_what_is_announced_is_what_the_state_expects(story: Story) -> None:
    announced: tuple[Expectation, ...] = ()
    for decision in story.decisions:
        if decision.kind == "expectation_set":
            announced = decision.expected
    assert announced == story.state.expected


@pytest.mark.parametrize("name", RULES)
def test_the_strategies_reach_rounds_holds_and_settlements(name: str) -> None:
    story = Story(name, [60], seed=1)
    kinds = {decision.kind for decision in story.decisions}
    assert {"round_opened", "round_closed", "settlement_ordered", "button_placed"} <= kinds


def test_these_properties_run_on_the_shipped_tables() -> None:
    assert {Path(file).stem for file in TABLES.glob("*.toml")} >= {f"emulated-{n}" for n in RULES}
