"""People at the simulated table: a house dealer who does what is due, a floor who rules."""

from random import Random
from typing import Final

from controller.dealing.people import SeededPeople, Sight
from controller.facts.board import Board
from controller.facts.cards import RANKS
from controller.facts.decisions import Expectation
from controller.facts.events import RulingGiven
from controller.families.dealer import dealer_of
from controller.storm.bus import Bus
from controller.storm.devices import Pad, Shoe
from controller.storm.timeline import Timeline
from controller.table.state import Rules
from drivers.emulate.keys import key_of
from drivers.emulate.unread import card_keys

FLOOR: Final = "storm floor"
GLANCE_S: Final = (0.3, 1.2)
WALK_S: Final = (2.0, 6.0)
# How long a dealer waits for what was done to be shown before the floor is called.
PATIENCE_S: Final = 40.0
# These end by themselves; a person who rules on them would hide that they do not.
BY_ITSELF: Final = frozenset({"device-lost", "daemon-restarted", "shuffler-jam"})


class HouseDealer:
    """Looks at the newest board, and does the next thing it expects."""

    def __init__(
        self,
        timeline: Timeline,
        bus: Bus,
        shoe: Shoe,
        pad: Pad,
        rules: Rules,
        decks: int,
        pace: float = 1.0,
    ) -> None:
        self._timeline = timeline
        self._bus = bus
        self._shoe = shoe
        self._pad = pad
        self._pace = pace
        self._chance = Random(f"{timeline.chance.random()}/people")
        people = SeededPeople(lambda _sight, _matter: self._chance, self._look)
        self._policy = dealer_of(rules, people, self._chance, decks)
        self._decks = decks
        self._keys: list[tuple[str, bool]] = []
        self._acted_at = 0.0
        self._idle_since = 0.0
        self._last_number = 0
        timeline.after(1.0, self._turn)

    def _turn(self) -> None:
        self._timeline.after(self._pace * self._chance.uniform(*GLANCE_S), self._turn)
        board = self._bus.board
        if board is None:
            return
        if board.number != self._last_number:
            self._last_number, self._idle_since = board.number, self._timeline.now
        is_told = self._pad.is_settled and self._shoe.is_settled
        if is_told and self._bus.board_at > self._acted_at:
            self._act(board)
        elif self._timeline.now - self._idle_since > PATIENCE_S and self._pad.is_settled:
            self._idle_since = self._timeline.now
            self._press("floor")

    def _act(self, board: Board) -> None:
        if board.hold is not None:
            self._keys.clear()
            self._name_card(board)
        elif self._keys:
            self._press(*self._keys.pop(0))
        elif self._is_behind(board):
            # A card lies there that the board does not know of: nobody deals on.
            self._timeline.saw("dealer-waited-for-a-card")
            self._end_waiting(board)
        else:
            self._do(board)

    def _end_waiting(self, board: Board) -> None:
        """A count that stays wrong ends with another shoe, which takes a round without cards."""
        if self._timeline.now - self._idle_since < PATIENCE_S:
            return
        self._idle_since = self._timeline.now
        if board.bets_open:
            self._load()
        else:
            self._press("floor")

    def _is_behind(self, board: Board) -> bool:
        is_ended = any(wanted.event == "shoe_loaded" for wanted in board.expected)
        if is_ended or board.shoe is None:
            return False
        return board.shoe.cards_left != self._shoe.left

    def _do(self, board: Board) -> None:
        act = self._policy.act(_sight_of(board))
        if isinstance(act, tuple):
            self._keys = [key_of(event) for event in act]
            return
        if act is None:
            return
        if act.event == "shoe_loaded" or (act.event == "card_drawn" and not self._shoe.left):
            self._load()
        elif act.event == "card_drawn":
            self._acted_at = self._timeline.now
            self._shoe.draw()

    def _load(self) -> None:
        self._acted_at = self._timeline.now
        self._shoe.load(self._decks)

    def _press(self, key: str, is_long: bool = False) -> None:
        self._acted_at = self._timeline.now
        self._pad.press(key, is_long)

    def _name_card(self, board: Board) -> None:
        """The card that the hold is for lies at the place up to which the record counts."""
        hold, left = board.hold, board.shoe.cards_left if board.shoe else None
        if hold is None or hold.naming != "card" or hold.refused or left is None:
            return
        place = self._decks * 52 - left
        if not 0 < place <= len(self._shoe.history):
            return
        keys = card_keys(str(self._shoe.history[place - 1]))
        self._timeline.saw("card-named-on-the-pad")
        self._press(keys[len(hold.named)] if len(hold.named) < len(keys) else "undo")

    def _look(self, _sight: Sight, _wanted: Expectation) -> str:
        return self._chance.choice(RANKS)


class Floor:
    """Comes to every hold that does not end by itself, and rules."""

    def __init__(self, timeline: Timeline, bus: Bus) -> None:
        self._timeline = timeline
        self._bus = bus
        self._chance = Random(f"{timeline.chance.random()}/floor")
        self._held = ""
        self._looks = 0
        timeline.after(3.0, self._turn)

    def _turn(self) -> None:
        self._timeline.after(self._chance.uniform(*WALK_S), self._turn)
        board = self._bus.board
        hold = board.hold if board else None
        if hold is None:
            self._held, self._looks = "", 0
            return
        self._looks = self._looks + 1 if hold.name == self._held else 1
        self._held = hold.name
        is_named = hold.naming and not hold.refused and self._looks < 8
        if hold.name in BY_ITSELF or is_named or self._looks < 2:
            return
        is_idle = board is not None and (board.offered is not None or board.shoe is None)
        # A void round leaves nothing to be wrong about; without a round there is none to void.
        ruling = "resume" if is_idle or self._looks % 8 == 7 else "void-round"
        self._timeline.saw(f"ruling:{ruling}")
        self.rule(ruling)

    def rule(self, ruling: str) -> None:
        """Give a ruling at the desk."""
        given = RulingGiven.model_validate({"by": FLOOR, "ruling": ruling})
        self._bus.submit(FLOOR, given)


def _sight_of(board: Board) -> Sight:
    keyed = board.entry.winner if board.entry else ""
    return Sight(board.expected, board.round, board.seats, board.bank, lambda: board.banker, keyed)
