"""Ending a process that ends by itself at the same moment."""

import asyncio
import sys

import pytest

from controller.process.supervisor import _end


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
