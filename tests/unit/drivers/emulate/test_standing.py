"""Emulators that start again continue from what the record says of their devices."""

from collections.abc import Iterable

import pytest

from config.table import TABLES
from controller.bus.client import AnswersClient
from controller.bus.messages import Entry
from controller.facts.board import Board
from controller.facts.cards import Card
from controller.facts.events import CardDrawn, DeviceConnected, Event, ShoeLoaded
from controller.families.opening import closed_table, rules_of
from controller.families.tables import load_table
from controller.table.board_of import board_of
from drivers.emulate import standing
from drivers.emulate.standing import Standing, read_standing

RULES = rules_of(load_table(TABLES / "emulated-baccarat.toml"))
FIRST, SECOND = 7, 8


def test_a_shoe_that_lost_cards_with_its_power_counts_them() -> None:
    assert _standing(_hello(FIRST, 0), ShoeLoaded(decks=8), _card(), _hello(SECOND, 3)).told == 3


def test_a_driver_that_greets_again_brings_back_no_count_from_before_the_load() -> None:
    told = (_hello(FIRST, 113), ShoeLoaded(decks=8), _card(), _hello(FIRST, 113), _card())
    assert _standing(*told).told == 2


def test_the_greeting_before_the_load_is_read_also_where_the_load_is_far_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(standing, "WINDOW", 3)
    told = (_hello(FIRST, 113), *[_card()] * 4, ShoeLoaded(decks=8), _hello(FIRST, 113), _card())
    assert read_standing(_Answers(told)).told == 1


def _standing(*events: Event) -> Standing:
    found = Standing()
    for event in events:
        found.follow(event)
    return found


def _hello(boot: int, count: int) -> Event:
    return DeviceConnected(
        device="shoe-1", device_kind="shoe", serial_number="s", firmware="f", boot=boot, count=count
    )


def _card() -> Event:
    return CardDrawn(card=Card("5d"))


class _Answers(AnswersClient):
    """A record, a row for each event."""

    def __init__(self, events: Iterable[Event]) -> None:
        self._rows = [
            Entry(number=number, at_ms=0, source="shoe-1", event=event)
            for number, event in enumerate(events, 1)
        ]

    def board(self) -> Board:
        return board_of(closed_table(RULES), len(self._rows), None)

    def history(self, after: int, limit: int = 500) -> tuple[Entry, ...]:
        return tuple(self._rows[after : after + limit])
