"""Acts by their id: each is done once, however often a page sends it."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final

from controller.desk.page_messages import Done, NotDone

Answer = Done | NotDone
MOST_KEPT: Final = 500


class Once:
    """Keeps the newest answers, for a page whose socket was cut before it heard them."""

    def __init__(self, most: int = MOST_KEPT) -> None:
        self._most = most
        self._tasks: dict[tuple[str, str], asyncio.Task[Answer]] = {}

    def knows(self, session: str, id: str) -> bool:
        """Whether this was asked for before."""
        return (session, id) in self._tasks

    async def do(self, session: str, id: str, act: Callable[[], Awaitable[Answer]]) -> Answer:
        """Do it, or give the answer it had; it goes on when the one who asked is gone."""
        task = self._tasks.get((session, id))
        if task is None:
            task = asyncio.create_task(_awaited(act))
            self._tasks[session, id] = task
            self._forget_oldest()
        return await asyncio.shield(task)

    def _forget_oldest(self) -> None:
        ended = [key for key, task in self._tasks.items() if task.done()]
        for key in ended[: max(0, len(self._tasks) - self._most)]:
            del self._tasks[key]


async def _awaited(act: Callable[[], Awaitable[Answer]]) -> Answer:
    return await act()
