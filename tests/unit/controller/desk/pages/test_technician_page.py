"""What the technician's page is made of: devices, log, what a tried device says, and for whom."""

import asyncio
from functools import partial
from pathlib import Path

import pytest

from config.table import DEFAULT_TABLE
from config.words import languages, words
from controller.bus.desk_client import DeskClient
from controller.bus.messages import Entry, LinkStatistics
from controller.desk.page import DeskSite, Sight
from controller.desk.pages.technician import TechnicianPage
from controller.desk.pages.technician.devices import device_lines
from controller.desk.pages.technician.hearing import Hearing
from controller.desk.pages.technician.picture import Closed, log_lines
from controller.desk.visit import Visit
from controller.facts.board import Board, DeviceView
from controller.facts.cards import Card
from controller.facts.events import (
    CardDrawn,
    DeviceTestSeen,
    DeviceTestStarted,
    Event,
    LampsShown,
)
from controller.facts.phrase import phrase
from controller.facts.roles import ActingRole
from controller.families.opening import closed_table
from controller.families.tables import load_table
from controller.process.log_lines import LogLine
from controller.record.row import event_text
from controller.table.board_of import board_of
from tests.conftest import game_rules

LOADED = load_table(DEFAULT_TABLE)
RULES = game_rules("lucky-derby/ez-baccarat-panda-8")


def board(**more: object) -> Board:
    return board_of(closed_table(RULES), 9).model_copy(update=more)


def link(device: str) -> LinkStatistics:
    return LinkStatistics(
        device=device,
        is_linked=True,
        uptime_s=60,
        frames_in=10,
        frames_out=9,
        bad_crc=1,
        bad_frames=2,
        resends=0,
        reconnects=0,
    )


def test_every_device_of_the_table_file_has_a_line_and_says_why_it_is_lost() -> None:
    views = (
        DeviceView(device="shoe-1", state="ready"),
        DeviceView(device="lamps-1", state="unavailable", reason="port gone; plug it in"),
    )
    lines = device_lines(LOADED.table, board(devices=views), [link("shoe-1")], words())
    found = {line.device: line for line in lines}
    assert list(found) == list(LOADED.table.devices)
    assert found["shoe-1"].link is not None
    assert found["shoe-1"].link.damaged == 3
    assert (found["lamps-1"].state, found["lamps-1"].reason) == (
        "unavailable",
        "port gone; plug it in",
    )
    assert found["pad-1"].state == "unseen"


def test_why_a_device_is_lost_is_told_in_the_language_of_the_page() -> None:
    lost = DeviceView(device="shoe-1", state="unavailable", reason=phrase("lost-no-hello"))
    lines = device_lines(LOADED.table, board(devices=(lost,)), [], words("vi"))
    (shoe,) = (line for line in lines if line.device == "shoe-1")
    assert shoe.reason == "không có lời chào; hãy kiểm tra cáp và nguồn"


@pytest.mark.parametrize("language", languages())
def test_kinds_and_sources_have_names_in_every_language(language: str) -> None:
    for line in device_lines(LOADED.table, board(), [], words(language)):
        assert not line.source.startswith("source")
        assert line.kind_name


def test_the_log_has_the_newest_line_of_whoever_spoke_last_first() -> None:
    said = [LogLine("daemon", "1"), LogLine("shoe-1", "2"), LogLine("daemon", "3")]
    assert [(each.process, each.lines) for each in log_lines(said)] == [
        ("daemon", ("3", "1")),
        ("shoe-1", ("2",)),
    ]


class RowsAtDesk(Visit):
    """A visit whose desk has these rows."""

    rows: tuple[Entry, ...] = ()

    async def at_desk(self, act):  # type: ignore[no-untyped-def]
        return act(_Rows(self.rows))


class _Rows(DeskClient):
    def __init__(self, rows: tuple[Entry, ...]) -> None:
        self._rows = rows

    def history(self, after: int, limit: int = 500) -> tuple[Entry, ...]:
        return tuple(row for row in self._rows if row.number > after)[:limit]


def row(number: int, source: str, event: Event) -> Entry:
    return Entry(number=number, at_ms=1000 * number, source=source, event=event)


def heard(rows: tuple[Entry, ...], tested: str | None) -> list[str]:
    visit = RowsAtDesk(partial(DeskClient, Path()))
    RowsAtDesk.rows = rows
    lines = asyncio.run(Hearing().of(visit, board(tested=tested), words()))
    return [line.text for line in lines]


def test_what_a_tried_device_says_is_shown_the_newest_first() -> None:
    seven = event_text(CardDrawn(card=Card("7h"))).decode()
    rows = (
        row(1, "shoe-1", CardDrawn(card=Card("2c"))),
        row(2, "desk:technician", DeviceTestStarted(device="shoe-1", by="Ann")),
        row(3, "shoe-1", DeviceTestSeen(device="shoe-1", content=seven)),
        row(4, "pad-1", LampsShown(bank=1, action=1)),
    )
    (text,) = heard(rows, "shoe-1")
    assert "7♥" in text
    assert heard(rows, None) == []


def test_lamps_are_told_seat_by_seat() -> None:
    rows = (
        row(1, "lamps-1", LampsShown(bank=3, action=3)),
        row(2, "lamps-1", LampsShown(bank=None, action=None)),
    )
    dark, lit = heard(rows, "lamps-1")
    assert dark == "All lamps are dark"
    assert "seat 3" in lit


@pytest.mark.parametrize("role", ["dealer", "floor", "auditor"])
def test_the_page_is_a_technicians_only(role: ActingRole) -> None:
    page = TechnicianPage(DeskSite(LOADED, DEFAULT_TABLE, Path()))
    visit = Visit(partial(DeskClient, Path()), "secret", "Bo", role)
    assert asyncio.run(page.show(visit, Sight(board(), "en"))) == Closed()
    assert not page.is_for(visit)
