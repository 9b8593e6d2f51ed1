import asyncio
import signal
import sys
from pathlib import Path
from typing import Any

import pytest

from drivers.run import run_driver
from drivers.shoe.emulator import ShoeEmulator

PROCESS = """
import sys
from pathlib import Path
from drivers.run import run_driver
kind, device, run_dir, port = sys.argv[1:]
sys.exit(run_driver(kind, device, Path(run_dir), Path(port), {}))
"""


async def start(run_dir: Path, port: Path) -> asyncio.subprocess.Process:
    return await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", PROCESS, "shoe", "shoe-1", str(run_dir), str(port)),
        stderr=asyncio.subprocess.PIPE,
    )


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
async def test_a_linked_driver_ends_cleanly_on_a_signal(bench: Any, number: int) -> None:
    shoe = await bench.plug("shoe-1", "shoe", ShoeEmulator)
    process = await start(bench.run_dir, bench.run_dir / "devices" / "shoe-1")
    await bench.until(lambda: shoe.is_linked)
    process.send_signal(number)
    _, errors = await process.communicate()
    assert process.returncode == 0
    assert errors == b""


async def test_a_killed_driver_is_followed_by_one_that_links_again(bench: Any) -> None:
    shoe = await bench.plug("shoe-1", "shoe", ShoeEmulator)
    port = bench.run_dir / "devices" / "shoe-1"
    first = await start(bench.run_dir, port)
    await bench.until(lambda: shoe.is_linked)
    first.kill()
    await first.communicate()
    bench.drive("shoe-1", "shoe")
    await shoe.load(decks=1)
    await bench.until(lambda: shoe.kept_events == 0)
    assert [event.kind for event in bench.daemon.events()] == ["shoe_loaded"]


@pytest.mark.parametrize(
    ("kind", "options", "problem"),
    [
        ("toaster", {}, "error: dev-1: no device kind toaster; use one of shoe, shuffler"),
        ("shoe", {"speed": "9"}, "error: dev-1: no option speed; remove it from the table file"),
        ("lamps", {"backend": "guess"}, "error: dev-1: bank-pins must list GPIO numbers"),
    ],
)
def test_bad_configuration_is_one_line_and_exit_2(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    kind: str,
    options: dict[str, str],
    problem: str,
) -> None:
    assert run_driver(kind, "dev-1", tmp_path, tmp_path / "port", options) == 2
    errors = capsys.readouterr().err
    assert errors.startswith(problem)
    assert errors.count("\n") == 1
