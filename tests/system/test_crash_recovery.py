import random
import signal
import sqlite3
import time
from collections import defaultdict
from collections.abc import Callable
from functools import partial

import pytest

from config.table import TABLES
from controller.facts.board import Board
from controller.facts.events import Event
from controller.families.opening import closed_table, opening_event, rules_of
from controller.families.tables import load_table
from controller.simulate.faults import FaultInjector, rule_on
from controller.simulate.hands import SimulatedHands
from controller.table.advance import advance, fold
from tests.system.auditing import assert_whole, irregularities
from tests.system.playing import Script, TrialDrivers, script
from tests.system.processes import GAMES, ONE_GAME, TableOnTrial, until
from tests.system.whole_table import WholeTable

NewTable = Callable[[str], TableOnTrial]
# Before the daemon has it, while it works on it, after it is in the record.
FEW_WAGERS = 4
FAULTS = {
    "baccarat": ("extra-card", "early-card", "unreadable-card", "late-wager", "wrong-key"),
    "three-card": ("early-card", "late-wager"),
    "fortune": ("early-cup", "cocked-dice", "late-wager"),
}
MOMENTS_S = (0.0, 0.001, 0.003, 0.006, 0.01)


class KilledDaemon:
    """A daemon that a test kills and starts again."""

    def __init__(self, table: TableOnTrial) -> None:
        self._table = table
        self._process = table.start_daemon()

    def kill(self) -> None:
        self._process.end(signal.SIGKILL)

    def start(self) -> None:
        self._process = self._table.start_daemon()

    def die_and_rise(self) -> None:
        self.kill()
        self.start()

    def stop(self) -> None:
        self._table.wait_for_board()
        assert self._process.end(signal.SIGTERM) == 0
        assert self._process.errors == ""


def uninterrupted(table: TableOnTrial, played: Script) -> list[bytes]:
    daemon = KilledDaemon(table)
    drivers = TrialDrivers(table, played)
    drivers.play(played)
    drivers.close()
    daemon.stop()
    return table.decisions()


def reported(played: Script) -> list[tuple[str, int, Event]]:
    numbers: dict[str, int] = defaultdict(int)
    found = []
    for device, event in played:
        numbers[device] += 1
        found.append((device, numbers[device], event))
    return found


def recorded(table: TableOnTrial) -> list[tuple[str, int | None, bytes]]:
    return [(source, number, body) for _, source, _, number, body in table.happened()]


def has_events(table: TableOnTrial, count: int) -> bool:
    return len(table.happened()) >= count


def assert_same_record(table: TableOnTrial, played: Script, expected: list[bytes]) -> None:
    events = [(d, n, event.model_dump_json().encode()) for d, n, event in reported(played)]
    assert recorded(table) == events
    assert table.decisions() == expected
    with table.journal() as journal:
        assert journal.verify() == []


@pytest.mark.parametrize(
    "every", [4, pytest.param(1, marks=[pytest.mark.long, pytest.mark.timeout(300)])]
)
def test_a_baccarat_round_survives_a_kill_at_its_boundaries(
    new_table: NewTable, every: int
) -> None:
    played = script("baccarat")
    expected = uninterrupted(new_table("baccarat"), played)
    table = new_table("baccarat")
    daemon = KilledDaemon(table)
    drivers = TrialDrivers(table, played)
    for step, (device, event) in enumerate(played):
        driver = drivers[device]
        driver.greet()
        if step % every:
            driver.report(event)
            continue
        driver.send(event)
        time.sleep(MOMENTS_S[step // every % len(MOMENTS_S)])
        daemon.die_and_rise()
        driver.insist(event)
        daemon.die_and_rise()
    drivers.close()
    daemon.stop()
    assert_same_record(table, played, expected)


def test_an_event_whose_ack_was_lost_is_acknowledged_again_and_counted_once(
    new_table: NewTable,
) -> None:
    played = script("baccarat")
    expected = uninterrupted(new_table("baccarat"), played)
    table = new_table("baccarat")
    daemon = KilledDaemon(table)
    drivers = TrialDrivers(table, played)
    for count, (device, event) in enumerate(played, start=1):
        driver = drivers[device]
        driver.greet()
        driver.send(event)
        until(partial(has_events, table, count), "the event in the record")
        driver.reconnect()
        if count % 3 == 0:
            daemon.die_and_rise()
        driver.insist(event)
    drivers.close()
    daemon.stop()
    assert_same_record(table, played, expected)


@pytest.mark.long
@pytest.mark.parametrize("game", ["three-card", "fortune"])
def test_a_round_survives_a_kill_after_every_ack(new_table: NewTable, game: str) -> None:
    played = script(game, seed=FEW_WAGERS)
    expected = uninterrupted(new_table(game), played)
    table = new_table(game)
    daemon = KilledDaemon(table)
    drivers = TrialDrivers(table, played)
    for device, event in played:
        drivers[device].report(event)
        daemon.die_and_rise()
    drivers.close()
    daemon.stop()
    assert_same_record(table, played, expected)


@pytest.mark.parametrize("kills", [4, pytest.param(8, marks=pytest.mark.long)])
def test_a_whole_table_plays_on_when_its_daemon_is_killed(table: TableOnTrial, kills: int) -> None:
    whole = WholeTable(table)
    whole.kill_at_random(random.Random(1), ["daemon"], kills)
    table.wait_for_rounds(table.rounds() + 2)
    whole.stop()
    assert_whole(table)
    assert irregularities(table) == []


@pytest.mark.parametrize(
    ("game", "kills"),
    [
        ("baccarat", 3),
        pytest.param("baccarat", 5, marks=pytest.mark.long),
        pytest.param("three-card", 3, marks=pytest.mark.long),
        pytest.param("fortune", 3, marks=pytest.mark.long),
    ],
)
def test_a_whole_table_plays_on_when_its_drivers_are_killed(
    new_table: NewTable, game: str, kills: int
) -> None:
    table = new_table(game)
    whole = WholeTable(table)
    whole.kill_at_random(random.Random(2), whole.drivers, kills)
    table.wait_for_rounds(table.rounds() + 2)
    whole.stop()
    assert_whole(table)
    assert irregularities(table) == []


@pytest.mark.parametrize("game", GAMES)
def test_recovering_in_one_go_gives_the_state_of_every_single_step(game: str) -> None:
    rules = rules_of(load_table(TABLES / f"emulated-{game}.toml"))
    hands = SimulatedHands(3, rules.game.cards.decks[1])
    injector = FaultInjector(FAULTS[game], seed=3)
    closed, opened = closed_table(rules), opening_event(rules)
    events: list[Event] = [opened]
    state, _ = advance(closed, opened)
    for _ in range(3000):
        faulty = None if state.hold else injector.strike(state)
        event = rule_on(state) if state.hold else faulty or hands.next_event(state)
        events.append(event)
        state, _ = advance(state, event)
        if len(events) % 500 == 0:
            assert fold(closed, events) == state
    assert closed == closed_table(rules)


def remove_checkpoints(table: TableOnTrial) -> int:
    connection = sqlite3.connect(table.state / "journal.sqlite")
    with connection:
        removed = connection.execute("DELETE FROM checkpoint").rowcount
    connection.close()
    return removed


def picture(table: TableOnTrial) -> Board:
    """The board without its number: each start of the daemon is a row of its own."""
    return table.wait_for_board().model_copy(update={"number": 0})


@pytest.mark.parametrize("game", ONE_GAME)
def test_a_checkpoint_changes_nothing_but_the_time_to_start(new_table: NewTable, game: str) -> None:
    table = new_table(game)
    played = script(game)
    first, second = played[: len(played) // 2], played[len(played) // 2 :]
    daemon = KilledDaemon(table)
    drivers = TrialDrivers(table, played)
    drivers.play(first)
    before = picture(table)
    daemon.stop()
    daemon.start()
    assert picture(table) == before
    daemon.stop()
    assert remove_checkpoints(table) == 1
    daemon.start()
    assert picture(table) == before
    drivers.play(second)
    drivers.close()
    daemon.stop()
    assert_whole(table)
