"""Ending a process that ends by itself at the same moment."""

import asyncio
import sys

from controller.process.supervisor import _end


class EndsInTheGap:
    """A real process that is gone by the time patience has run out."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process
        self.kills = 0

    def terminate(self) -> None:
        """Ask it nothing: it does not listen."""

    async def wait(self) -> int:
        await asyncio.sleep(3600)
        return 0

    def kill(self) -> None:
        self.kills += 1
        self._process.kill()


async def test_a_process_gone_before_the_kill_is_simply_gone():
    process = await asyncio.create_subprocess_exec(sys.executable, "-c", "")
    await process.wait()
    ended = EndsInTheGap(process)
    await _end(ended, 0.01)
    assert ended.kills == 1
