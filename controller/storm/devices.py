"""Simulated devices: the real device session, a cable, and as much physics as a table needs."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Final

from config.wire_document import load_wire
from controller.facts.cards import Card
from controller.facts.events import Event
from controller.storm.cable import Cable
from controller.storm.timeline import Timeline
from controller.storm.waking import Sleeper
from drivers.kinds import protocol_of
from drivers.wire.codec import Value, WireMessage, wire_message
from drivers.wire.device_session import DeviceSession
from drivers.wire.notice import CommandReceived, DeviceNotice, Identity, SessionResult

READY_S: Final = 0.15


@dataclass
class Told:
    """What a boot of a device truly reported, and how much of it may be lost with its power."""

    events: list[Event] = field(default_factory=list)
    # The first number that was not acknowledged when the power went; 0 while it is on.
    lost_from: int = 0


class Device:
    """One device with a power switch; `told` is the truth the record is compared with."""

    kind = ""

    def __init__(self, timeline: Timeline, name: str, cable: Cable) -> None:
        self.name = name
        self.cable = cable
        self.timeline = timeline
        self.told: dict[int, Told] = {}
        self._protocol = protocol_of(self.kind)()
        self._document = load_wire(self.kind)
        self._sleeper = Sleeper(timeline, self._tick)
        self.session = self._begin()
        cable.to_device = self._hear
        cable.plug()
        self._start()

    @property
    def is_settled(self) -> bool:
        """Whether everything it told is in the record, as far as it knows."""
        return self.session.kept == 0 and self.session.state == "linked"

    def counted(self) -> int | None:
        """What it counts, kept over a loss of power."""
        return None

    def reboot(self) -> None:
        """The power is cut for a moment: what was not acknowledged is gone."""
        told = self.told[self.session.identity.boot]
        if self.session.kept:
            self.timeline.saw("device-lost-reports")
        told.lost_from = len(told.events) - self.session.kept + 1
        self.cable.pull()
        self.session = self._begin()
        self.cable.plug()
        self.timeline.after(READY_S, self._start)

    def unplug(self) -> None:
        """The cable is pulled; the device keeps its power."""
        self.cable.pull()
        self.session.stopped()

    def replug(self) -> None:
        """The cable is in again."""
        self.cable.plug()
        self._start()

    def emit(self, name: str, **fields: Value) -> None:
        """Report something that happened."""
        message = wire_message(name, **fields)
        event = self._protocol.event(message)
        assert event is not None
        self.told[self.session.identity.boot].events.append(event)
        self._act(self.session.emit(message, self.timeline.now))

    def execute(self, command: WireMessage) -> str | None:
        """Do what a command asks; the name of a fault where that cannot be."""
        del command
        return None

    def _begin(self) -> DeviceSession:
        boot = self.timeline.chance.getrandbits(32)
        self.told[boot] = Told()
        identity = Identity(
            self.kind, f"storm-{self.name}", "storm 1", 1, boot, count=self.counted()
        )
        return DeviceSession(self._document, identity)

    def _start(self) -> None:
        if self.cable.is_plugged and self.session.state == "off":
            self._act(self.session.started(self.timeline.now))

    def _hear(self) -> None:
        self._listen()
        self._sleeper.sleep_until(self.session.next_due())

    def _listen(self) -> None:
        data = self.cable.heard()
        if data and self.session.state != "off":
            self._put_out(self.session.received(data, self.timeline.now))

    def _tick(self) -> None:
        self._listen()
        self._act(self.session.tick(self.timeline.now))

    def _act(self, result: SessionResult[DeviceNotice]) -> None:
        self._put_out(result)
        self._sleeper.sleep_until(self.session.next_due())

    def _put_out(self, result: SessionResult[DeviceNotice]) -> None:
        self.cable.from_device(result.write)
        for notice in result.notices:
            if isinstance(notice, CommandReceived):
                fault = self.execute(notice.message)
                self._put_out(self.session.answer(notice.sequence, fault, self.timeline.now))


class Shoe(Device):
    """A shoe reader: every card that left it since the load, as it truly was."""

    kind = "shoe"

    def __init__(
        self,
        timeline: Timeline,
        name: str,
        cable: Cable,
        chance: Random,
        deck: Sequence[Card],
        depth: int,
    ) -> None:
        self._chance = chance
        self._deck = deck
        self._depth = depth
        self._cards: list[Card | None] = []
        self.history: list[Card] = []
        self.held = self._left = 0
        self.is_misreading = False
        super().__init__(timeline, name, cable)

    @property
    def left(self) -> int:
        """Cards still in it, the cut card not counted."""
        return self._left

    def counted(self) -> int:
        """Cards told of since the load."""
        return len(self.history)

    def load(self, decks: int) -> None:
        """Fill it; the cut card lies behind most of the cards."""
        cards: list[Card | None] = [*self._deck] * decks
        self._chance.shuffle(cards)
        cards.insert(self._depth, None)
        self._cards, self.history, self.held = cards, [], len(cards) - 1
        self._left = self.held
        self.emit("shoe_loaded", decks=decks)

    def draw(self) -> None:
        """Pull the next card over the reader."""
        card = self._cards.pop()
        if card is None:
            self.emit("cut_card_drawn")
            return
        self.history.append(card)
        self._left -= 1
        if self.is_misreading:
            self.is_misreading = False
            self.timeline.saw("card-misread")
            self.emit("card_unreadable", reason="unread")
        else:
            self.emit("card_drawn", card=card)
        if not self._cards:
            self.emit("shoe_emptied")


class Pad(Device):
    """The house dealer's keys."""

    kind = "entry-pad"

    def __init__(self, timeline: Timeline, name: str, cable: Cable) -> None:
        self.prompt = ""
        super().__init__(timeline, name, cable)

    def press(self, key: str, is_long: bool = False) -> None:
        """Press a key."""
        self.emit("key_pressed", key=key, press="long" if is_long else "short")

    def execute(self, command: WireMessage) -> None:
        """Show a prompt."""
        self.prompt = command.text("text")


class Lamps(Device):
    """Two lamps a seat: who banks, and who has the button."""

    kind = "lamps"

    def __init__(self, timeline: Timeline, name: str, cable: Cable) -> None:
        self.lit = (0, 0)
        super().__init__(timeline, name, cable)

    def execute(self, command: WireMessage) -> None:
        """Light two lamps; tell when one changed."""
        before, self.lit = self.lit, (command.integer("bank"), command.integer("action"))
        if self.lit != before:
            self.emit("lamps_shown", bank=self.lit[0], action=self.lit[1])

    def reboot(self) -> None:
        """Without power nothing is lit."""
        self.lit = (0, 0)
        super().reboot()
