"""The keeper: the record and the state move together, and a restart finds both as they were."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from config.table import TABLES, Betting, TableLimits
from controller.daemon.checkpoint import checkpoint_version, freeze, thaw
from controller.daemon.keeper import Arrival, TableKeeper
from controller.facts.cards import Card
from controller.facts.decisions import BankOffered, RoundVoided
from controller.facts.events import (
    BankAccepted,
    BetsClosed,
    CardDrawn,
    CollectionTaken,
    DeviceTestSeen,
    Event,
    FloorCalled,
    ReportContradicted,
    SettingsChanged,
    ShoeLoaded,
    TableOpened,
)
from controller.families.opening import rules_of
from controller.families.tables import load_table
from controller.record.archive import close_file
from controller.record.journal import Journal
from controller.record.row import JournalError, Row, entry_of, event_text
from controller.table.state import Rules
from tests.conftest import TablePlayer

SOME_EVENTS: tuple[Event, ...] = (
    BankAccepted(),
    ShoeLoaded(decks=8),
    BetsClosed(),
    CollectionTaken(),
    CardDrawn(card=Card("Kd")),
)


@contextmanager
def kept(rules: Rules, path: Path) -> Iterator[TableKeeper]:
    with Journal.open(path) as journal:
        yield TableKeeper(rules, journal, clock_ms=lambda: 1_700_000_000_000)


def rows(path: Path) -> list[Row]:
    with Journal.open(path) as journal:
        return list(journal.rows())


def events(path: Path) -> list[Event]:
    entries = map(entry_of, rows(path))
    return [entry.event for entry in entries if entry.event is not None]


def arrivals(*played: Event) -> list[Arrival]:
    return [Arrival("pad-1", event) for event in played]


def numbered(sequence: int, boot: int = 3) -> Arrival:
    return Arrival("shoe-1", FloorCalled(), boot, sequence)


def test_a_new_record_opens_the_table(baccarat_rules: Rules, path: Path) -> None:
    with kept(baccarat_rules, path) as keeper:
        assert keeper.state.bank.offered == 1
    (opened,) = events(path)
    assert isinstance(opened, TableOpened)
    assert opened.digest == baccarat_rules.digest


def test_events_and_their_decisions_are_numbered_without_holes(
    baccarat_rules: Rules, path: Path
) -> None:
    with kept(baccarat_rules, path) as keeper:
        admission = keeper.admit(arrivals(*SOME_EVENTS))
        assert [row.number for row in admission.rows] == list(
            range(admission.rows[0].number, keeper.number + 1)
        )
    assert [row.number for row in rows(path)] == list(range(1, len(rows(path)) + 1))


def test_an_admission_gives_what_the_core_decides(
    baccarat_rules: Rules, baccarat: TablePlayer, path: Path
) -> None:
    with kept(baccarat_rules, path) as keeper:
        assert keeper.admit(arrivals(*SOME_EVENTS)).decisions == baccarat.play(*SOME_EVENTS)
        assert keeper.state.round == baccarat.state.round


@pytest.mark.parametrize("saves", [False, True], ids=["by replay", "from a checkpoint"])
def test_a_restart_finds_the_state_as_it_was(
    baccarat_rules: Rules, path: Path, saves: bool
) -> None:
    with kept(baccarat_rules, path) as keeper:
        keeper.admit(arrivals(*SOME_EVENTS[:3]))
        if saves:
            keeper.save()
        keeper.admit(arrivals(*SOME_EVENTS[3:]))
        before, number = keeper.state, keeper.number
    with kept(baccarat_rules, path) as keeper:
        assert keeper.state == before
        assert keeper.number == number


def changed_table(**update: object) -> Rules:
    loaded = load_table(TABLES / "emulated-baccarat.toml")
    table = loaded.table.model_copy(update=update)
    return rules_of(loaded.model_copy(update={"table": table}))


def test_another_game_opens_the_record_anew_and_voids_the_round_by_name(
    baccarat_rules: Rules, path: Path
) -> None:
    with kept(baccarat_rules, path) as keeper:
        keeper.admit(arrivals(*SOME_EVENTS))
    other = rules_of(load_table(TABLES / "emulated-three-card.toml"))
    with kept(other, path) as keeper:
        assert keeper.state.round is None
    opened = [event for event in events(path) if isinstance(event, TableOpened)]
    assert [event.abandoned for event in opened] == [None, 1]
    decisions = [entry.decision for entry in map(entry_of, rows(path)) if entry.decision]
    assert RoundVoided(round=1, by="the table file") in decisions


def test_rounds_are_counted_on_when_another_game_or_day_begins(
    baccarat_rules: Rules, fortune_rules: Rules, path: Path
) -> None:
    with kept(baccarat_rules, path) as keeper:
        keeper.admit(arrivals(ShoeLoaded(decks=8), BankAccepted()))
        assert keeper.state.rounds == 1
    with kept(fortune_rules, path) as keeper:
        keeper.admit(arrivals(BankAccepted()))
        assert keeper.state.rounds == 2
    close_file(path, "table-1")
    with kept(fortune_rules, path) as keeper:
        keeper.admit(arrivals(BankAccepted()))
        assert keeper.state.rounds == 3


def test_a_changed_timer_and_limit_are_recorded_and_drop_no_round(
    baccarat_rules: Rules, path: Path
) -> None:
    with kept(baccarat_rules, path) as keeper:
        keeper.admit(arrivals(*SOME_EVENTS))
        before = keeper.state
    limits = TableLimits(minimum=25, maximum=1000)
    after = changed_table(betting=Betting(timer_s=45), limits=limits)
    with kept(after, path) as keeper:
        assert keeper.state.round == before.round
        assert keeper.state.shoe == before.shoe
        number = keeper.number
    [change] = [event for event in events(path) if isinstance(event, SettingsChanged)]
    assert (change.before.limits, change.after.limits) == (baccarat_rules.limits, (25, 1000))
    assert change.after.timer_s == 45
    with kept(after, path) as keeper:
        assert keeper.number == number


def test_other_seats_void_the_round_by_name_and_keep_the_shoe(
    baccarat_rules: Rules, path: Path
) -> None:
    with kept(baccarat_rules, path) as keeper:
        keeper.admit(arrivals(*SOME_EVENTS))
        keeper.save()
    with kept(changed_table(seats=14), path) as keeper:
        assert (keeper.state.rules.seats, keeper.state.shoe.drawn) == (14, 1)
    decisions = [entry.decision for entry in map(entry_of, rows(path)) if entry.decision]
    assert RoundVoided(round=1, by="the table file") in decisions
    assert [type(event) for event in events(path)].count(TableOpened) == 1


def test_an_event_sent_twice_is_recorded_once(baccarat_rules: Rules, path: Path) -> None:
    with kept(baccarat_rules, path) as keeper:
        keeper.admit([numbered(1), numbered(2), numbered(2)])
        assert keeper.admit([numbered(1), numbered(2)]).rows == ()
    assert events(path).count(FloorCalled()) == 2


def test_what_was_recorded_before_a_restart_is_still_known(
    baccarat_rules: Rules, path: Path
) -> None:
    with kept(baccarat_rules, path) as keeper:
        keeper.admit([numbered(1), numbered(2)])
    with kept(baccarat_rules, path) as keeper:
        assert keeper.admit([numbered(2)]).rows == ()


def test_a_device_that_started_again_counts_from_one(baccarat_rules: Rules, path: Path) -> None:
    with kept(baccarat_rules, path) as keeper:
        keeper.admit([numbered(1), numbered(2)])
        assert keeper.admit([numbered(1, boot=4)]).rows != ()


def test_a_hole_is_noted_before_the_event_that_shows_it(baccarat_rules: Rules, path: Path) -> None:
    with kept(baccarat_rules, path) as keeper:
        keeper.admit([numbered(1), numbered(4)])
    kinds = [event.kind for event in events(path)]
    assert kinds == ["table_opened", "floor_called", "events_missed", "floor_called"]
    assert events(path)[2].model_dump()["last_sequence"] == 1


def test_a_number_that_does_not_begin_at_one_is_a_hole(baccarat_rules: Rules, path: Path) -> None:
    with kept(baccarat_rules, path) as keeper:
        keeper.admit([numbered(3)])
    kinds = [event.kind for event in events(path)]
    assert kinds == ["table_opened", "events_missed", "floor_called"]


def test_events_without_numbers_are_never_duplicates(baccarat_rules: Rules, path: Path) -> None:
    with kept(baccarat_rules, path) as keeper:
        keeper.admit(arrivals(FloorCalled(), FloorCalled()))
    assert events(path).count(FloorCalled()) == 2


def test_when_the_record_refuses_nothing_has_happened(baccarat_rules: Rules, path: Path) -> None:
    batch = [*arrivals(*SOME_EVENTS), *(numbered(n) for n in range(1, 300))]
    with Journal.open(path) as journal:
        keeper = TableKeeper(baccarat_rules, journal)
        before, number = keeper.state, keeper.number
        journal._connection.execute("PRAGMA max_page_count = 1")
        with pytest.raises(JournalError, match="disk full"):
            keeper.admit(batch)
        assert (keeper.state, keeper.number) == (before, number)
        journal._connection.execute("PRAGMA max_page_count = 1000000")
        keeper.admit(batch)
    assert len(events(path)) == 1 + len(batch)


def test_a_frozen_state_thaws_equal_in_the_middle_of_a_hold(baccarat: TablePlayer) -> None:
    baccarat.play(*SOME_EVENTS, FloorCalled(), CardDrawn(card=Card("9h")))
    assert thaw(baccarat.state.rules, freeze(baccarat.state)) == baccarat.state


def test_other_rules_do_not_trust_a_checkpoint(baccarat_rules: Rules, fortune_rules: Rules) -> None:
    assert checkpoint_version(baccarat_rules) != checkpoint_version(fortune_rules)


def test_the_opening_decides_the_first_offer(baccarat_rules: Rules, path: Path) -> None:
    with kept(baccarat_rules, path):
        pass
    decided = [entry_of(row).decision for row in rows(path)]
    assert BankOffered(seat=1) in decided


def test_a_number_that_comes_again_with_another_content_holds_the_table(
    baccarat_rules: Rules, path: Path
) -> None:
    first, other = (CardDrawn(card=Card(text)) for text in ("Kd", "5s"))
    with kept(baccarat_rules, path) as keeper:
        keeper.admit([Arrival("shoe-1", FloorCalled(), 3, 1), Arrival("shoe-1", first, 3, 2)])
        assert keeper.admit([Arrival("shoe-1", first, 3, 2)]).rows == ()
    with kept(baccarat_rules, path) as keeper:
        row, *_ = keeper.admit([Arrival("shoe-1", other, 3, 2)]).rows
    entry = entry_of(row)
    assert isinstance(entry.event, ReportContradicted)
    assert (entry.event.device, entry.event.sequence) == ("shoe-1", 2)
    assert '"5s"' in entry.event.content


def test_a_report_that_a_test_took_may_come_again_after_the_test(
    baccarat_rules: Rules, path: Path
) -> None:
    card = CardDrawn(card=Card("Kd"))
    tried = DeviceTestSeen(device="shoe-1", content=event_text(card).decode())
    with kept(baccarat_rules, path) as keeper:
        keeper.admit([Arrival("shoe-1", tried, 3, 1)])
        assert keeper.admit([Arrival("shoe-1", card, 3, 1)]).rows == ()
        keeper.admit([Arrival("shoe-1", card, 3, 2)])
        assert keeper.admit([Arrival("shoe-1", tried, 3, 2)]).rows == ()


def test_a_table_that_often_starts_anew_saves_its_state_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("controller.daemon.keeper.CHECKPOINT_EVERY", 6)
    rules, path = rules_of(load_table(TABLES / "emulated-baccarat.toml")), tmp_path / "j.sqlite"
    for _ in range(8):
        with kept(rules, path) as keeper:
            keeper.admit([Arrival("desk", FloorCalled())])
    with Journal.open(path) as journal:
        assert journal.latest_checkpoint(checkpoint_version(rules)) is not None
