"""The emulated floor: comes when the pad refused what the dealer named, and rules resume."""

import asyncio
from typing import Final

from controller.bus.client import DeskError
from controller.bus.desk_client import DeskClient
from controller.facts.events import RulingGiven
from controller.facts.roles import DEMONSTRATION_FLOOR

WALK_S: Final = 2.0
PLACE: Final = "emulated"


class EmulatedFloor:
    """Rules at the desk that a card nobody read was not due."""

    def __init__(self, desk: DeskClient, stretch: float) -> None:
        self._desk = desk
        self._walk_s = WALK_S * stretch

    async def let_go_on(self) -> bool:
        """Log in like anybody and end the hold; False when the desk does not let it."""
        await asyncio.sleep(self._walk_s)
        try:
            await asyncio.to_thread(self._rule)
        except DeskError:
            return False
        return True

    def _rule(self) -> None:
        name, _role, pin = DEMONSTRATION_FLOOR
        self._desk.log_in(name, pin, PLACE)
        self._desk.submit(RulingGiven(by=name, ruling="resume", note="not due"))
        self._desk.log_out()
