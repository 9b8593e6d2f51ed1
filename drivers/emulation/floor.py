"""The emulated floor: looks at the card or the dice a camera could not read, and rules."""

import asyncio
from collections.abc import Sequence
from typing import Final

from controller.bus.client import DeskClient, DeskError
from controller.core.board import Board
from controller.core.cards import Card
from controller.core.events import RulingGiven
from drivers.camera.emulator import CameraEmulator
from drivers.dice_cup.emulator import DiceCupEmulator
from drivers.emulation.device import EmulatedDevice
from drivers.shoe.emulator import CUT_CARD

NAME: Final = "emulated floor"
WALK_S: Final = 2.0
NOTE: Final = "seen on the felt"


class EmulatedFloor:
    """Comes only to tables with cameras: what a serial device cannot read stays on hold."""

    def __init__(self, desk: DeskClient, devices: Sequence[EmulatedDevice], stretch: float) -> None:
        self._desk = desk
        self._has_camera = any(isinstance(device, CameraEmulator) for device in devices)
        self._cup = next((d for d in devices if isinstance(d, DiceCupEmulator)), None)
        self._walk_s = WALK_S * stretch

    async def rule(self, board: Board, last_card: str) -> bool:
        """End a hold for something unread; False when the hold is for people."""
        if not self._has_camera or board.hold is None:
            return False
        ruling = self._ruling(board.hold.name, last_card)
        if ruling is None:
            return False
        await asyncio.sleep(self._walk_s)
        try:
            await asyncio.to_thread(self._give, ruling)
        except DeskError:
            return False
        return True

    def _give(self, ruling: RulingGiven) -> None:
        """Rule, and let the table go on without it where the ruling does not fit."""
        self._desk.submit(ruling, NAME)
        if self._desk.board().hold is not None:
            self._desk.submit(RulingGiven(by=NAME, ruling="resume", note="not due"), NAME)

    def _ruling(self, hold: str, last_card: str) -> RulingGiven | None:
        if hold == "card-unreadable" and last_card == CUT_CARD:
            return RulingGiven(by=NAME, ruling="resume", note="the cut card")
        if hold == "card-unreadable" and last_card:
            card = Card(last_card)
            return RulingGiven(by=NAME, ruling="use-card", card=card, note=NOTE)
        if hold == "dice-unreadable" and self._cup is not None:
            return RulingGiven(by=NAME, ruling="use-dice", dice=self._cup.dice, note=NOTE)
        return None
