"""The keys in the addresses of screens: without the pad's nobody presses, the wall's is its own."""

import os
from collections.abc import Mapping
from typing import NamedTuple

from controller.web.page_keys import PAD_VARIABLE, WALL_VARIABLE, new_key, opens


class ScreenKeys(NamedTuple):
    """What the addresses of the pad and of the wall must name; no wall key: any page may be it."""

    pad: str
    wall: str = ""

    def opens_pad(self, given: str) -> bool:
        """Whether this is the pad's key."""
        return opens(given, self.pad)

    def opens_wall(self, given: str) -> bool:
        """Whether this is the wall's key."""
        return opens(given, self.wall)


def screen_keys(environ: Mapping[str, str] = os.environ) -> ScreenKeys:
    """The keys this process was given; a pad without one gets a new one at each start."""
    return ScreenKeys(environ.get(PAD_VARIABLE) or new_key(), environ.get(WALL_VARIABLE, ""))


def pad_address(host: str, port: int, key: str) -> str:
    """Where a browser finds the pad."""
    return f"http://{host}:{port}/pad?key={key}"
