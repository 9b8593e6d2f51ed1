"""The key in the address of the wall: its browser has a place of its own, and vouches for it."""

import os
from collections.abc import Mapping
from typing import NamedTuple

from controller.web.page_keys import WALL_VARIABLE, opens


class ScreenKeys(NamedTuple):
    """What the address of the wall must name; no wall key: any page may be it."""

    wall: str = ""

    def opens_wall(self, given: str) -> bool:
        """Whether this is the wall's key."""
        return opens(given, self.wall)


def screen_keys(environ: Mapping[str, str] = os.environ) -> ScreenKeys:
    """The keys this process was given."""
    return ScreenKeys(environ.get(WALL_VARIABLE, ""))
