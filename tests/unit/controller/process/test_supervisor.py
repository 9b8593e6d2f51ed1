"""Starting a process when what it needs is there, and ending one that ends by itself."""

import asyncio
import signal
import sys
import time
from pathlib import Path

import pytest

from controller.process.supervisor import Supervisor, _end


async def test_how_a_process_ended_is_known_though_it_is_ended_again(
    caplog: pytest.LogCaptureFixture,
) -> None:
    process = await asyncio.create_subprocess_exec(sys.executable, "-c", "raise SystemExit(7)")
    # It ends while nobody looks.
    time.sleep(1.0)
    await _end(process, 10.0)
    assert (process.returncode, caplog.text) == (7, "")


async def test_a_process_that_does_not_listen_is_killed() -> None:
    deaf = "import signal as s, time; s.signal(15, s.SIG_IGN); print(1, flush=True); time.sleep(60)"
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", deaf, stdout=asyncio.subprocess.PIPE
    )
    assert process.stdout is not None
    await process.stdout.readline()
    await _end(process, 0.01)
    assert await process.wait() == -signal.SIGKILL


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


async def test_the_one_that_keeps_the_record_may_finish_though_another_is_slow_to_end(
    tmp_path: Path,
) -> None:
    ready, whole = tmp_path / "ready", tmp_path / "whole"
    writer = (
        "import pathlib, signal, sys, time\n"
        "def end(*_):\n"
        f"    time.sleep(0.5); pathlib.Path({str(whole)!r}).touch(); sys.exit(0)\n"
        f"signal.signal(15, end); pathlib.Path({str(ready)!r}).touch(); time.sleep(60)\n"
    )
    deaf = "import signal as s, time; s.signal(15, s.SIG_IGN); time.sleep(60)"
    commands = {"daemon": [sys.executable, "-c", writer], "deaf": [sys.executable, "-c", deaf]}
    supervisor = Supervisor(commands, print)
    running = asyncio.create_task(supervisor.run())
    while not ready.exists():
        await asyncio.sleep(0.05)
    supervisor.stop()
    assert await running == 0
    assert whole.exists()
