"""The supervisor of one table's processes: starts, restarts within a budget, ends them."""

import asyncio
import os
import signal
import sys
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

from controller.process.parent import SUPERVISOR

RESTARTS: Final = 5
WITHIN_S: Final = 60.0
PATIENCE_S: Final = 1.2
# The first one keeps the record: killed before it has folded its log in, it leaves two files.
FIRST_PATIENCE_S: Final = 10.0
BAD_CONFIGURATION: Final = 2
LOOK_S: Final = 0.02


class Budget:
    """At most so many restarts in so long; pure, told the time."""

    def __init__(self, restarts: int = RESTARTS, within_s: float = WITHIN_S) -> None:
        self._restarts = restarts
        self._within_s = within_s
        self._times: deque[float] = deque()

    def allows(self, now: float) -> bool:
        """Spend one restart if there is one left."""
        while self._times and now - self._times[0] > self._within_s:
            self._times.popleft()
        if len(self._times) >= self._restarts:
            return False
        self._times.append(now)
        return True


class Supervisor:
    """Runs named commands until told to stop; `say` gets one line per thing worth saying."""

    def __init__(
        self,
        commands: Mapping[str, Sequence[str]],
        say: Callable[[str], None],
        awaited: Mapping[str, Path] | None = None,
    ) -> None:
        self._commands = commands
        self._say = say
        self._awaited = awaited or {}
        self._stop = asyncio.Event()
        self._processes: dict[str, asyncio.subprocess.Process] = {}
        self.exit_code = 0

    def stop(self, exit_code: int = 0) -> None:
        """End every process; `run` returns when they are gone."""
        self.exit_code = max(self.exit_code, exit_code)
        self._stop.set()

    async def run(self) -> int:
        """Keep every process running until stopped; returns the exit code."""
        watchers = [
            asyncio.create_task(self._keep(name, command))
            for name, command in self._commands.items()
        ]
        await self._stop.wait()
        await self._end_all()
        await asyncio.gather(*watchers)
        return self.exit_code

    async def _keep(self, name: str, command: Sequence[str]) -> None:
        budget = Budget()
        await self._until_there(name)
        while not self._stop.is_set():
            code = await self._once(name, command)
            if self._stop.is_set():
                return
            if code == BAD_CONFIGURATION:
                self.stop(BAD_CONFIGURATION)
            elif not budget.allows(time.monotonic()):
                self._say(f"{name} ended {RESTARTS + 1} times in {WITHIN_S:.0f} s; the table stops")
                self.stop(1)
            else:
                self._say(f"{name} ended with {code}; starting it again")

    async def _until_there(self, name: str) -> None:
        """Wait for what a process would miss if it came first."""
        while name in self._awaited and not self._awaited[name].exists():
            if self._stop.is_set():
                return
            await asyncio.sleep(LOOK_S)

    async def _once(self, name: str, command: Sequence[str]) -> int:
        # Its own session: Ctrl-C reaches the supervisor alone, which ends the others in order.
        process = await asyncio.create_subprocess_exec(
            *command,
            stderr=asyncio.subprocess.PIPE,
            start_new_session=True,
            env={**os.environ, SUPERVISOR: str(os.getpid())},
        )
        self._processes[name] = process
        if self._stop.is_set():
            # Its start was under way when the others were ended.
            _signal(process, signal.SIGKILL)
        assert process.stderr is not None
        async for line in process.stderr:
            # Once the table stops, its parts lose each other and say so; nobody needs to read it.
            if not self._stop.is_set():
                self._say(f"{name}: {line.decode(errors='replace').rstrip()}")
        return await process.wait()

    async def _end_all(self) -> None:
        """End in reverse order of start: drivers before the devices they would miss."""
        deadline = time.monotonic() + PATIENCE_S
        first = next(iter(self._commands), "")
        for name in reversed(list(self._commands)):
            process = self._processes.get(name)
            if process is not None and process.returncode is None:
                left = max(0.0, deadline - time.monotonic())
                await _end(process, FIRST_PATIENCE_S if name == first else left)


async def _end(process: asyncio.subprocess.Process, patience_s: float) -> None:
    _signal(process, signal.SIGTERM)
    try:
        await asyncio.wait_for(process.wait(), patience_s)
    except TimeoutError:
        _signal(process, signal.SIGKILL)


def _signal(process: asyncio.subprocess.Process, number: signal.Signals) -> None:
    """Not by the process's own methods: they collect one that has ended, and how is lost."""
    if process.returncode is None:
        with suppress(ProcessLookupError):
            os.kill(process.pid, number)


def underfelt(*arguments: str) -> list[str]:
    """The command line of one of our own processes."""
    return [sys.executable, "-m", "controller", *arguments]
