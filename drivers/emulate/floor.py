"""The emulated floor: comes when the pad refused what the dealer named, and rules resume."""

import asyncio
from typing import Final

from controller.bus.client import DeskClient, DeskError
from controller.facts.events import RulingGiven

NAME: Final = "emulated floor"
WALK_S: Final = 2.0


class EmulatedFloor:
    """Rules at the desk that a card nobody read was not due."""

    def __init__(self, desk: DeskClient, stretch: float) -> None:
        self._desk = desk
        self._walk_s = WALK_S * stretch

    async def let_go_on(self) -> bool:
        """End the hold; False when the desk does not answer."""
        await asyncio.sleep(self._walk_s)
        ruling = RulingGiven(by=NAME, ruling="resume", note="not due")
        try:
            await asyncio.to_thread(self._desk.submit, ruling, NAME)
        except DeskError:
            return False
        return True
