"""A damaged record: named, set aside whole, and the table goes on from what is proved."""

import random
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from controller.daemon.checkpoint import checkpoint_version, packed
from controller.daemon.keeper import Arrival, TableKeeper
from controller.facts.cards import Card
from controller.facts.events import (
    BankAccepted,
    BetsClosed,
    CardDrawn,
    CollectionTaken,
    Event,
    FloorCalled,
    ShoeLoaded,
)
from controller.families.opening import closed_table
from controller.record.journal import Journal
from controller.record.rescue import open_proved
from controller.record.row import JournalError
from controller.table.state import Rules, TableState

EVENTS: tuple[Event, ...] = (
    ShoeLoaded(decks=8),
    BankAccepted(),
    BetsClosed(),
    CollectionTaken(),
    *(CardDrawn(card=Card(text)) for text in ("Kd", "5s", "4h", "3c")),
)
FLIPS = 150


@contextmanager
def started(rules: Rules, path: Path) -> Iterator[TableKeeper]:
    journal, damage = open_proved(path, checkpoint_version(rules))
    with journal:
        yield TableKeeper(rules, journal, damage=damage)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal.sqlite"


def play(rules: Rules, path: Path, is_saved: bool = False) -> TableState:
    """A record of some events, with or without a checkpoint in their middle."""
    with started(rules, path) as keeper:
        for sequence, event in enumerate(EVENTS, 1):
            keeper.admit([Arrival("shoe-1", event, 7, sequence)])
            if is_saved and sequence == 4:
                keeper.save()
        return keeper.state


def aside(path: Path) -> list[Path]:
    return sorted(path.parent.glob("journal-damaged-*.sqlite"))


def flip(path: Path, place: int, bit: int) -> None:
    content = bytearray(path.read_bytes())
    content[place] ^= 1 << bit
    path.write_bytes(content)


def held_for(state: TableState) -> str | None:
    return state.hold.name if state.hold else None


def test_a_whole_record_opens_without_a_word(baccarat_rules: Rules, path: Path) -> None:
    state = play(baccarat_rules, path, is_saved=True)
    with started(baccarat_rules, path) as keeper:
        assert keeper.state == state
    assert aside(path) == []


def test_a_changed_row_is_named_and_the_table_holds_with_what_is_proved(
    baccarat_rules: Rules, path: Path
) -> None:
    play(baccarat_rules, path)
    changed = path.read_bytes().replace(b'"card":"4h"', b'"card":"9h"')
    path.write_bytes(changed)
    with started(baccarat_rules, path) as keeper:
        assert keeper.state.hold is not None
        assert keeper.state.hold.name == "record-damaged"
        row = int(str(keeper.state.hold.seen.arguments["row"]))
    [kept] = aside(path)
    assert kept.read_bytes() == changed
    with Journal.open_for_reading(path) as journal, Journal.open_for_reading(kept) as damaged:
        assert journal.verify() == []
        before = [line for line in damaged.rows() if line.number < row]
        assert list(journal.rows())[: len(before)] == before
        assert b'"9h"' not in b"".join(line.body for line in journal.rows())


def test_events_sent_again_after_the_damage_are_recorded_once(
    baccarat_rules: Rules, path: Path
) -> None:
    play(baccarat_rules, path)
    path.write_bytes(path.read_bytes().replace(b'"card":"3c"', b'"card":"8c"'))
    again = [Arrival("shoe-1", EVENTS[-1], 7, len(EVENTS))]
    with started(baccarat_rules, path) as keeper:
        assert keeper.admit(again).rows
        assert not keeper.admit(again).rows


@pytest.mark.parametrize("is_saved", [False, True])
def test_any_flipped_bit_ends_in_the_same_state_or_a_named_hold(
    baccarat_rules: Rules, path: Path, is_saved: bool
) -> None:
    chance = random.Random(8)
    state = play(baccarat_rules, path, is_saved)
    whole = path.with_name("whole")
    shutil.copy(path, whole)
    held = 0
    for _ in range(FLIPS):
        for old in path.parent.glob("journal*"):
            old.unlink()
        shutil.copy(whole, path)
        flip(path, chance.randrange(whole.stat().st_size), chance.randrange(8))
        found = state_after(baccarat_rules, path)
        assert found in (None, state) or (held_for(found) == "record-damaged" and aside(path))
        held += found not in (None, state)
    assert held > 0


def state_after(rules: Rules, path: Path) -> TableState | None:
    """The state a start finds, or None where it is refused in a sentence."""
    try:
        with started(rules, path) as keeper:
            return keeper.state
    except JournalError:
        return None


def test_a_checkpoint_that_was_changed_is_not_believed(baccarat_rules: Rules, path: Path) -> None:
    state = play(baccarat_rules, path, is_saved=True)
    poison = packed(closed_table(baccarat_rules), {})
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("UPDATE checkpoint SET state = ?", [poison])
    with started(baccarat_rules, path) as keeper:
        assert keeper.state == state


def test_a_file_that_is_no_record_is_set_aside_and_the_table_holds(
    baccarat_rules: Rules, path: Path
) -> None:
    path.write_bytes(b"nothing of ours" * 500)
    with started(baccarat_rules, path) as keeper:
        assert held_for(keeper.state) == "record-damaged"
        keeper.admit([Arrival("pad-1", FloorCalled(), 1, 1)])
    assert [kept.read_bytes()[:7] for kept in aside(path)] == [b"nothing"]
