"""The emulated house dealer: looks at the board, and does with the emulated devices what is due."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from random import Random
from typing import Final, TypeVar

from controller.bus.client import DeskClient, DeskError
from controller.facts.board import Board
from controller.facts.cards import RANKS
from controller.facts.decisions import Expectation
from drivers.camera.emulator import CameraEmulator
from drivers.dice_cup.emulator import DiceCupEmulator
from drivers.emulate.emulators import Emulators
from drivers.emulate.floor import EmulatedFloor
from drivers.emulate.hand_entry import EnteredCoups
from drivers.emulate.standing import read_standing
from drivers.emulate.unread import naming_keys
from drivers.emulator.chance import NamedChance
from drivers.emulator.device import EmulatedDevice, EmulatorError
from drivers.entry_pad.emulator import EntryPadEmulator
from drivers.shoe.emulator import ShoeEmulator
from drivers.shuffler.emulator import ShufflerEmulator

GLANCE_S: Final = 0.05
RETRY_S: Final = 0.3
# How long a person takes, in seconds at a stretch of 1.
BETTING_S: Final = 6.0
HAND_S: Final = 0.9
SETTLING_S: Final = 3.5
KEYING_S: Final = 0.4
LOOKING_S: Final = 1.2
BETWEEN_RESULTS_S: Final = 2.1
PASSES_BANK: Final = 0.2
IS_SHORT: Final = 0.3
DECIDES: Final = 0.4
KEYS: Final = {
    "collection_taken": ("collection", HAND_S),
    "bets_closed": ("close-bets", HAND_S),
    "piles_dealt": ("piles-dealt", 8.0),
    "piles_delivered": ("piles-delivered", 5.0),
    "cards_dealt": ("cards-dealt", 5.0),
    "cards_revealed": ("revealed", HAND_S),
    "stage_settled": ("stage-settled", HAND_S),
    "round_settled": ("settled", SETTLING_S),
    "insurance_closed": ("insurance-closed", HAND_S),
    "hand_stood": ("stand", HAND_S),
    "hand_doubled": ("double", HAND_S),
    "hand_split": ("split", HAND_S),
    "hand_surrendered": ("surrender", HAND_S),
    "hand_rescued": ("rescue", HAND_S),
}
# How often a player does something less usual than the first thing the board names.
VARIES: Final = 0.15
# How often, with results by hand, nobody bets on a hand, and how often a result is taken back.
IS_FREE: Final = 0.04
ERRS: Final = 0.03

_log = logging.getLogger(__name__)
Emulator = TypeVar("Emulator", bound=EmulatedDevice)


class HouseDealer:
    """Plays one table on its emulated devices, from a seed, as fast as people."""

    def __init__(
        self,
        emulators: Emulators,
        run_dir: Path,
        devices: Sequence[str],
        decks: int,
        seed: int,
        stretch: float,
        coups: EnteredCoups | None = None,
    ) -> None:
        self._desk = DeskClient(run_dir, timeout_s=2.0)
        self._chance = NamedChance(f"{seed}/dealer")
        # Apart from the players' chance: an act done twice takes longer and changes nothing else.
        self._haste = Random(f"{seed}/haste")
        # For results by hand: one that was taken back must be able to differ the next time.
        self._random = Random(f"{seed}/dealer")
        self._decks = decks
        self._stretch = stretch
        self._devices = [emulators.emulator(device) for device in devices]
        self._bets_of = 0
        self._entered_at = 0.0
        self._last_stack: list[str] = []
        self._last_card = ""
        self._floor = EmulatedFloor(self._desk, stretch)
        self._has_camera = any(isinstance(each, CameraEmulator) for each in self._devices)
        self._acts: dict[str, Callable[[Board], Awaitable[None]]] = {
            "bank_accepted": self._answer_offer,
            "shoe_loaded": self._load_shoe,
            "wager_placed": self._place_bets,
            "card_drawn": self._draw,
            "hole_checked": self._check_hole,
            "stack_dispensed": self._serve_stack,
            "card_turned": self._turn_card,
            "play_closed": self._decide_play,
            "coverage_declared": self._declare_coverage,
            "deck_unloaded": self._wait,
            "pile_chosen": self._choose_pile,
            "shake_started": self._shake,
            "cup_opened": self._open_cup,
            "dice_read": self._wait,
            "ruling_given": self._end_hold,
        }
        if coups is not None:
            self._acts |= self._acts_by_hand(coups)

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
        standing = await asyncio.to_thread(read_standing, self._desk)
        for device in self._devices:
            if isinstance(device, ShoeEmulator) and standing.decks:
                device.stand(standing.decks, standing.drawn, standing.is_cut_out)
                self._last_card = standing.last_card
            if isinstance(device, ShufflerEmulator) and standing.is_shuffled:
                device.stand(standing.colour, standing.stacks, standing.in_tray)

    async def _look(self) -> Board | None:
        try:
            return await asyncio.to_thread(self._desk.board)
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
        for expectation in self._chosen(board):
            kind = expectation.event
            if kind == "wager_placed" and self._bets_of == board.round:
                continue
            if kind in KEYS:
                key, seconds = KEYS[kind]
                await self._pause(seconds)
                await self._press(key)
            else:
                await self._acts.get(kind, self._wait)(board)
            return
        await self._wait(board)

    def _chosen(self, board: Board) -> Sequence[Expectation]:
        """What is expected, or now and then another thing a hand may do."""
        known = (*KEYS, "card_drawn")
        acts = [e for e in board.expected if e.hand == "player" and e.event in known]
        chance = self._chance.of(board.round, "act", *_moment(board))
        if len(acts) > 1 and chance.random() < VARIES:
            return [chance.choice(acts)]
        return board.expected

    async def _pause(self, seconds: float) -> None:
        await asyncio.sleep(seconds * self._stretch * self._haste.uniform(0.8, 1.2))

    async def _wait(self, _board: Board) -> None:
        await asyncio.sleep(GLANCE_S)

    async def _end_hold(self, board: Board) -> None:
        """Name what a camera could not read; other holds are for people, as in a serial table."""
        hold = board.hold
        keys = naming_keys(hold, self._last_card, self._dice()) if hold else []
        if hold is None or not (keys and self._has_camera):
            await self._wait(board)
        elif hold.refused:
            await self._floor.let_go_on()
        else:
            await self._name(keys)

    async def _name(self, keys: Sequence[str]) -> None:
        await asyncio.sleep(LOOKING_S * self._stretch)
        for key in keys:
            await asyncio.sleep(KEYING_S * self._stretch)
            await self._press(key)

    def _dice(self) -> tuple[int, ...]:
        cups = (each for each in self._devices if isinstance(each, DiceCupEmulator))
        return next((cup.dice for cup in cups), ())

    async def _press(self, key: str, long: bool = False) -> None:
        await self._find(EntryPadEmulator).press(key, long)

    def _find(self, kind: type[Emulator]) -> Emulator:
        return next(device for device in self._devices if isinstance(device, kind))

    # What the board may ask for

    async def _answer_offer(self, board: Board) -> None:
        """Pass now and then; a halted game waits for somebody who takes the bank."""
        await self._pause(HAND_S)
        chance = self._chance.of(board.round, f"bank-{board.offered}")
        is_passed = board.phase != "halted" and chance.random() < PASSES_BANK
        await self._press("bank-no" if is_passed else "bank-yes")

    async def _place_bets(self, board: Board) -> None:
        seats = [seat for seat in range(1, board.seats + 1) if seat != board.bank]
        fewest = 1 if board.bank else 2
        chance = self._chance.of(board.round, "wagers")
        many = chance.randint(fewest, min(5, len(seats)))
        chosen = sorted(chance.sample(seats, many))
        self._bets_of = board.round
        for seat in chosen:
            await self._pause(BETTING_S / len(chosen))
            await self._press(f"seat-{seat}")

    async def _load_shoe(self, _board: Board) -> None:
        await self._pause(SETTLING_S)
        await self._find(ShoeEmulator).load(self._decks)

    async def _draw(self, _board: Board) -> None:
        await self._pause(HAND_S)
        self._last_card = await self._find(ShoeEmulator).draw()

    async def _check_hole(self, board: Board) -> None:
        """The bank's face-down card was the last of the deal."""
        await self._pause(HAND_S)
        ranks = {self._last_card[:1], board.banker[0][0]}
        is_natural = "A" in ranks and bool(ranks & set("TJQK"))
        await self._press("hole-natural" if is_natural else "hole-clear")

    async def _serve_stack(self, board: Board) -> None:
        """Load the deck that is due; the machine puts out the stacks by itself."""
        shuffler = self._find(ShufflerEmulator)
        if not shuffler.has_deck:
            await self._pause(SETTLING_S)
            await shuffler.load(board.deck_colour or "red")
        else:
            await self._wait(board)

    async def _lift_stack(self) -> bool:
        """Whatever comes next, a stack in the tray is carried to its place first."""
        for device in self._devices:
            if isinstance(device, ShufflerEmulator) and device.tray is not None:
                await self._pause(HAND_S)
                self._last_stack = await device.take()
                return True
        return False

    async def _turn_card(self, board: Board) -> None:
        """The bank's stack is the last one."""
        await self._pause(HAND_S)
        place = 1 if board.expected[0].code == "turn-bank-enter-second" else -1
        chance = self._chance.of(board.round, "turned")
        card = self._last_stack[place] if self._last_stack else chance.choice(RANKS)
        await self._press(f"rank-{card[0]}")

    async def _decide_play(self, board: Board) -> None:
        """A seat plays or folds now and then; then the window is closed."""
        await self._pause(HAND_S)
        keys = {"play_placed": "play", "hand_folded": "fold"}
        choices = [f"{keys[e.event]}-{e.seat}" for e in board.expected if e.event in keys]
        chance = self._chance.of(board.round, "play", *_moment(board))
        if choices and chance.random() < DECIDES:
            await self._press(chance.choice(choices))
        else:
            await self._pause(SETTLING_S)
            await self._press("play-closed")

    async def _declare_coverage(self, board: Board) -> None:
        await self._pause(HAND_S)
        is_short = self._chance.of(board.round, "coverage").random() < IS_SHORT
        await self._press("short" if is_short else "covered")

    async def _choose_pile(self, board: Board) -> None:
        await self._pause(SETTLING_S)
        await self._press(f"pile-{self._chance.of(board.round, 'pile').randint(1, 7)}")

    async def _shake(self, board: Board) -> None:
        """However often the cup is shaken in a round, its dice fall the same."""
        duration = self._haste.uniform(1.0, 2.5)
        await self._find(DiceCupEmulator).shake(duration, throw=board.round)

    async def _open_cup(self, _board: Board) -> None:
        await self._pause(HAND_S)
        cup = self._find(DiceCupEmulator)
        await cup.open()
        await self._pause(SETTLING_S)
        await cup.close()

    # Results by hand: the cards are known to the dealer alone

    def _acts_by_hand(self, coups: EnteredCoups) -> dict[str, Callable[[Board], Awaitable[None]]]:
        async def load(_board: Board) -> None:
            await self._pause(SETTLING_S)
            await self._press(coups.load(), long=True)

        async def open_bets(board: Board) -> None:
            if coups.is_out:
                await load(board)
            elif self._random.random() < IS_FREE:
                await self._enter(coups, board, is_free=True)
            await self._place_bets(board)

        async def turn(_board: Board) -> None:
            await self._pause(HAND_S)
            await self._press(f"rank-{coups.button_rank()}")

        async def enter(board: Board) -> None:
            await self._enter(coups, board)

        return {
            "shoe_loaded": load,
            "wager_placed": open_bets,
            "card_turned": turn,
            "result_entered": enter,
        }

    async def _enter(self, coups: EnteredCoups, board: Board, is_free: bool = False) -> None:
        """Key a result in; now and then it was the wrong one and is taken back."""
        *keys, last = coups.keys(board)
        for key in keys:
            await self._pause(KEYING_S)
            await self._press(key)
        await self._pause(KEYING_S)
        # The table takes two results in so short a time for one entered twice.
        await asyncio.sleep(max(0.0, self._entered_at + BETWEEN_RESULTS_S - time.monotonic()))
        await self._press(last, long=is_free)
        await self._until_recorded()
        after = await self._look()
        if after is None or (after.entry is not None and after.entry.winner):
            return
        self._entered_at = time.monotonic()
        if not is_free and last == "enter" and self._random.random() < ERRS:
            await self._press("undo")
        else:
            coups.entered()


def _moment(board: Board) -> list[object]:
    """What tells one choice of a round from the next: the hands, and what they may do."""
    hands = [(hand.seat, *map(str, hand.cards), hand.doubled, hand.ended) for hand in board.hands]
    return [*hands, *((each.event, each.seat) for each in board.expected)]
