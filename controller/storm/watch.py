"""The watch over a record: every row as it is told, against the rules and against the truth."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Final

from controller.facts.cards import Card
from controller.facts.decisions import (
    ButtonPlaced,
    Decision,
    OutcomeDecided,
    TableHeld,
)
from controller.facts.events import DriverFellSilent, Event, TableOpened
from controller.families.baccarat.coup import Coup
from controller.families.opening import closed_table
from controller.record.journal import Journal
from controller.record.row import Row, decision_of, event_of
from controller.storm.devices import Device, Shoe
from controller.storm.promise import BrokenPromiseError
from controller.storm.timeline import Timeline
from controller.table.advance import advance
from controller.table.settings_in_force import with_settings
from controller.table.state import Rules, TableState

# Follows from the state after an event; a record need not repeat it.
DERIVED: Final = frozenset({"expectation_set"})

# Cards of a next round that the same event may have dealt.
MOST_LATER: Final = 7
# The table whose button is counted by hand; other games count in other ways.
COUNTED: Final = "emulated-baccarat"
TOLD: Final = b'{"kind":"entry","number":'


class Watch:
    """Follows the record with rules of its own; the first row that does not fit ends the run."""

    def __init__(self, timeline: Timeline, rules: Rules, devices: Mapping[str, Device]) -> None:
        self._timeline = timeline
        self._devices = devices
        self._events: list[Event] = []
        self._due: list[Decision] = []
        self._last: dict[tuple[str, int], int] = {}
        self.state: TableState = closed_table(rules)
        self.number = self._told = 0
        # The last row before the newest commit.
        self.commit_before = 0
        self.rounds = 0
        self.condemned: list[str] = []

    @property
    def _is_baccarat(self) -> bool:
        """The cards of a coup are compared here with those that left the shoe."""
        return self.state.rules.family.name == "baccarat"

    @property
    def events(self) -> tuple[Event, ...]:
        """What is in the record, for whoever wants to play it again."""
        return tuple(self._events)

    def use(self, rules: Rules) -> None:
        """The table file was changed: what is recorded is read under the new rules."""
        in_force = with_settings(rules, self.state.rules.settings)
        self.state = replace(self.state, rules=in_force)

    def catch_up(self, journal: Journal, state: TableState) -> None:
        """A daemon has started: it must know all that was told, and stand where it leads."""
        if journal.last_number < self.number:
            raise BrokenPromiseError(
                "lost", f"row {self.number} was told, {journal.last_number} is left"
            )
        self.commit_before = self.number
        for row in journal.rows(self.number):
            self._take(row)
        self._told = self.number
        if not are_alike(state, self.state):
            raise BrokenPromiseError(
                "recovery", "a start stands elsewhere than its record leads to"
            )

    def told(self, body: bytes) -> None:
        """A row was told, after it was committed."""
        number = int(body[len(TOLD) :].split(b",", 1)[0])
        if number != self._told + 1:
            raise BrokenPromiseError("order", f"row {number} was told after row {self._told}")
        self._told = number

    def follow(self, journal: Journal) -> None:
        """Whatever was told must be in the record by now."""
        if self._told == self.number:
            return
        self.commit_before = self.number
        for row in journal.rows(self.number, self._told - self.number):
            self._take(row)
        if self.number != self._told:
            raise BrokenPromiseError("lost", f"row {self._told} was told and is not in the record")

    def finish(self) -> None:
        """Nothing that was decided may be missing."""
        self._due = [decision for decision in self._due if decision.kind not in DERIVED]
        if self._due:
            raise BrokenPromiseError(
                "decisions", f"{self._due[0].kind} was due and is not in the record"
            )

    def _take(self, row: Row) -> None:
        self.number = row.number
        self._timeline.note(row.number, row.source, row.body.decode())
        if row.part == "decision":
            self._compare(decision_of(row.body))
            return
        event = event_of(row.body)
        self.finish()
        self._check_origin(row, event)
        self._events.append(event)
        before = self.state
        self.state, decided = advance(before, event)
        self._due = list(decided)
        self._check_bets(before)
        self._check_cards(decided)
        self._note_facts(event, decided)

    def _compare(self, decision: Decision) -> None:
        while self._due and self._due[0] != decision and self._due[0].kind in DERIVED:
            self._due.pop(0)
        due = self._due.pop(0) if self._due else None
        if decision != due:
            raise BrokenPromiseError(
                "decisions", f"{decision!r} is recorded, the rules say {due!r}"
            )
        if isinstance(decision, ButtonPlaced):
            self._check_button(decision)

    def _check_origin(self, row: Row, event: Event) -> None:
        """Once, in order and without a hole, as the device told it."""
        if row.boot is None or row.sequence is None:
            return
        origin = (row.source, row.boot)
        last = self._last.get(origin, 0)
        if row.sequence <= last:
            raise BrokenPromiseError(
                "doubled", f"{row.source} {row.sequence} is in the record twice"
            )
        if row.sequence > last + 1:
            raise BrokenPromiseError("lost", f"{row.source}: {last + 1} is not in the record")
        self._last[origin] = row.sequence
        device = self._devices.get(row.source)
        told = device.told.get(row.boot) if device else None
        if told is not None and told.events[row.sequence - 1] != event:
            raise BrokenPromiseError(
                "wrong", f"{row.source} told {told.events[row.sequence - 1]!r}"
            )

    def check_truth(self) -> None:
        """Whatever a device told, and did not lose with its power, is in the record."""
        for device in self._devices.values():
            for boot, told in device.told.items():
                last = self._last.get((device.name, boot), 0)
                kept = told.lost_from - 1 if told.lost_from else len(told.events)
                if last < kept:
                    raise BrokenPromiseError(
                        "lost", f"{device.name} told {kept}, the record has {last}"
                    )

    def _check_bets(self, before: TableState) -> None:
        was, now = before.round, self.state.round
        if was is None or now is None or was.number != now.number or was.betting.is_open:
            return
        if was.betting.wagers != now.betting.wagers:
            raise BrokenPromiseError(
                "bets", f"round {now.number} has other wagers than when bets closed"
            )

    def _check_cards(self, decided: Iterable[Decision]) -> None:
        """A coup is decided from the cards that truly left the shoe, and from no others."""
        if not any(isinstance(decision, OutcomeDecided) for decision in decided):
            return
        shoe = next((each for each in self._devices.values() if isinstance(each, Shoe)), None)
        if shoe is None or not self._is_baccarat:
            return
        # What waited behind a hold may have closed the round, and begun to deal the next.
        rounds = [closed.round for closed in self.state.closed]
        rounds += [self.state.round] if self.state.round is not None else []
        for current in rounds:
            cards = _in_order(current.get(Coup)) if current.outcome else []
            ends = range(self.state.shoe.drawn, self.state.shoe.drawn - MOST_LATER, -1)
            if not any(cards == shoe.history[end - len(cards) : end] for end in ends if end > 0):
                truly = shoe.history[: self.state.shoe.drawn][-8:]
                raise BrokenPromiseError("cards", f"decided from {cards}, dealt were {truly}")

    def _check_button(self, placed: ButtonPlaced) -> None:
        """Counted by hand: from seat 1, the bank left out, on to the first seat with a wager."""
        current, bank = self.state.round, self.state.bank.seat
        if current is None or self.state.rules.table != COUNTED:
            return
        second = current.get(Coup).banker[1]
        counted = [seat for seat in range(1, self.state.rules.seats + 1) if seat != bank]
        value = "A23456789TJQK".index(str(second)[0]) + 1
        place = (value - 1) % len(counted)
        order = counted[place:] + counted[:place]
        wagers = current.betting.wagers
        due = next((seat for seat in order if seat in wagers), order[0])
        if placed.button != due:
            raise BrokenPromiseError("button", f"at {placed.button}, {second} leads to {due}")

    def _note_facts(self, event: Event, decided: Iterable[Decision]) -> None:
        self._timeline.saw(f"event:{event.kind}")
        if isinstance(event, TableOpened):
            self._timeline.saw("table-opened")
        if isinstance(event, DriverFellSilent):
            self.condemned.append(event.device)
        for decision in decided:
            self.rounds += decision.kind == "round_closed"
            if isinstance(decision, TableHeld):
                self._timeline.saw(f"hold:{decision.name}")
            else:
                self._timeline.saw(f"decision:{decision.kind}")


def _in_order(coup: Coup) -> list[Card]:
    """The cards of a coup as they were dealt."""
    player, banker = list(coup.player), list(coup.banker)
    dealt = [player[0], banker[0], player[1], banker[1]]
    return [*dealt, *player[2:], *banker[2:]]


def are_alike(state: TableState, other: TableState) -> bool:
    """Rules are equal only to themselves, and settings make them anew: their words are compared."""
    told, known = state.rules, other.rules
    is_same_game = (told.digest, told.settings) == (known.digest, known.settings)
    return is_same_game and replace(state, rules=known) == other
