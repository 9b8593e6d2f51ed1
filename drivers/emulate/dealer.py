"""The policy's body at a table of devices: does in time, with those emulated, what is due."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from pathlib import Path
from random import Random
from typing import Final, TypeVar

from controller.bus.client import AnswersClient, DeskError
from controller.bus.desk_client import DeskClient
from controller.dealing.dealer import Dealer
from controller.dealing.people import Chance, People, SeededPeople, Sight
from controller.facts.board import Board
from controller.facts.cards import RANKS
from controller.facts.decisions import Expectation
from controller.facts.events import Event, KeyPressed
from drivers.camera.emulator import CameraEmulator
from drivers.dice_cup.emulator import DiceCupEmulator
from drivers.emulate.emulators import Emulators
from drivers.emulate.floor import EmulatedFloor
from drivers.emulate.keys import key_of
from drivers.emulate.standing import read_standing
from drivers.emulate.unread import naming_keys
from drivers.emulator.chance import NamedChance
from drivers.emulator.device import EmulatedDevice, EmulatorError
from drivers.entry_pad.emulator import EntryPadEmulator
from drivers.shoe.emulator import ShoeEmulator
from drivers.shuffler.emulator import ShufflerEmulator

GLANCE_S: Final = 0.05
RETRY_S: Final = 0.3
# A question is lost with the daemon that had it: asked again before anybody calls the table stuck.
ANSWER_S: Final = 1.0
# How long a person takes, in seconds at a stretch of 1.
BETTING_S: Final = 6.0
HAND_S: Final = 0.9
SETTLING_S: Final = 3.5
KEYING_S: Final = 0.4
LOOKING_S: Final = 1.2
BETWEEN_RESULTS_S: Final = 2.1
# How long a person takes before an entry, where it is not a moment.
BEFORE_S: Final = {
    "key_pressed": KEYING_S,
    "piles_dealt": 8.0,
    "piles_delivered": 5.0,
    "hands_set": 8.0,
    "cards_dealt": 5.0,
    "pile_chosen": SETTLING_S,
    "play_closed": SETTLING_S,
    "round_settled": SETTLING_S,
    "shoe_loaded": SETTLING_S,
}

_log = logging.getLogger(__name__)
Emulator = TypeVar("Emulator", bound=EmulatedDevice)
Doing = Callable[[Board], Awaitable[None]]


class HouseDealer:
    """Plays one table from a seed, as fast as people; what is not emulated it leaves to others."""

    def __init__(
        self,
        emulators: Emulators,
        run_dir: Path,
        devices: Sequence[str],
        decks: int,
        seed: int,
        stretch: float,
        policy: Callable[[People, Chance], Dealer],
    ) -> None:
        # Who deals sees the cards: what a device holds after a start is in the guarded answers.
        self._table = AnswersClient(run_dir, timeout_s=ANSWER_S, guarded=True)
        self._chance = NamedChance(f"{seed}/dealer")
        # Apart from the players' chance: an act done twice takes longer and changes nothing else.
        self._haste = Random(f"{seed}/haste")
        self._policy = policy(SeededPeople(self._chance_of, self._see), Random(f"{seed}/coups"))
        self._decks = decks
        self._stretch = stretch
        self._devices = [emulators.emulator(device) for device in devices]
        self._pad = self._find(EntryPadEmulator)
        self._entered_at = 0.0
        self._last_stack: list[str] = []
        self._last_card = ""
        self._moment: list[object] = []
        self._floor = EmulatedFloor(DeskClient(run_dir, timeout_s=2.0), stretch)
        self._has_camera = any(isinstance(each, CameraEmulator) for each in self._devices)
        self._acts: dict[str, Doing] = {
            "shoe_loaded": self._with(ShoeEmulator, self._load_shoe),
            "card_drawn": self._with(ShoeEmulator, self._draw),
            "stack_dispensed": self._with(ShufflerEmulator, self._serve_stack),
            "shake_started": self._with(DiceCupEmulator, self._shake),
            "cup_opened": self._with(DiceCupEmulator, self._open_cup),
            "dice_read": self._with(DiceCupEmulator, self._open_again),
            "ruling_given": self._with(EntryPadEmulator, self._end_hold),
        }

    async def play(self) -> None:
        """Deal until cancelled."""
        while True:
            board = await self._look()
            try:
                if board is not None:
                    await self._do(board)
            except EmulatorError as error:
                _log.warning("the emulated dealer cannot go on: %s", error)
                await asyncio.sleep(RETRY_S)
            await self._until_recorded()

    async def take_over(self) -> None:
        """Put back into the emulated devices what the record says they held."""
        while await self._look() is None:
            pass
        standing = await asyncio.to_thread(read_standing, self._table)
        for device in self._devices:
            if isinstance(device, ShoeEmulator) and standing.decks:
                device.stand(standing.decks, standing.drawn, standing.is_cut_out, standing.told)
                self._last_card = standing.last_card
            if isinstance(device, ShufflerEmulator) and standing.is_shuffled:
                device.stand(standing.colour, standing.stacks, standing.in_tray)

    async def _look(self) -> Board | None:
        try:
            return await asyncio.to_thread(self._table.board)
        except DeskError:
            await asyncio.sleep(RETRY_S)
            return None

    async def _until_recorded(self) -> None:
        """A person sees on the pad that an entry was taken; so does the emulated one."""
        while any(device.kept_events for device in self._devices):
            await asyncio.sleep(GLANCE_S * min(1.0, self._stretch))

    async def _do(self, board: Board) -> None:
        if board.hold is None and await self._lift_stack():
            return
        self._moment = _moment(board)
        await self._learn_hole(board)
        act = self._policy.act(_sight_of(board))
        if isinstance(act, Expectation):
            await self._acts.get(act.event, self._wait)(board)
        elif act is not None and self._pad is not None:
            await self._enter(self._pad, act)
        else:
            await self._wait(board)

    async def _enter(self, pad: EntryPadEmulator, events: Sequence[Event]) -> None:
        for event in events:
            is_bet = event.kind == "wager_placed"
            seconds = BETTING_S / len(events) if is_bet else BEFORE_S.get(event.kind, HAND_S)
            await self._pause(seconds)
            await self._between_results(event)
            await pad.press(*key_of(event))

    async def _between_results(self, event: Event) -> None:
        """The table takes two results in so short a time for one entered twice."""
        if isinstance(event, KeyPressed) and event.key == "enter":
            await asyncio.sleep(max(0.0, self._entered_at + BETWEEN_RESULTS_S - time.monotonic()))
            self._entered_at = time.monotonic()

    async def _pause(self, seconds: float) -> None:
        await asyncio.sleep(seconds * self._stretch * self._haste.uniform(0.8, 1.2))

    async def _wait(self, _board: Board) -> None:
        await asyncio.sleep(GLANCE_S)

    def _find(self, kind: type[Emulator]) -> Emulator | None:
        return next((device for device in self._devices if isinstance(device, kind)), None)

    def _with(
        self, kind: type[Emulator], act: Callable[[Emulator, Board], Awaitable[None]]
    ) -> Doing:
        """The act on the emulated device of a kind; where it is real, whoever is there acts."""
        device = self._find(kind)
        return self._wait if device is None else partial(act, device)

    # What people see and decide

    def _chance_of(self, sight: Sight, matter: str) -> Chance:
        """What is decided twice of one moment is decided the same."""
        return self._chance.of(sight.round, matter, *self._moment)

    def _see(self, sight: Sight, wanted: Expectation) -> str:
        """The hole card was the last of the deal, and the bank's stack is the last one."""
        if wanted.event == "hole_checked":
            return self._last_card
        place = 1 if wanted.code == "turn-bank-enter-second" else -1
        if self._last_stack:
            return self._last_stack[place]
        return self._chance_of(sight, "turned").choice(RANKS)

    async def _learn_hole(self, board: Board) -> None:
        """A card that came from a real shoe lies on the felt; here it is in the record."""
        is_due = any(wanted.event == "hole_checked" for wanted in board.expected)
        if is_due and self._find(ShoeEmulator) is None:
            standing = await asyncio.to_thread(read_standing, self._table)
            self._last_card = standing.last_card

    # What is done with devices

    async def _end_hold(self, pad: EntryPadEmulator, board: Board) -> None:
        """Name what a camera could not read or a shoe lost; other holds are for people."""
        hold, cup = board.hold, self._find(DiceCupEmulator)
        keys = naming_keys(hold, self._last_card, cup.dice if cup else ()) if hold else []
        is_ours = self._has_camera or (hold is not None and hold.name == "card-missing")
        if hold is None or not (keys and is_ours):
            await self._wait(board)
        elif hold.refused:
            await self._floor.let_go_on()
        else:
            await asyncio.sleep(LOOKING_S * self._stretch)
            for key in keys:
                await asyncio.sleep(KEYING_S * self._stretch)
                await pad.press(key)

    async def _load_shoe(self, shoe: ShoeEmulator, _board: Board) -> None:
        await self._pause(SETTLING_S)
        await shoe.load(self._decks)

    async def _draw(self, shoe: ShoeEmulator, _board: Board) -> None:
        await self._pause(HAND_S)
        self._last_card = await shoe.draw()

    async def _serve_stack(self, shuffler: ShufflerEmulator, board: Board) -> None:
        """Load the deck that is due; the machine puts out the stacks by itself."""
        if not shuffler.has_deck:
            await self._pause(SETTLING_S)
            await shuffler.load(board.deck_colour or "red")
        else:
            await self._wait(board)

    async def _lift_stack(self) -> bool:
        """Whatever comes next, a stack in the tray is carried to its place first."""
        shuffler = self._find(ShufflerEmulator)
        if shuffler is None or shuffler.tray is None:
            return False
        await self._pause(HAND_S)
        self._last_stack = await shuffler.take()
        return True

    async def _shake(self, cup: DiceCupEmulator, board: Board) -> None:
        """However often the cup is shaken in a round, its dice fall the same."""
        await cup.shake(self._haste.uniform(1.0, 2.5), throw=board.round)

    async def _open_again(self, cup: DiceCupEmulator, board: Board) -> None:
        """Dice that lie open and were not told: the cup lost its power, and feels its lid anew."""
        await self._pause(LOOKING_S)
        await cup.close()
        cup.lie(board.round)
        await self._open_cup(cup, board)

    async def _open_cup(self, cup: DiceCupEmulator, _board: Board) -> None:
        await self._pause(HAND_S)
        await cup.open()
        await self._pause(SETTLING_S)
        await cup.close()


def _sight_of(board: Board) -> Sight:
    keyed = board.entry.winner if board.entry else ""
    return Sight(board.expected, board.round, board.seats, board.bank, lambda: board.banker, keyed)


def _moment(board: Board) -> list[object]:
    """What tells one choice of a round from the next: the hands, and what they may do."""
    hands = [(hand.seat, *map(str, hand.cards), hand.doubled, hand.ended) for hand in board.hands]
    return [*hands, *((each.event, each.seat) for each in board.expected)]
