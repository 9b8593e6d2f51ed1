"""The auditor's tool: one file that knows nothing of ours, and finds what only a witness can."""

import ast
import json
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from controller.cli.main import cli
from controller.facts.decisions import RoundOpened
from controller.record.journal import Journal
from controller.record.row import decision_row
from controller.record.sealing import WITNESSES, Seal
from tests.unit.controller.record.sealed_record import (
    TABLE,
    forge,
    grow,
    sealed,
    vouch,
    witness_folder,
)
from tests.unit.controller.sample_record import an_event, tamper

TOOL = Path(__file__).parents[4] / "docs/auditor/verify_record.py"


def audit(path: Path, *more: object) -> tuple[int, str]:
    """Run the tool as an auditor does, with what the witness brought along."""
    folder = path.parent
    notes = [path.with_suffix(".notes"), *sorted((folder / "stick").glob("*.note"))]
    words = [path, "--notes", *notes, "--key", folder / "table.pub", *more]
    return run(*words, "--witnesses", folder / WITNESSES)


def run(*words: object) -> tuple[int, str]:
    done = subprocess.run(
        [sys.executable, "-I", TOOL, *map(str, words)], capture_output=True, text=True, check=False
    )
    assert done.stderr == ""
    return done.returncode, done.stdout


@pytest.fixture
def witnessed(path: Path) -> Path:
    """Ten rows that a witness has seen, and four more that it has not."""
    with sealed(path) as seal:
        grow(seal, 2)
        grow(seal, 3)
        vouch(seal, witness_folder(path))
        grow(seal, 2)
    return path


def test_the_tool_is_short_and_needs_one_package() -> None:
    text = TOOL.read_text()
    assert len(text.splitlines()) <= 150
    names = {
        (node.names[0].name if isinstance(node, ast.Import) else str(node.module)).split(".")[0]
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Import | ast.ImportFrom)
    }
    assert names - sys.stdlib_module_names == {"cryptography"}


def test_it_tells_a_whole_record_and_the_tail_nobody_has_seen(witnessed: Path) -> None:
    code, text = audit(witnessed)
    assert code == 0
    assert text.startswith("14 rows fit 5 notes; unwitnessed: the last 4 (")


@pytest.mark.parametrize(
    ("statement", "found"),
    [
        ("UPDATE entry SET at_ms = at_ms + 1 WHERE number = 7", "row 7: the first that"),
        ("UPDATE entry SET body = x'7b7d' WHERE number = 3", "row 3: the first that"),
        ("DELETE FROM entry WHERE number = 5", "row 5: the first that"),
        ("DELETE FROM entry WHERE number > 8", "row 9: not as in the note of 10 rows by"),
        ("UPDATE entry SET source = CAST(x'ff' AS TEXT) WHERE number = 2", "row 2: the first that"),
    ],
)
def test_it_names_the_first_wrong_row_and_the_note_it_contradicts(
    witnessed: Path, statement: str, found: str
) -> None:
    tamper(witnessed, statement)
    code, text = audit(witnessed)
    assert code == 1
    assert text.startswith(found)
    assert "the note of" in text


def test_a_record_rebuilt_whole_with_the_tables_key_is_found_by_the_witness(
    witnessed: Path,
) -> None:
    key = witnessed.parent / "table.pub"
    forge(witnessed, row=4)
    own = witnessed.with_suffix(".notes")
    assert run(witnessed, "--notes", own, "--key", key)[0] == 0
    code, text = audit(witnessed)
    assert (code, text) == (
        1,
        "rows up to 10: not those of the note by folder/stick, underfelt/table-7\n",
    )


def test_one_round_is_proved_alone_and_only_as_it_was(path: Path) -> None:
    with Journal.open(path) as journal:
        for number in range(1, 6):
            opened = decision_row(2000, "rules", RoundOpened(round=number, bank=2, turn=1))
            journal.append([an_event(number), opened, an_event(number)])
        seal = Seal.of(journal, TABLE)
        seal.sign()
        vouch(seal, witness_folder(path))
    made = CliRunner().invoke(cli, ["journal", "prove", str(path.parent), "--round", "3"])
    assert made.exit_code == 0
    proof = path.parent / "round.json"
    proof.write_text(made.output)
    keys = ("--key", path.parent / "table.pub", "--witnesses", path.parent / WITNESSES)
    told = "3 rows proved by folder/stick, underfelt/table-7\n"
    assert run("--proof", proof, *keys) == (0, told)
    content = json.loads(made.output)
    content["rows"][0]["body"] = content["rows"][0]["body"].replace('"round":3', '"round":4')
    proof.write_text(json.dumps(content))
    assert run("--proof", proof, *keys) == (1, "row 8: not in the record of 15 rows\n")


def test_a_proof_that_nobody_vouches_for_proves_nothing(path: Path) -> None:
    with sealed(path) as seal:
        grow(seal, 1)
        note = seal.notes.last(seal.key.public)
        assert note is not None
    proof = path.parent / "round.json"
    proof.write_text(json.dumps({"note": note._replace(size=9).text, "rows": []}))
    code, text = run("--proof", proof, "--key", path.parent / "table.pub")
    assert (code, text) == (1, "nothing is proved by anybody whose key is given\n")
