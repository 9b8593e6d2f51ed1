"""Starting a process when what it needs is there, and ending one that ends by itself."""

import asyncio
import sys
from pathlib import Path

import pytest

from controller.process.supervisor import Supervisor, _end


async def test_a_process_gone_before_the_kill_is_simply_gone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    process = await asyncio.create_subprocess_exec(sys.executable, "-c", "")
    await process.wait()
    kills, kill = [], process.kill

    def kill_too_late() -> None:
        kills.append(process.pid)
        kill()

    # It does not listen, and is gone by the time patience has run out.
    monkeypatch.setattr(process, "terminate", lambda: None)
    monkeypatch.setattr(process, "wait", lambda: asyncio.sleep(3600))
    monkeypatch.setattr(process, "kill", kill_too_late)
    await _end(process, 0.01)
    assert kills == [process.pid]


async def test_a_process_is_started_when_what_it_awaits_is_there(tmp_path: Path) -> None:
    port, said = tmp_path / "port", list[str]()
    look = f"import sys, pathlib; sys.exit(2 if pathlib.Path({str(port)!r}).exists() else 3)"
    commands = {"driver": [sys.executable, "-c", look]}
    supervisor = Supervisor(commands, said.append, {"driver": port})
    running = asyncio.create_task(supervisor.run())
    await asyncio.sleep(0.1)
    port.touch()
    assert (await running, said) == (2, [])


async def test_a_process_that_still_waits_does_not_hinder_the_end(tmp_path: Path) -> None:
    supervisor = Supervisor({"driver": ["false"]}, print, {"driver": tmp_path / "port"})
    running = asyncio.create_task(supervisor.run())
    await asyncio.sleep(0)
    supervisor.stop()
    assert await running == 0
