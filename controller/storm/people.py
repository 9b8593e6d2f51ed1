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
from controller.storm.devices import Shoe
from controller.storm.equipment import Equipment
from controller.storm.shifts import Shifts
from controller.storm.timeline import Timeline
from controller.table.state import Rules
from drivers.emulate.keys import key_of
from drivers.emulate.unread import card_keys

FLOOR: Final = "storm floor"
GLANCE_S: Final = (0.3, 1.2)
WALK_S: Final = (2.0, 6.0)
# How long a dealer waits for what was done to be shown before the floor is called.
PATIENCE_S: Final = 40.0
# How long the same may be due, whatever the dealer does for it.
VAIN_S: Final = 120.0
# These end by themselves; a person who rules on them would hide that they do not.
BY_ITSELF: Final = frozenset({"device-lost", "daemon-restarted", "shuffler-jam"})


class HouseDealer:
    """Looks at the newest board, and does the next thing it expects."""

    def __init__(
        self,
        timeline: Timeline,
        bus: Bus,
        equipment: Equipment,
        rules: Rules,
        patience: float = 1.0,
        dark: float = 0.0,
    ) -> None:
        self._timeline = timeline
        self._bus = bus
        self._equipment = equipment
        self._patience = patience
        self._chance = Random(f"{timeline.chance.random()}/people")
        people = SeededPeople(lambda _sight, _matter: self._chance, self._look)
        self._policy = dealer_of(rules, people, self._chance, equipment.decks)
        self._shifts = Shifts(Random(f"{self._chance.random()}/shifts"), dark)
        self._is_away = self._is_count_doubted = False
        self._keys: list[tuple[str, bool]] = []
        self._stack: tuple[str, ...] = ()
        self._acted_at = 0.0
        self._idle_since = self._due_since = 0.0
        self._last_number = 0
        self._due: object = None
        timeline.after(1.0, self._turn)

    def _turn(self) -> None:
        away_s = self._shifts.left_s(self._timeline.time) if self._is_away else 0.0
        glance_s = self._patience * self._chance.uniform(*GLANCE_S)
        self._timeline.after(max(away_s, glance_s), self._turn)
        board = self._bus.board
        if board is None or self._is_off(board):
            return
        self._follow(board)
        if self._equipment.is_settled and self._bus.board_at > self._acted_at:
            self._act(board)
        # What a machine lost with its power comes no more: whoever waits for it calls somebody.
        if self._is_patient_no_more() and self._equipment.pad.is_settled and board.hold is None:
            self._idle_since = self._due_since = self._timeline.time
            self._press("floor")

    def _follow(self, board: Board) -> None:
        if board.number != self._last_number:
            self._last_number, self._idle_since = board.number, self._timeline.time
        due = board.round, board.expected
        if due != self._due:
            self._due, self._due_since = due, self._timeline.time

    def hurry(self) -> None:
        """Stay, and play as fast as can be: nothing is learned from waiting any more."""
        self._shifts.stay()
        self._patience = 1.0
        if self._is_away:
            self._turn()

    def _is_off(self, board: Board) -> bool:
        """A dealer goes before the first card of a round, and leaves no hold behind."""
        is_dark = self._shifts.is_dark(self._timeline.time)
        if self._is_away and not is_dark:
            self._is_away = False
            self._idle_since = self._due_since = self._timeline.time
        elif is_dark and not self._is_away and board.bets_open and board.hold is None:
            self._is_away = True
            self._timeline.saw("table-went-dark")
        return self._is_away

    def _is_patient_no_more(self) -> bool:
        now = self._timeline.time
        return now - self._idle_since > PATIENCE_S or now - self._due_since > VAIN_S

    def _act(self, board: Board) -> None:
        if board.hold is not None:
            self._keys.clear()
            self._name(board)
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
        shoe, is_over = self._equipment.shoe, self._is_patient_no_more()
        if is_over:
            self._idle_since = self._due_since = self._timeline.time
        if board.bets_open and shoe is not None and (is_over or self._is_count_doubted):
            self._is_count_doubted = False
            self._load(shoe)
        elif is_over:
            # Betting may be shorter than patience: the next round begins with another shoe.
            self._is_count_doubted = True
            self._press("floor")

    def _is_behind(self, board: Board) -> bool:
        shoe = self._equipment.shoe
        is_ended = any(wanted.event == "shoe_loaded" for wanted in board.expected)
        if shoe is None or is_ended or board.shoe is None or board.shoe.cards_left is None:
            return False
        return board.shoe.cards_left != shoe.left

    def _do(self, board: Board) -> None:
        shuffler, cup = self._equipment.shuffler, self._equipment.cup
        if shuffler is not None and shuffler.tray is not None:
            self._touch()
            self._stack = shuffler.take()
            return
        act = self._policy.act(_sight_of(board))
        if isinstance(act, tuple):
            self._keys = [key_of(event) for event in act]
            return
        if act is None:
            return
        if cup is not None and cup.is_open and act.event != "dice_read":
            self._touch()
            cup.close()
        else:
            self._handle(board, act)

    def _handle(self, board: Board, act: Expectation) -> None:
        """Do something with a device, which tells of it."""
        shoe, shuffler, cup = self._equipment.shoe, self._equipment.shuffler, self._equipment.cup
        match act.event:
            case "shoe_loaded" if shoe is not None:
                self._load(shoe)
            case "card_drawn" if shoe is not None and shoe.left:
                self._touch()
                shoe.draw()
            case "card_drawn" if shoe is not None:
                self._load(shoe)
            case "stack_dispensed" if shuffler is not None and not shuffler.has_deck:
                self._touch()
                shuffler.load(board.deck_colour or "red")
            case "shake_started" if cup is not None:
                self._touch()
                cup.shake()
            case "cup_opened" if cup is not None:
                self._touch()
                cup.open()

    def _load(self, shoe: Shoe) -> None:
        self._touch()
        shoe.load(self._equipment.decks)

    def _press(self, key: str, is_long: bool = False) -> None:
        self._touch()
        self._equipment.pad.press(key, is_long)

    def _touch(self) -> None:
        self._acted_at = self._timeline.time

    def _name(self, board: Board) -> None:
        """Name on the pad what the hold is for: the card or the dice that lie there."""
        hold = board.hold
        if hold is None or hold.refused:
            return
        keys = self._card(board) if hold.naming == "card" else self._dice(hold.naming)
        if keys:
            self._timeline.saw(f"{hold.naming}-named-on-the-pad")
            is_begun = hold.named == _names_of(keys, hold.naming)[: len(hold.named)]
            more = keys[len(hold.named) :] if is_begun else []
            self._press(more[0] if more else "undo")

    def _card(self, board: Board) -> list[str]:
        """The card that the hold is for lies at the place up to which the record counts."""
        shoe, left = self._equipment.shoe, board.shoe.cards_left if board.shoe else None
        if shoe is None or left is None:
            return []
        place = shoe.held - left
        return card_keys(str(shoe.history[place - 1])) if 0 < place <= len(shoe.history) else []

    def _dice(self, naming: str | None) -> list[str]:
        cup = self._equipment.cup
        if cup is None or naming != "dice":
            return []
        return [f"rank-{RANKS[pips - 1]}" for pips in cup.dice]

    def _look(self, _sight: Sight, wanted: Expectation) -> str:
        """The hole card was the last of the deal, and the bank's stack is the last one."""
        shoe = self._equipment.shoe
        if wanted.event == "hole_checked" and shoe is not None and shoe.history:
            return str(shoe.history[-1])
        if self._stack:
            return self._stack[1 if wanted.code == "turn-bank-enter-second" else -1]
        return self._chance.choice(RANKS)


class Floor:
    """Comes to every hold that does not end by itself, and rules."""

    def __init__(self, timeline: Timeline, bus: Bus, has_shoe: bool) -> None:
        self._timeline = timeline
        self._bus = bus
        self._has_shoe = has_shoe
        self._chance = Random(f"{timeline.chance.random()}/floor")
        self._held = ""
        self._looks = 0
        self._is_coming = False
        bus.on_show = self._see

    def _see(self, board: Board) -> None:
        """A hold is shown: somebody comes, and looks again until it is over."""
        if board.hold is not None and not self._is_coming:
            self._is_coming = True
            self._timeline.after(self._chance.uniform(*WALK_S), self._turn)

    def _turn(self) -> None:
        self._is_coming = False
        board = self._bus.board
        hold = board.hold if board else None
        if board is None or hold is None:
            self._held, self._looks = "", 0
            return
        self._see(board)
        self._looks = self._looks + 1 if hold.name == self._held else 1
        self._held = hold.name
        is_named = hold.naming and not hold.refused and self._looks < 8
        if hold.name in BY_ITSELF or is_named or self._looks < 2:
            return
        is_empty = self._has_shoe and board is not None and board.shoe is None
        is_idle = is_empty or (board is not None and board.offered is not None)
        # A void round leaves nothing to be wrong about; without a round there is none to void.
        ruling = "resume" if is_idle or self._looks % 8 == 7 else "void-round"
        self._timeline.saw(f"ruling:{ruling}")
        self.rule(ruling)

    def rule(self, ruling: str) -> None:
        """Give a ruling at the desk."""
        given = RulingGiven.model_validate({"by": FLOOR, "ruling": ruling})
        self._bus.submit(FLOOR, given)


def _names_of(keys: list[str], naming: str | None) -> tuple[str, ...]:
    """What the pad shows for these keys while they are pressed: a rank, or pips."""
    ranks = [key.removeprefix("rank-") for key in keys]
    return tuple("1" if naming == "dice" and rank == RANKS[0] else rank for rank in ranks)


def _sight_of(board: Board) -> Sight:
    keyed = board.entry.winner if board.entry else ""
    return Sight(board.expected, board.round, board.seats, board.bank, lambda: board.banker, keyed)
