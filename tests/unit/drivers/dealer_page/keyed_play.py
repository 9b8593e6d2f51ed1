"""A table on which nothing is a device but the house dealer's page: every event is keyed in."""

from collections.abc import Mapping
from typing import NamedTuple

from config.words import words
from controller.daemon.authority import device_fault
from controller.facts.board import Board
from controller.facts.cards import Card
from controller.facts.decisions import Decision
from controller.facts.events import (
    CardDrawn,
    CardTurned,
    DiceRead,
    Event,
    WagerChosen,
    WagerPlaced,
    WagerRemoved,
)
from controller.families.opening import closed_table, opening_event
from controller.simulate.hands import SimulatedHands
from controller.table.advance import advance
from controller.table.board_of import board_of
from controller.table.state import Rules
from drivers.dealer_page.offer import Act, Keypad, Offer
from drivers.dealer_page.offered import every_control
from drivers.dealer_page.offering import Offering, Site


class NotOfferedError(Exception):
    """The page has no key for what people do."""


class Touch(NamedTuple):
    """What a person touched, and what it reports."""

    what: str
    acts: tuple[Act, ...]


def touch_for(offer: Offer, event: Event) -> Touch:
    """The touch of the page that begins by telling of an event."""
    for control in every_control(offer):
        for acts in (control.acts, control.held):
            if acts and acts[0].event == event:
                return Touch(control.key, acts)
    keyed = offer.keypad and keyed_in(offer.keypad, event)
    if keyed:
        return keyed
    if isinstance(event, WagerChosen | WagerPlaced | WagerRemoved) and offer.wager_device:
        return Touch("wager", (Act(device=offer.wager_device, event=event),))
    raise NotOfferedError(f"{event!r}; offered: {[each.key for each in every_control(offer)]}")


def keyed_in(keypad: Keypad, event: Event) -> Touch | None:
    told = Act(device=keypad.device, event=event)
    if keypad.kind == "card" and isinstance(event, CardDrawn):
        is_there = event.card != Card.JOKER or keypad.has_joker
        return Touch("card", (told,)) if is_there else None
    if keypad.kind == "rank" and isinstance(event, CardTurned):
        return Touch("rank", (told,))
    if keypad.kind == "dice" and keypad.first and event == keypad.first[0].event:
        return Touch("dice", keypad.first)
    if keypad.kind == "dice" and isinstance(event, DiceRead):
        return Touch("dice", (told,)) if len(event.dice) == keypad.count else None
    return None


class KeyedTable:
    """Plays by touches alone, what simulated people would do."""

    def __init__(self, rules: Rules, devices: Mapping[str, str], seed: int, language: str) -> None:
        self.rules = rules
        self.decided: list[Decision] = []
        self.touches: list[str] = []
        self._kinds = {device: kind for kind, device in devices.items()}
        self._offering = Offering(Site(rules.game, devices), words(language))
        least, most = rules.game.decks
        self._people = SimulatedHands(seed, least if rules.game.stacks else most)
        self._told: list[Event] = []
        self.state, _ = advance(closed_table(rules), opening_event(rules))

    @property
    def board(self) -> Board:
        return board_of(self.state, 1)

    @property
    def offer(self) -> Offer:
        return self._offering.of(self.board)

    def step(self) -> None:
        """Do the next thing by a touch; what a touch told already is not done again."""
        event = self._people.next_event(self.state)
        if event in self._told:
            self._told.remove(event)
            return
        touch = touch_for(self.offer, event)
        self.touches.append(touch.what)
        for act in touch.acts:
            assert device_fault(act.device, self._kinds[act.device], act.event) is None
            self.state, decided = advance(self.state, act.event)
            self.decided += decided
        self._told = [act.event for act in touch.acts[1:]]
