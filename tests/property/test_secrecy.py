"""No card is on the public feed or board before it lies open, whatever happens at the table."""

import random
import re
from functools import cache

from hypothesis import given, settings, strategies as st

from controller.daemon.entry_text import entry_text, public_text
from controller.facts.board import Board
from controller.facts.cards import DECK, Card
from controller.facts.decisions import HandsDecided, OutcomeDecided
from controller.facts.events import (
    CardDrawn,
    CardUnreadable,
    Event,
    FloorCalled,
    HoleChecked,
    RulingGiven,
)
from controller.families.catalogue import game_ids
from controller.families.opening import closed_table, opening_event
from controller.record.row import decision_row, event_row
from controller.simulate.hands import SimulatedHands
from controller.table.advance import advance
from controller.table.board_of import board_of
from controller.table.secrecy import public_board
from controller.table.state import Decisions, TableState
from tests.unit.controller.simulate.test_every_game import rules_for

CARD = re.compile(rb'"([A23456789TJQK][cdhs]|Jo)"')
rules_of_game = cache(rules_for)
# Where a device reads cards; elsewhere no row can name one.
READ = tuple(g for g in game_ids() if "shoe" in rules_of_game(g).game.equipment)
HIDING = tuple(g for g in READ if rules_of_game(g).family.hides_cards(rules_of_game(g).game))


def test_the_games_that_deal_face_down_are_known() -> None:
    families = {rules_of_game(game).game.family for game in HIDING}
    assert families >= {"nine", "twenty-one"}


def named(text: bytes) -> set[str]:
    return {found.decode() for found in CARD.findall(text)}


def open_cards(board: Board) -> set[str]:
    """What lies face up, and the last coup, which was turned long ago."""
    hands = [card for hand in board.hands for card in hand.cards]
    last = (*board.last.player, *board.last.banker) if board.last else ()
    return {str(card) for card in (*board.player, *board.banker, *hands, *last)}


def told(decisions: Decisions) -> set[str]:
    """The cards of hands that are decided, which is done when all of them lie open."""
    found: set[Card] = set()
    for decision in decisions:
        if isinstance(decision, OutcomeDecided):
            found |= {*decision.player, *decision.banker}
        elif isinstance(decision, HandsDecided):
            found |= {*decision.bank, *(card for hand in decision.hands for card in hand.cards)}
    return {str(card) for card in found}


class WatchedTable:
    """Plays on, and looks at everything the public would be told of each step."""

    def __init__(self, game: str, seed: int) -> None:
        self._rules = rules_of_game(game)
        self._random = random.Random(seed)
        self._hands = SimulatedHands(seed, self._rules.game.cards.decks[1])
        self.state, _ = advance(closed_table(self._rules), opening_event(self._rules))
        self.drawn: list[str] = []
        self.guarded: list[str] = []

    def play(self, steps: int) -> None:
        for number in range(steps):
            self._take(self._next(), number)

    def _next(self) -> Event:
        if self.state.hold is not None:
            ruling = self._random.choice(["resume", "accept", "void-round", "use-card"])
            card = self._random.choice(DECK)
            return RulingGiven.model_validate({"by": "Ann", "ruling": ruling, "card": card})
        if self._random.random() < 0.05:
            odd = (CardDrawn(card=self._random.choice(DECK)), CardUnreadable(reason="boxed"))
            return self._random.choice((*odd, FloorCalled()))
        if self.state.expected[0].event == "card_drawn":
            return CardDrawn(card=self._random.choice(DECK))
        if self.state.expected[0].event == "hole_checked":
            return HoleChecked(is_natural=self._random.random() < 0.5)
        return self._hands.next_event(self.state)

    def _take(self, event: Event, number: int) -> None:
        before = self.state
        self.state, decisions = advance(before, event)
        rows = [event_row(0, "x", event), *(decision_row(0, "d", each) for each in decisions)]
        may = open_cards(self._board(self.state)) | told(decisions)
        for row in rows:
            assert named(public_text(row)) <= may, (event, row.body)
        if isinstance(event, CardDrawn):
            self.drawn.append(str(event.card))
            self.guarded += named(entry_text(rows[0]))
        board = self._public(self.state)
        assert named(board.model_dump_json().encode()) <= may | open_cards(board), (number, event)

    def _board(self, state: TableState) -> Board:
        return board_of(state, 1)

    def _public(self, state: TableState) -> Board:
        return public_board(self._board(state), True)


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(READ), st.integers(0, 10_000))
def test_nothing_face_down_is_told_before_it_is_turned(game: str, seed: int) -> None:
    table = WatchedTable(game, seed)
    table.play(120)


@settings(max_examples=10, deadline=None)
@given(st.sampled_from(HIDING), st.integers(0, 10_000))
def test_the_guarded_feed_has_every_card(game: str, seed: int) -> None:
    table = WatchedTable(game, seed)
    table.play(120)
    assert table.drawn
    assert table.guarded == table.drawn
