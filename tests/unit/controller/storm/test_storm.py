"""The storm keeps every promise, repeats itself to the byte, and finds what is planted in it."""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from unittest.mock import patch

import pytest

from controller.bus.messages import Ack, Report
from controller.bus.server import Incoming
from controller.daemon.daemon import Daemon
from controller.daemon.keeper import DAEMON, Arrival, TableKeeper
from controller.facts.decisions import ButtonPlaced, Decision
from controller.facts.events import DriverFellSilent, Event
from controller.record.journal import Journal
from controller.storm.disk import Disk
from controller.storm.faults import Fault, plan
from controller.storm.processes import Parts, open_journal
from controller.storm.sometimes import SOMETIMES
from controller.storm.storm import Outcome, command_of, run_storm, shrunk
from controller.storm.table import StormTable
from controller.table.advance import advance
from controller.table.missing import is_midway
from controller.table.state import Decisions, TableState
from drivers.runtime.stop_switch import StopSwitch
from tests.command import underfelt

SHORT_H = 0.02
BACCARAT = "baccarat"
# Enough of them to meet each planted bug.
SEEDS = range(1, 60)


@pytest.mark.parametrize("seed", range(1, 101))
def test_a_seed_breaks_no_promise_and_the_table_plays_on(seed: int) -> None:
    assert run_storm(seed, SHORT_H).violation is None


def test_a_seed_gives_the_same_run_to_the_byte() -> None:
    first, again = run_storm(7, SHORT_H), run_storm(7, SHORT_H)
    assert (first.digest, first.steps, first.seen) == (again.digest, again.steps, again.seen)
    assert first.digest != run_storm(8, SHORT_H).digest


def test_the_faults_of_a_seed_are_its_own() -> None:
    assert plan(3, 600) == plan(3, 600)
    assert plan(3, 600) != plan(4, 600)
    assert len(set(SOMETIMES)) >= 30


def test_a_card_in_flight_when_the_power_goes_is_asked_for_and_the_coup_is_right() -> None:
    stop = StopSwitch()
    table = StormTable(1, Parts(), stop, BACCARAT)
    shoe = table.equipment.shoe
    assert shoe is not None
    while not (shoe.history and is_midway(table.watch.state)):
        table.timeline.step()
    shoe.draw()
    for device in table.devices.values():
        device.reboot()
    table.daemon.cut()
    for driver in table.drivers.values():
        driver.kill()
    table.converge()
    stop.close()
    assert table.timeline.seen["hold:card-missing"] >= 1
    assert table.timeline.seen["card-named-on-the-pad"]


def test_a_dealer_whose_finger_slipped_undoes_a_rank_that_is_not_the_cards() -> None:
    stop = StopSwitch()
    table = StormTable(1, Parts(), stop, BACCARAT)
    shoe = table.equipment.shoe
    assert shoe is not None
    shoe.is_misreading = True
    while not (table.bus.board and table.bus.board.hold and table.bus.board.hold.naming):
        table.timeline.step()
    wrong = "rank-7" if str(shoe.history[-1])[0] != "7" else "rank-8"
    table.equipment.pad.press(wrong)
    # A coup that is decided from another card than left the shoe breaks a promise.
    table.converge()
    stop.close()
    assert table.timeline.seen["card-named-on-the-pad"] > 2


def test_a_shoe_whose_count_stays_wrong_is_changed_also_where_betting_is_short() -> None:
    stop = StopSwitch()
    table = StormTable(1, Parts(), stop, BACCARAT)
    shoe = table.equipment.shoe
    assert shoe is not None
    table.edit_settings(timer_s=14)
    table.daemon.kill()
    table.daemon.start()
    while not (shoe.history and table.bus.board and table.bus.board.timer_left_ms):
        table.timeline.step()
    # A card fell out that no reader saw.
    shoe._left -= 1
    table.converge()
    stop.close()
    assert table.timeline.seen["dealer-waited-for-a-card"]


def test_dice_that_were_read_unheard_are_missed_by_the_dealer_who_calls_the_floor() -> None:
    stop = StopSwitch()
    table = StormTable(1, Parts(), stop, "machine-fortune")
    cup = table.equipment.cup
    assert cup is not None
    while not any(due.event == "dice_read" for due in table.watch.state.expected):
        table.timeline.step()
    cup.unplug()
    table.play([], table.timeline.time + 1.0)
    cup.reboot()
    table.converge()
    stop.close()
    assert table.timeline.seen["hold:floor-called"]


def test_wagers_that_a_hold_made_forget_are_not_waited_for_for_ever() -> None:
    stop = StopSwitch()
    table = StormTable(1, Parts(), stop, "holdem")
    while not (table.bus.board and table.bus.board.bets_open and table.people._keys):
        table.timeline.step()
    # As at a hold that ends before anything was entered.
    table.people._keys.clear()
    table.converge()
    stop.close()


def test_a_driver_that_starts_while_messages_are_lost_may_be_called_silent() -> None:
    stop = StopSwitch()
    table = StormTable(3, Parts(), stop, BACCARAT)
    loss = Fault(0, 20.0, "lose-messages", 0.0, 0.999, "0")
    cut = Fault(1, 20.2, "cut-power", 0.0, 0.28, "1")
    table.play([loss, cut], 22.0)
    # So few come through that some driver is not heard in time.
    table.bus.loss = 0.9
    table.play([], 50.0)
    stop.close()
    assert table.timeline.seen["event:driver_fell_silent"]


class AcksFirst(Daemon):
    """Says that a report is recorded before it is."""

    def _from_driver(
        self, message: Incoming, arrivals: list[Arrival], reports: list[tuple[bytes, Report]]
    ) -> None:
        super()._from_driver(message, arrivals, reports)
        for sender, report in reports:
            self._bus.to_device(sender, Ack(boot=report.boot, sequence=report.sequence))


class HastyJudge(Daemon):
    """Judges silence by the clock, before it has read what waits."""

    def turn(self) -> None:
        now = self._clock()
        late = [name for name, at in self._liveness._heard.items() if now - at > 4.0]
        for device in late:
            self._admit([Arrival(DAEMON, DriverFellSilent(device=device))])
        super().turn()


class TakesTwice(TableKeeper):
    """Takes every report for a new one."""

    def _in_order(
        self, arrivals: Iterable[Arrival], sequences: dict[tuple[str, int], int]
    ) -> Iterable[Arrival]:
        for arrival in arrivals:
            if arrival.boot is not None and arrival.sequence is not None:
                sequences[arrival.source, arrival.boot] = arrival.sequence
            yield arrival


class Believer(Journal):
    """Believes any checkpoint."""

    def latest_checkpoint(self, version: str) -> tuple[int, bytes] | None:
        for number, state in self._fetch(
            "SELECT number, state FROM checkpoint WHERE version = ?", version
        ):
            return number, state
        return None


def forgetful(disk: Disk) -> Journal:
    journal = open_journal(disk)
    journal._connection.execute("PRAGMA synchronous = NORMAL")
    return journal


def believing(disk: Disk) -> Journal:
    journal = open_journal(disk)
    journal.__class__ = Believer
    return journal


@dataclass(frozen=True)
class Planted:
    """A bug, and the promises it may break."""

    parts: Parts
    breaks: frozenset[str]
    kinds: tuple[str, ...]


PLANTED = {
    "ack before commit": Planted(
        Parts(daemon=AcksFirst), frozenset({"lost", "stuck", "cards"}), ("fill-disk",)
    ),
    "synchronous normal": Planted(
        Parts(open_journal=forgetful), frozenset({"lost"}), ("cut-power",)
    ),
    "no duplicate check": Planted(Parts(keeper=TakesTwice), frozenset({"doubled"}), ()),
    "silence before reading": Planted(
        Parts(daemon=HastyJudge), frozenset({"condemned"}), ("stop-daemon",)
    ),
    "a checkpoint believed": Planted(
        Parts(open_journal=believing), frozenset({"recovery"}), ("poison-checkpoint",)
    ),
}


def found(planted: Planted) -> Outcome:
    for seed in SEEDS:
        kinds = {fault.kind for fault in plan(seed, SHORT_H * 3600)}
        if set(planted.kinds) <= kinds:
            outcome = run_storm(seed, SHORT_H, parts=planted.parts, table=BACCARAT)
            if outcome.violation is not None:
                return outcome
    pytest.fail("the storm did not find it")


@pytest.mark.parametrize("name", PLANTED)
def test_a_planted_bug_is_found(name: str) -> None:
    planted = PLANTED[name]
    outcome = found(planted)
    assert outcome.violation is not None
    assert outcome.violation.name in planted.breaks


def test_a_button_one_seat_off_is_found() -> None:
    def off_by_one(state: TableState, event: Event) -> tuple[TableState, Decisions]:
        after, decided = advance(state, event)
        return after, tuple(map(moved, decided))

    def moved(decision: Decision) -> Decision:
        if not isinstance(decision, ButtonPlaced) or decision.button is None:
            return decision
        return ButtonPlaced(
            count=decision.count,
            counted_seat=decision.counted_seat,
            first_hand=decision.first_hand,
            button=decision.button % 8 + 1,
            readings=decision.readings,
        )

    # The same wrong rules in the daemon and in the watch: only counting by hand tells.
    daemon, watch = "controller.daemon.keeper.advance", "controller.storm.watch.advance"
    with patch(daemon, off_by_one), patch(watch, off_by_one):
        outcome = run_storm(1, SHORT_H, table=BACCARAT)
    assert outcome.violation is not None
    assert outcome.violation.name == "button"


def test_a_failing_seed_is_shrunk_to_few_faults_and_the_command_that_plays_it() -> None:
    planted = PLANTED["a checkpoint believed"]
    outcome = found(planted)
    short = shrunk(outcome, planted.parts)
    assert short.violation is not None
    assert {fault.kind for fault in short.faults} == {"poison-checkpoint"}
    numbers = ",".join(str(fault.number) for fault in short.faults)
    told = f"--hours {SHORT_H:g} --table {BACCARAT} --only {numbers}"
    assert command_of(short).endswith(told)


def test_the_command_prints_what_was_seen() -> None:
    result = underfelt("storm", "--seed", "3", "--hours", "0.01", "--json")
    report = json.loads(result.stdout)
    assert report["seeds"] == [3]
    assert report["broken"] == 0
    assert report["rounds"] >= 3
