"""The lock file: a second holder is told of the first, and a killed one leaves no lock."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from controller.process.lock import FileLock, LockTakenError

HOLD = """
import sys
from pathlib import Path
from controller.process.lock import FileLock
lock = FileLock(Path(sys.argv[1]))
print("held", flush=True)
sys.stdin.read()
"""


def test_a_second_holder_is_told_the_number_of_the_first(tmp_path: Path) -> None:
    with FileLock(tmp_path / "a.lock"), pytest.raises(LockTakenError, match=f"^{os.getpid()}$"):
        FileLock(tmp_path / "a.lock")
    FileLock(tmp_path / "a.lock").close()


def test_a_killed_process_leaves_no_lock(tmp_path: Path) -> None:
    path = tmp_path / "a.lock"
    words = [sys.executable, "-c", HOLD, str(path)]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"held\n"
        with pytest.raises(LockTakenError, match=f"^{process.pid}$"):
            FileLock(path)
        process.kill()
    FileLock(path).close()


def test_a_link_in_place_of_the_file_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "a.lock").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(OSError, match="symbolic links"):
        FileLock(tmp_path / "a.lock")
    assert not (tmp_path / "elsewhere").exists()


def test_closing_twice_is_nothing(tmp_path: Path) -> None:
    lock = FileLock(tmp_path / "a.lock")
    lock.close()
    lock.close()
