"""An emulated table played through the real core, as its feed and its record would tell it."""

from collections.abc import Callable
from random import Random

from config.game import Game
from config.table import TABLES, TableAndGame
from controller.bus.messages import Entry
from controller.daemon.entry_text import public_text
from controller.dealing.people import SeededPeople
from controller.facts.board import Board
from controller.facts.decisions import IrregularityFound
from controller.facts.events import Event
from controller.families.body import Hands
from controller.families.catalogue import load_game
from controller.families.dealer import dealer_of
from controller.families.opening import closed_table, opening_event, rules_of
from controller.families.tables import bare_table, load_table
from controller.record.row import Row, decision_row, event_row
from controller.simulate.hands import SeededFortune
from controller.table.advance import advance
from controller.table.board_of import board_of
from controller.table.secrecy import public_board
from controller.table.state import TableState

MOST_STEPS = 40_000
EVERY_MS = 2_000


def loaded_table(name: str) -> TableAndGame:
    """A shipped emulated table by its name, or a bare one of a game by the game's."""
    if "/" not in name:
        return load_table(TABLES / f"emulated-{name}.toml")
    game = load_game(name)
    return bare_table(game, game.seats.allowed[0])


class PlayedTable:
    """Plays one of the shipped tables, and keeps the rows everybody may have."""

    def __init__(self, name: str, seed: int = 1, began_ms: int = 1_700_000_000_000) -> None:
        self.loaded = loaded_table(name)
        self._rules = rules_of(self.loaded)
        self.game: Game = self._rules.game
        chance, decks = Random(seed), self.game.cards.decks[1]
        fortune = SeededFortune(chance, decks)
        people = SeededPeople(lambda _sight, _matter: chance, fortune.look)
        self._hands = Hands(dealer_of(self._rules, people, chance, decks), fortune, decks)
        self.began_ms = self._at_ms = began_ms
        self._rows: list[Row] = []
        self._state = closed_table(self._rules)
        self._opening = True
        # What was irregular, by its name.
        self.irregularities: list[str] = []

    @property
    def board(self) -> Board:
        """The picture everybody may have."""
        hides = self._rules.family.hides_cards(self.game)
        return public_board(board_of(self._state, len(self._rows)), hides)

    def step(self) -> Board:
        """Do the next thing the table expects."""
        event = opening_event(self._rules) if self._opening else self._hands.next_event(self._state)
        self._opening = False
        return self.do(event)

    def do(self, event: Event) -> Board:
        """Have something happen that the table does not wait for."""
        self._at_ms += EVERY_MS
        self._state, decisions = advance(self._state, event)
        found = [each.name for each in decisions if isinstance(each, IrregularityFound)]
        self.irregularities += found
        self._rows.append(event_row(self._at_ms, "table", event))
        self._rows += (decision_row(self._at_ms, "daemon", each) for each in decisions)
        return self.board

    @property
    def state(self) -> TableState:
        """The table as the daemon has it."""
        return self._state

    def until(self, wish: Callable[[Board], bool]) -> Board:
        """Play on until the table looks so."""
        for _ in range(MOST_STEPS):
            if wish(self.step()):
                return self.board
        raise AssertionError("the table never came to look so")

    def rounds(self, count: int) -> Board:
        """Play until so many rounds are over."""
        return self.until(lambda board: board.round > count)

    def history(self, after: int, limit: int = 500) -> tuple[Entry, ...]:
        """Rows after a number, as the scoreboard asks for them."""
        rows = enumerate(self._rows[after : after + limit], start=after + 1)
        return tuple(
            Entry.model_validate_json(public_text(row._replace(number=number)))
            for number, row in rows
        )
