"""A bundle for a bug report: what it holds, and what it must never hold."""

import json
import zipfile
from io import BytesIO
from pathlib import Path

from click.testing import CliRunner

from config.table import DEFAULT_TABLE
from controller.bundle.bundle import bundle, without_secrets
from controller.cli.bundle import bundle_command
from controller.doctor.finding import said
from controller.facts.cards import Card
from controller.facts.events import CardDrawn, PersonLoggedIn
from controller.process.log_lines import LogLine
from controller.record.journal import Journal
from controller.record.row import event_row


def made(folder: Path) -> dict[str, str]:
    with Journal.open(folder / "journal.sqlite") as journal:
        came = PersonLoggedIn(person="Ann Lee", role="floor", where="desk")
        journal.append([event_row(1, "desk:floor:desk:Ann Lee", came, None, None)])
        journal.append([event_row(2, "shoe-1", CardDrawn(card=Card("7h")), 1, 1)])
    found = said("shoe-1", "no port; plug it in")
    content = bundle(DEFAULT_TABLE, folder, [found], [LogLine("daemon", "12:00:00 hello")])
    with zipfile.ZipFile(BytesIO(content)) as archive:
        return {name: archive.read(name).decode() for name in archive.namelist()}


def test_a_bundle_holds_versions_findings_table_rows_and_lines(tmp_path: Path) -> None:
    files = made(tmp_path)
    assert json.loads(files["versions.json"])["underfelt"]
    assert files["doctor.txt"] == "bad   shoe-1: no port; plug it in"
    assert files["table.toml"] == DEFAULT_TABLE.read_text()
    assert files["log.txt"] == "daemon: 12:00:00 hello"
    rows = [json.loads(line) for line in files["rows.jsonl"].splitlines()]
    assert [row["withheld"] for row in rows] == ["person_logged_in", "card_drawn"]


def test_a_bundle_names_no_card_and_nobody(tmp_path: Path) -> None:
    everything = "".join(made(tmp_path).values())
    assert "Ann" not in everything
    assert "7h" not in everything


def test_a_table_file_loses_its_secrets_and_keeps_its_pins(tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    file.write_text('screen_key = "abc"\npassword="x"\nrow_pins = [1]\nkeys = [["undo"]]\n')
    text = without_secrets(file)
    assert "abc" not in text
    assert 'password="left out"' in text
    assert "row_pins = [1]" in text
    assert 'keys = [["undo"]]' in text


def test_a_record_that_cannot_be_read_is_said_in_the_bundle(tmp_path: Path) -> None:
    content = bundle(tmp_path / "none.toml", tmp_path, [], [])
    with zipfile.ZipFile(BytesIO(content)) as archive:
        assert "problem" in archive.read("rows.jsonl").decode()
        assert "No such file" in archive.read("table.toml").decode()


def test_the_command_writes_a_file_and_says_to_read_it(tmp_path: Path) -> None:
    file = tmp_path / "report.zip"
    places = [f"--state-dir={tmp_path / 'state'}", f"--run-dir={tmp_path / 'run'}"]
    done = CliRunner().invoke(bundle_command, [str(file), f"--table={DEFAULT_TABLE}", *places])
    assert done.exit_code == 0, done.output
    assert "read it before you pass it on" in done.output
    with zipfile.ZipFile(file) as archive:
        assert "doctor.txt" in archive.namelist()
