"""The last lines of each process: kept while `run` supervises, and read without harm."""

from datetime import datetime
from pathlib import Path

import pytest

from controller.process import log_lines
from controller.process.log_lines import KeptLog, LogLine, last_lines

NOON = datetime(2026, 1, 1, 12)


def test_lines_come_back_by_their_process(tmp_path: Path) -> None:
    log = KeptLog(tmp_path)
    log.keep("shoe-1: port lost; plug it in", NOON)
    log.keep("daemon ended with 1; starting it again", NOON)
    assert last_lines(tmp_path, {}) == (
        LogLine("shoe-1", "12:00:00 port lost; plug it in"),
        LogLine("run", "12:00:00 daemon ended with 1; starting it again"),
    )


def test_a_line_cannot_move_the_cursor_of_whoever_reads_it(tmp_path: Path) -> None:
    KeptLog(tmp_path).keep("shoe-1: \x1b[2J\nboo", NOON)
    (line,) = last_lines(tmp_path, {})
    assert line.text == "12:00:00 \\x1b[2J\\nboo"


def test_only_the_newest_lines_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(log_lines, "LARGEST_LOG", 2000)
    log = KeptLog(tmp_path)
    for number in range(500):
        log.keep(f"daemon: line {number}", NOON)
    assert (tmp_path / log_lines.LOG_FILE).stat().st_size <= 2000
    lines = last_lines(tmp_path, {})
    assert lines[-1].text.endswith("line 499")
    assert all(line.process == "daemon" for line in lines)


def test_no_log_is_no_lines(tmp_path: Path) -> None:
    assert last_lines(tmp_path, {}) == ()


def test_under_systemd_the_lines_are_those_of_its_journal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = '{"_SYSTEMD_UNIT":"underfelt-driver@shoe-1.service","MESSAGE":"lost"}'
    tool = tmp_path / "journalctl"
    tool.write_text(f"#!/bin/sh\necho '{said}'\n")
    tool.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    (line,) = last_lines(tmp_path, {log_lines.OF_SYSTEMD: "1"})
    assert line.process == "driver@shoe-1"
    assert line.text.endswith("lost")
