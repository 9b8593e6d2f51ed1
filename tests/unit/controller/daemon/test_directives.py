"""Directives at a running table: taken between rounds, in the record, answered, taken back."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from config.directive import AS_THE_FILE_SAYS, StaffEntry, room_settings
from config.table import TABLES
from controller.bus.desk_messages import Submitted
from controller.bus.messages import Refused
from controller.daemon.directives import Directives, OwnTable
from controller.daemon.keeper import Arrival, TableKeeper
from controller.directives.answer import answer_of
from controller.directives.box import ANSWERS, Box
from controller.directives.shelf import Shelf
from controller.directives.signed import signed_text
from controller.facts.cards import Card
from controller.facts.events import (
    BankAccepted,
    BetsClosed,
    CardDrawn,
    CollectionTaken,
    DirectiveRefused,
    DirectiveRolledBack,
    DirectiveTaken,
    Event,
    RoundSettled,
    SettingsChanged,
    ShoeLoaded,
)
from controller.families.opening import rules_of
from controller.families.tables import load_table
from controller.people.sessions import Session
from controller.record.journal import Journal
from controller.record.keys import table_key
from controller.record.row import entry_of
from controller.table.settings_in_force import recorded
from tests.unit.controller.directives.room import NOW, Room

BACCARAT = TABLES / "emulated-baccarat.toml"
NAME = "emulated-baccarat"
TECHNICIAN = Session("Tess", "technician", "pit", 0.0)


class RunningTable:
    """A real keeper and record, a box with one folder, and what is said at the desk."""

    def __init__(self, folder: Path, room: Room, journal: Journal, program: str = "1.0.0") -> None:
        self.state, self.folder, self.sockets = folder / "state", folder / "in", folder / "run"
        self.shelf = Shelf(self.state, room.root)
        rules = rules_of(load_table(BACCARAT, room=self.shelf.settings()))
        self.keeper = TableKeeper(rules, journal, lambda: int(NOW.timestamp() * 1000))
        self.journal = journal
        self.box = Box([self.folder], every_s=3600)
        own = OwnTable(
            NAME,
            table_key(self.state, NAME),
            program,
            self.sockets,
            lambda room: rules_of(load_table(BACCARAT, room=room)),
        )
        self.directives = Directives(own, self.shelf, self.box, self.keeper)
        self.directives.begin()
        self.appointed: list[StaffEntry] = []
        self.is_full = False

    def note(self, source: str, *events: Event) -> Submitted | Refused:
        if self.is_full:
            return Refused(reason="record: the disk is full; make room")
        admission = self.keeper.admit([Arrival(source, event) for event in events])
        return Submitted(number=admission.rows[0].number)

    def appoint(self, entries: Sequence[StaffEntry], by: str) -> Refused | None:
        assert by.startswith("directive staff") or not entries
        self.appointed += entries
        return None

    def play(self, *events: Event) -> None:
        self.keeper.admit(Arrival("table", event) for event in events)

    def receive(self, name: str, text: str) -> None:
        (self.folder / name).write_text(text, encoding="utf-8")
        self.tend()

    def tend(self) -> None:
        self.box.look()
        self.directives.tend(self)
        self.box.look()

    @property
    def events(self) -> list[Event]:
        entries = map(entry_of, self.journal.rows())
        return [entry.event for entry in entries if entry.event is not None]

    def last(self, kind: type[Event]) -> Event:
        return next(event for event in reversed(self.events) if isinstance(event, kind))

    @property
    def answers(self) -> dict[tuple[str, int], str]:
        files = (self.folder / ANSWERS).glob("*.answer")
        key = table_key(self.state, NAME).public
        found = [answer_of(file.read_text(), key) for file in files]
        return {(each.directive, each.version): each.outcome for each in found}


@pytest.fixture
def room(tmp_path: Path) -> Room:
    return Room(tmp_path)


@pytest.fixture
def table(tmp_path: Path, room: Room) -> Iterator[RunningTable]:
    for name in ("state", "in", "run"):
        (tmp_path / name).mkdir()
    with Journal.open(tmp_path / "state" / "journal.sqlite") as journal:
        yield RunningTable(tmp_path, room, journal)


def test_limits_are_in_force_recorded_with_before_and_after_and_answered(
    table: RunningTable, room: Room
) -> None:
    table.receive("limits.directive", room.limits(20, 600))
    changed = table.last(SettingsChanged)
    assert isinstance(changed, SettingsChanged)
    assert (changed.before.limits, changed.after.limits) == ((10, 500), (20, 600))
    taken = table.last(DirectiveTaken)
    assert isinstance(taken, DirectiveTaken)
    assert (taken.directive, taken.version, taken.signed_by) == ("limits", 1, ("office-1",))
    assert '"minimum":20' in taken.after
    assert table.keeper.state.rules.limits == (20, 600)
    assert table.answers == {("limits", 1): "taken"}
    assert room_settings(table.sockets).limits is not None


def test_a_restart_keeps_what_the_room_has_set(
    tmp_path: Path, table: RunningTable, room: Room
) -> None:
    table.receive("limits.directive", room.limits(20, 600))
    count = len(table.events)
    again = RunningTable(tmp_path, room, table.journal)
    assert again.keeper.state.rules.limits == (20, 600)
    assert len(again.events) == count


def test_nothing_changes_while_cards_are_out(table: RunningTable, room: Room) -> None:
    table.play(BankAccepted(), ShoeLoaded(decks=8), BetsClosed(), CollectionTaken())
    table.play(CardDrawn(card=Card("Kd")))
    table.receive("limits.directive", room.limits(20, 600))
    assert not [event for event in table.events if isinstance(event, DirectiveTaken)]
    assert table.answers == {}
    cards = ("9c", "9d", "Ks")
    table.play(*(CardDrawn(card=Card(code)) for code in cards), RoundSettled())
    table.tend()
    assert table.answers == {("limits", 1): "taken"}


def test_wagers_that_lie_are_settled_under_the_limits_they_were_placed_under(
    table: RunningTable, room: Room
) -> None:
    table.play(BankAccepted(), ShoeLoaded(decks=8))
    assert table.keeper.state.round is not None
    table.receive("limits.directive", room.limits(20, 600))
    assert table.keeper.state.rules.limits == (10, 500)
    assert recorded(table.keeper.state).limits == (20, 600)


def test_what_the_rule_book_does_not_allow_is_refused_and_nothing_has_changed(
    table: RunningTable, room: Room
) -> None:
    table.receive("limits.directive", room.limits(20, 90_000))
    refused = table.last(DirectiveRefused)
    assert isinstance(refused, DirectiveRefused)
    assert refused.code == "does-not-fit"
    assert refused.reason.startswith("does not fit this table: limits.maximum: fee option 1 wants")
    assert table.answers == {("limits", 1): "refused"}
    assert room_settings(table.sockets) == AS_THE_FILE_SAYS


def test_a_refusal_is_in_the_record_once_however_long_the_stick_stays(
    table: RunningTable, room: Room
) -> None:
    text = room.limits(20, 400, to=("other",))
    for name in ("a.directive", "b.directive", "a.directive"):
        table.receive(name, text)
    refusals = [event for event in table.events if isinstance(event, DirectiveRefused)]
    assert [each.code for each in refusals] == ["other-table"]


def test_a_directive_that_stays_in_the_folder_is_taken_once(
    table: RunningTable, room: Room
) -> None:
    table.receive("a.directive", room.limits(20, 600))
    table.receive("b.directive", room.limits(20, 600))
    taken = [event for event in table.events if isinstance(event, DirectiveTaken)]
    assert len(taken) == 1
    assert table.answers == {("limits", 1): "taken"}


def test_a_roll_back_brings_back_the_one_before_and_then_the_table_file(
    table: RunningTable, room: Room
) -> None:
    table.receive("1.directive", room.limits(20, 600))
    table.receive("2.directive", room.limits(25, 800, version=2))
    for expected, version in (((20, 600), 1), ((10, 500), 0)):
        answer = table.directives.roll_back("limits", TECHNICIAN, table)
        assert isinstance(answer, Submitted)
        assert recorded(table.keeper.state).limits == expected
        back = table.last(DirectiveRolledBack)
        assert isinstance(back, DirectiveRolledBack)
        assert (back.person, back.to_version) == ("Tess", version)
    assert isinstance(table.directives.roll_back("limits", TECHNICIAN, table), Refused)


def test_what_was_rolled_back_does_not_come_again_and_the_next_version_does(
    table: RunningTable, room: Room
) -> None:
    table.receive("1.directive", room.limits(20, 600))
    table.directives.roll_back("limits", TECHNICIAN, table)
    table.receive("again.directive", room.limits(20, 600))
    assert recorded(table.keeper.state).limits == (10, 500)
    assert table.answers == {("limits", 1): "rolled-back"}
    table.receive("2.directive", room.limits(20, 900, version=2))
    assert recorded(table.keeper.state).limits == (20, 900)


def test_a_record_that_cannot_grow_leaves_everything_as_it_was(
    table: RunningTable, room: Room
) -> None:
    table.is_full = True
    table.receive("1.directive", room.limits(20, 600))
    assert table.keeper.state.rules.limits == (10, 500)
    assert table.shelf.standing.in_force == {}
    table.is_full = False
    (table.folder / "1.directive").touch()
    table.tend()
    assert table.keeper.state.rules.limits == (20, 600)


def test_a_message_and_a_theme_reach_the_screens(table: RunningTable, room: Room) -> None:
    table.receive("m.directive", room.signed(room.draft("messages")))
    table.receive("t.directive", room.signed(room.draft("theme")))
    shown = room_settings(table.sockets)
    assert shown.messages is not None
    assert shown.messages["en"] == "Welcome"
    assert shown.theme is not None


def test_staff_is_appointed_under_the_rooms_name_and_no_hash_is_in_the_record(
    table: RunningTable, room: Room
) -> None:
    pin = "scrypt$2$00$00"
    text = room.draft("staff").replace('# pin = "scrypt$…"', f'pin = "{pin}"')
    table.receive("s.directive", room.signed(text, *room.keys))
    assert [(each.person, each.role) for each in table.appointed] == [("Ann Lee", "floor")]
    taken = table.last(DirectiveTaken)
    assert isinstance(taken, DirectiveTaken)
    assert taken.after == "Ann Lee floor"


def test_another_program_is_waited_for_until_a_start_of_it(
    tmp_path: Path, table: RunningTable, room: Room
) -> None:
    table.receive("s.directive", room.signed(room.draft("software")))
    assert table.answers == {("software", 1): "waiting"}
    updated = RunningTable(tmp_path, room, table.journal, program="0.2.0")
    updated.box.look()
    assert updated.answers == {("software", 1): "taken"}


def test_new_keys_are_taken_and_what_they_signed_before_comes_through(
    table: RunningTable, room: Room, tmp_path: Path
) -> None:
    (tmp_path / "new").mkdir()
    fresh = Room(tmp_path / "new", "fresh")
    table.receive("a-limits.directive", fresh.limits(20, 600))
    assert table.answers == {("limits", 1): "refused"}
    table.receive("root.directive", room.signed(fresh.root_text(2), room.keys[0], fresh.keys[0]))
    table.tend()
    assert table.answers == {("limits", 1): "taken", ("root", 2): "taken"}
    table.receive("old.directive", room.limits(20, 900, version=2))
    assert table.answers[("limits", 2)] == "refused"


def test_what_comes_over_a_wire_is_taken_and_answered_there(
    table: RunningTable, room: Room
) -> None:
    text = room.limits(20, 600)
    digest = signed_text(text).digest
    assert table.directives.hand(text) == ""
    table.tend()
    answer = answer_of(table.directives.word(digest), table_key(table.state, NAME).public)
    assert (answer.outcome, answer.digest) == ("taken", digest)
    assert table.directives.hand(text) == ""
    table.tend()
    assert answer_of(table.directives.word(digest)).outcome == "taken"
    assert len([event for event in table.events if isinstance(event, DirectiveTaken)]) == 1


def test_one_of_a_newer_format_is_answered_under_the_name_its_sender_knows(
    table: RunningTable, room: Room
) -> None:
    text = room.limits(20, 600).replace("format = 1", "format = 2")
    table.directives.hand(text)
    table.tend()
    answer = answer_of(table.directives.word(signed_text(text).digest))
    assert (answer.outcome, "update the table" in answer.reason) == ("refused", True)
