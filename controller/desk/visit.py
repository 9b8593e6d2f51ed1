"""A visit: one person at one page, whose word reaches the daemon's desk and nobody else's."""

import asyncio
from collections.abc import Callable
from typing import NamedTuple, TypeVar

from controller.bus.client import DeskError
from controller.bus.desk_client import DeskClient
from controller.facts.phrase import phrase
from controller.facts.roles import ActingRole

Found = TypeVar("Found")
# The way to the desk where people are known and every right is decided.
Door = Callable[[], DeskClient]
NOBODY = phrase("nobody-logged-in")


class Visit(NamedTuple):
    """Who has the page open; nobody where the key in the address opened it."""

    door: Door
    session: str = ""
    person: str = ""
    role: ActingRole | None = None

    async def at_desk(self, act: Callable[[DeskClient], Found]) -> Found:
        """Ask or act at the daemon's desk under this name; DeskError says why not."""
        if not self.session:
            raise DeskError("nobody is logged in; log in at the desk", NOBODY)
        client = self.door()
        client.resume(self.session)
        return await asyncio.to_thread(act, client)


async def visit_of(door: Door, session: str) -> Visit:
    """The visit of a session; DeskError where it is over."""
    came = await Visit(door, session).at_desk(lambda desk: desk.attendance())
    return Visit(door, session, came.person, came.role)


def is_over(error: DeskError) -> bool:
    """Whether the session has ended, and somebody must log in."""
    return error.because is not None and error.because.code == NOBODY.code
