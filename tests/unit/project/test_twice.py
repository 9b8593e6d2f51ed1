"""`make test` runs what failed once more and never hides the first verdict."""

import os
import subprocess
import sys
from pathlib import Path

TWICE = Path(__file__).parents[2] / "twice.py"

RACE = """
from pathlib import Path
def test_is_late_the_first_time():
    been = Path("been")
    first = not been.exists()
    been.touch()
    assert not first
"""
CRASH = """
import os
from pathlib import Path
def test_ends_its_process_the_second_time():
    been = Path("been")
    if been.exists():
        os._exit(7)
    been.touch()
    assert False
"""
WRONG = "def test_is_wrong():\n    assert 1 == 2\n"
RIGHT = "def test_is_right():\n    pass\n"
MANY = """
import pytest
@pytest.mark.parametrize("n", range(21))
def test_is_wrong(n):
    assert n < 0
"""


def run(folder: Path, text: str, *options: str) -> subprocess.CompletedProcess[str]:
    (folder / "test_sample.py").write_text(text, encoding="utf-8")
    (folder / "pytest.ini").write_text("[pytest]\n", encoding="utf-8")
    return subprocess.run(
        [sys.executable, str(TWICE), *options, "test_sample.py"],
        cwd=folder,
        env=os.environ | {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
        capture_output=True,
        text=True,
    )


def test_a_green_run_is_run_once(tmp_path: Path) -> None:
    done = run(tmp_path, RIGHT)
    assert done.returncode == 0
    assert "once more" not in done.stdout


def test_a_race_passes_and_is_named(tmp_path: Path) -> None:
    done = run(tmp_path, RACE)
    assert done.returncode == 0
    assert "FAILED, passed alone: test_sample.py::test_is_late_the_first_time" in done.stdout
    assert done.stdout.endswith("First run: 1 failed. Alone: 0 of them failed.\n")


def test_what_fails_beside_others_is_run_without_workers(tmp_path: Path) -> None:
    done = run(
        tmp_path, RACE, "-p", "xdist", "-n", "2", "--dist", "loadfile", "--no-loadscope-reorder"
    )
    assert done.returncode == 0
    assert "Running what failed once more, one test at a time: 1" in done.stdout


def test_what_fails_twice_fails(tmp_path: Path) -> None:
    done = run(tmp_path, WRONG)
    assert done.returncode == 1
    assert "FAILED TWICE: test_sample.py::test_is_wrong" in done.stdout


def test_a_second_run_that_breaks_off_leaves_the_first_verdict(tmp_path: Path) -> None:
    done = run(tmp_path, CRASH)
    assert done.returncode == 1
    assert "The second run broke off with status 7: the first verdict stands" in done.stdout
    assert "FAILED TWICE: test_sample.py::test_ends_its_process_the_second_time" in done.stdout


def test_many_failures_are_not_run_once_more(tmp_path: Path) -> None:
    done = run(tmp_path, MANY)
    assert done.returncode == 1
    assert "21 tests failed: too many for a race" in done.stdout


def test_a_file_that_cannot_be_read_fails_at_once(tmp_path: Path) -> None:
    done = run(tmp_path, "def test_x(:\n")
    assert done.returncode == 2
    assert "once more" not in done.stdout
