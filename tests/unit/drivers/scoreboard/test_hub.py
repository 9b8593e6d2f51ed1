"""The hub: what vouches for a picture, and which pictures count as new for the screens."""

from config.words.reasons import in_english
from controller.bus.messages import Beat
from controller.facts.board import Board, DeviceView
from controller.facts.events import Event
from drivers.scoreboard.hub import Hub
from drivers.scoreboard.screens_seen import Drawn
from tests.unit.drivers.scoreboard.served_table import board


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def drawn(number: int) -> Drawn:
    return Drawn(screen="kiosk", number=number, page="abc", paint_ms=2.0)


def kinds(events: list[Event]) -> list[str]:
    return [event.kind for event in events]


def as_device(number: int, state: str, reason: str = "") -> Board:
    entry = DeviceView.model_validate({"device": "scoreboard", "state": state, "reason": reason})
    return board(number).model_copy(update={"devices": (entry,)})


def test_a_heartbeat_vouches_for_the_picture_of_its_number() -> None:
    clock = Clock()
    hub = Hub(clock=clock)
    hub.take(board(5))
    clock.now += 10
    hub.take(Beat(number=5, at_ms=0))
    assert hub.age_ms == 0


def test_a_heartbeat_of_another_number_does_not_keep_an_old_picture_fresh() -> None:
    clock = Clock()
    hub = Hub(clock=clock)
    hub.take(board(5))
    clock.now += 10
    hub.take(Beat(number=6, at_ms=0))
    assert hub.age_ms == 10_000


def test_a_screen_is_behind_only_when_the_picture_differs() -> None:
    clock = Clock()
    hub = Hub(clock=clock)
    hub.take(board(5))
    hub.screen_drew(drawn(5))
    for number in range(6, 40):
        clock.now += 5
        hub.take(as_device(number, "ready"))
        hub.screen_drew(drawn(5))
        assert hub.screen_trouble() == ""
    hub.take(board(41, "Another game"))
    for _ in range(3):
        clock.now += 5
        hub.screen_drew(drawn(5))
    assert "shows a picture 10 s old" in in_english(hub.screen_trouble() or "")
