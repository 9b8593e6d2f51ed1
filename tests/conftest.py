"""Tables to play on: the real rules of the shipped table files, one event after the other."""

import json
from collections.abc import Mapping
from dataclasses import replace
from functools import cache

import pytest

from config.game import Game
from config.table import TABLES
from controller.facts.decisions import Decision, IrregularityFound
from controller.facts.events import Event
from controller.families.baccarat.sections import Baccarat
from controller.families.catalogue import load_game, load_header
from controller.families.opening import closed_table, opening_event, rules_of
from controller.families.tables import bare_table, load_table
from controller.table.advance import advance
from controller.table.state import Decisions, Rules, TableState

# What some rule books do not give and their rooms must supply.
SUPPLIED: dict[str, dict[str, object]] = {
    "capitol/fast-nine": {"dice.count": 3},
    "capitol/fortune-pai-gow-poker": {"wagers.envy.fixed": {"four-of-a-kind": 5}},
    "capitol/pure-21.5": {
        "button.values": {rank: place for place, rank in enumerate("A23456789TJQK", start=1)}
    },
    "capitol/three-card-poker": {
        "button.values.J": 11,
        "button.values.Q": 12,
        "button.values.K": 13,
    },
}
# Many files ask every game for its family before a test runs: each header is read once.
header_of = cache(load_header)


class TablePlayer:
    """Plays events on an open table and remembers what was decided."""

    def __init__(self, rules: Rules) -> None:
        self.state: TableState = closed_table(rules)
        self.history: list[Decision] = []
        self.play(opening_event(rules))

    def play(self, *events: Event) -> Decisions:
        """Play events; returns what they decided."""
        decided: list[Decision] = []
        for event in events:
            self.state, decisions = advance(self.state, event)
            decided += decisions
        self.history += decided
        return tuple(decided)

    def irregularities(self, *events: Event) -> list[str]:
        """Play events; returns the irregularities they brought."""
        return [d.name for d in self.play(*events) if isinstance(d, IrregularityFound)]

    @property
    def expects(self) -> list[str]:
        """The kinds of event that may happen next."""
        return [wanted.event for wanted in self.state.expected]

    @property
    def held_for(self) -> str | None:
        """Why the table is on hold."""
        return self.state.hold.name if self.state.hold else None


def whole_game(game_id: str) -> Game:
    """Any game of the catalogue, with what its book misses."""
    return game_rules(game_id).game


def game_rules(
    game_id: str,
    seats: int | None = None,
    values: Mapping[str, object] | None = None,
    by_hand: bool = False,
) -> Rules:
    """The rules of any game of the catalogue at a bare table, the smallest one if none is given."""
    return _game_rules(
        game_id, seats, json.dumps(values or SUPPLIED.get(game_id, {}), sort_keys=True), by_hand
    )


@cache
def _game_rules(game_id: str, seats: int | None, values: str, by_hand: bool) -> Rules:
    """Rules are frozen: each is read once, and a thousand scenarios share them."""
    game = load_game(game_id, json.loads(values))
    if by_hand:
        assert isinstance(game, Baccarat)
        game = game.entered()
    rules = rules_of(bare_table(game, seats or game.seats.allowed[0]))
    return replace(rules, by_hand=by_hand)


def _rules(name: str) -> Rules:
    return rules_of(load_table(TABLES / f"emulated-{name}.toml"))


@pytest.fixture(scope="session")
def baccarat_rules() -> Rules:
    return _rules("baccarat")


@pytest.fixture(scope="session")
def three_card_rules() -> Rules:
    return _rules("three-card")


@pytest.fixture(scope="session")
def fortune_rules() -> Rules:
    return _rules("fortune")


@pytest.fixture
def baccarat(baccarat_rules: Rules) -> TablePlayer:
    return TablePlayer(baccarat_rules)


@pytest.fixture
def three_card(three_card_rules: Rules) -> TablePlayer:
    return TablePlayer(three_card_rules)


@pytest.fixture
def fortune(fortune_rules: Rules) -> TablePlayer:
    return TablePlayer(fortune_rules)
