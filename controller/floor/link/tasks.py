"""Work that goes on together, and ends together."""

import asyncio
import signal
from collections.abc import Coroutine
from typing import Final

_AGAIN_S: Final = 0.5


async def ended(task: "asyncio.Task[None]") -> None:
    """End a task for certain: until Python 3.12 a wait may swallow a cancellation."""
    while not task.done():
        task.cancel()
        await asyncio.wait({task}, timeout=_AGAIN_S)


async def together(*work: Coroutine[object, object, None]) -> None:
    """Go on until one of them fails or the caller is cancelled; then all have ended."""
    tasks = [asyncio.create_task(each) for each in work]
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_EXCEPTION)
        for task in done:
            task.result()
    finally:
        for task in tasks:
            await ended(task)


async def until_told(work: Coroutine[object, object, None]) -> None:
    """Work until it fails or somebody tells the process to stop."""
    stop = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, stop.set)
    task, told = asyncio.create_task(work), asyncio.create_task(stop.wait())
    await asyncio.wait({task, told}, return_when=asyncio.FIRST_COMPLETED)
    told.cancel()
    await ended(task)
    if not task.cancelled():
        task.result()
