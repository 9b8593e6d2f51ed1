"""The `scorecard` command where it cannot print: one line that says why."""

import socket
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from config.table import TABLES
from controller.cli.main import cli


def table_on(port: int, folder: Path) -> Path:
    text = (TABLES / "emulated-baccarat.toml").read_text(encoding="utf-8")
    file = folder / "table.toml"
    file.write_text(text.replace("port = 8300", f"port = {port}"), encoding="utf-8")
    return file


def run(table: Path, folder: Path) -> Result:
    arguments = ["--table", str(table), "--pdf", str(folder / "card.pdf")]
    return CliRunner().invoke(cli, ("scorecard", *arguments))


def fake_browser(folder: Path) -> Path:
    place = folder / "bin"
    place.mkdir()
    browser = place / "chromium"
    browser.write_text("#!/bin/sh\nexit 1\n", encoding="utf-8")
    browser.chmod(0o755)
    return place


def test_says_that_no_browser_is_installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    result = run(table_on(9, tmp_path), tmp_path)
    assert result.exit_code == 2
    assert result.stderr == "error: no chromium or chromium-browser here; install one of them\n"


def test_says_that_the_scoreboard_does_not_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(fake_browser(tmp_path)))
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port = taken.getsockname()[1]
        result = run(table_on(port, tmp_path), tmp_path)
    assert result.exit_code == 2
    assert result.stderr.startswith(
        f"error: the scoreboard at http://127.0.0.1:{port} does not answer"
    )
    assert result.stderr.endswith("; start the table first\n")
