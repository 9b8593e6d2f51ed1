"""The test of a device at a running table: what it turns away from play, and how it ends."""

from controller.bus.desk_messages import EndTest, StartTest
from controller.daemon.trials import FORGOTTEN_AFTER_S, Trials
from controller.facts.cards import Card
from controller.facts.events import (
    BetsClosed,
    CardDrawn,
    DeviceLost,
    DeviceTestEnded,
    DeviceTestSeen,
    DeviceTestStarted,
    DiceRead,
    ShoeLidOpened,
)
from controller.facts.orders import Order
from tests.conftest import TablePlayer

SEVEN = CardDrawn(card=Card("7h"))


class NoOrders:
    """Devices that are told nothing."""

    def order(self, device: str, order: Order) -> None:
        raise AssertionError(device, order)

    def forget(self, device: str) -> None:
        del device


class TrialAtTable:
    """A test of one device at a table that waits for it."""

    def __init__(self, player: TablePlayer, device: str) -> None:
        self.now = 0.0
        self.player = player
        self.trials = Trials(lambda: player.state, NoOrders(), lambda: self.now)
        player.play(DeviceTestStarted(device=device, by="Ann"))
        self.trials.take(StartTest(session="", device=device))


def test_what_a_tested_pad_or_cup_reports_is_the_tests(baccarat: TablePlayer) -> None:
    trials = TrialAtTable(baccarat, "pad-1").trials
    closed = trials.unplayed("pad-1", "entry-pad", BetsClosed())
    assert isinstance(closed, DeviceTestSeen)
    assert closed.content == '{"kind":"bets_closed"}'
    assert trials.unplayed("cup-1", "dice-cup", DiceRead(dice=(1, 2, 3))).kind == "dice_read"


def test_of_a_tested_shoe_only_cards_are_the_tests(baccarat: TablePlayer) -> None:
    trials = TrialAtTable(baccarat, "shoe-1").trials
    assert trials.unplayed("shoe-1", "shoe", SEVEN).kind == "device_test_seen"
    assert trials.unplayed("shoe-1", "shoe", ShoeLidOpened()).kind == "shoe_lid_opened"


def test_a_tested_device_that_is_lost_is_lost(baccarat: TablePlayer) -> None:
    trials = TrialAtTable(baccarat, "pad-1").trials
    lost = DeviceLost(device="pad-1", reason="unplugged")
    assert trials.unplayed("pad-1", "entry-pad", lost) == lost


def test_a_test_that_is_left_ends_by_itself(baccarat: TablePlayer) -> None:
    trial = TrialAtTable(baccarat, "shoe-1")
    assert trial.trials.forgotten() is None
    trial.now = FORGOTTEN_AFTER_S
    trial.trials.unplayed("shoe-1", "shoe", SEVEN)
    trial.now += FORGOTTEN_AFTER_S
    assert trial.trials.forgotten() is None
    trial.now += 1
    assert trial.trials.forgotten() == DeviceTestEnded(device="shoe-1", by="the daemon")


def test_a_test_whose_hold_is_ruled_away_is_over(baccarat: TablePlayer) -> None:
    trial = TrialAtTable(baccarat, "shoe-1")
    baccarat.play(DeviceTestEnded(device="shoe-1", by="Ann"))
    assert trial.trials.forgotten() is not None
    trial.trials.take(EndTest(session="", device="shoe-1"))
    assert trial.trials.forgotten() is None
    assert trial.trials.unplayed("shoe-1", "shoe", SEVEN) == SEVEN


def test_a_test_that_an_earlier_start_left_open_is_ended(baccarat: TablePlayer) -> None:
    TrialAtTable(baccarat, "shoe-1")
    next_start = Trials(lambda: baccarat.state, NoOrders())
    assert next_start.left_open() == DeviceTestEnded(device="shoe-1", by="the daemon")
    baccarat.play(DeviceTestEnded(device="shoe-1", by="the daemon"))
    assert next_start.left_open() is None
