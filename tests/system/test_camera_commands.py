"""`underfelt camera` and `underfelt evidence` say what is wrong in one line."""

from pathlib import Path

import numpy as np
import pytest

from config.table import TABLES
from controller.facts.cards import Card
from controller.facts.events import CardDrawn, EvidenceKept
from controller.record.journal import Journal
from controller.record.row import event_row
from tests.system.processes import TableOnTrial
from vision.evidence import EvidenceRing, Retention, read_index

TABLE = ("--table", str(TABLES / "emulated-cameras.toml"))
FOREVER = Retention(days=1e6)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("camera", "pad-1", *TABLE), "has no camera device 'pad-1'; it has shoe-1"),
        (("camera", "shoe-1"), "has no camera device 'shoe-1'; it has none"),
        (("evidence", "list", "--device", "pad-1", *TABLE), "no camera device 'pad-1'"),
        (("evidence", "show", "7", *TABLE), "row 7: no pictures are kept; see"),
        (("conformance", "lamps", "--camera"), "no camera reads a lamps; use one of shoe"),
        (("conformance", "shoe", "--camera", "--port", "/dev/null"), "leave out --port"),
    ],
)
def test_a_wrong_word_is_one_line_and_exit_2(
    table: TableOnTrial, arguments: tuple[str, ...], words: str
) -> None:
    table.state.mkdir()
    state = ("--state-dir", str(table.state)) if arguments[0] != "conformance" else ()
    done = table.ask(*arguments, *state)
    assert done.returncode == 2
    assert words in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_mistyped_folder_is_not_an_empty_one(table: TableOnTrial) -> None:
    done = table.ask("evidence", "list", *TABLE, "--state-dir", str(table.folder / "sate"))
    assert done.returncode == 2
    assert "sate: no such directory; name the one the table ran with" in done.stderr


@pytest.fixture
def folder(table: TableOnTrial) -> Path:
    made = table.state / "evidence" / "shoe-1"
    ring = EvidenceRing(made, FOREVER)
    crop = np.full((320, 240, 3), 90, np.uint8)
    for sequence, card in enumerate(("As", "Kd"), 1):
        ring.keep(7, sequence, f"card_drawn {card}", [crop], 1_700_000_000.0 + sequence)
    return made


def test_kept_pictures_are_listed_before_they_are_recorded(
    table: TableOnTrial, folder: Path
) -> None:
    assert folder.is_dir()
    done = table.ask("evidence", "list", *TABLE, "--state-dir", str(table.state))
    assert done.returncode == 0
    first, second = done.stdout.splitlines()
    assert first.split()[:2] == ["not", "yet"]
    assert "card_drawn As" in first
    assert "card_drawn Kd" in second


def test_a_picture_exchanged_together_with_its_hash_contradicts_the_record(
    table: TableOnTrial, folder: Path
) -> None:
    first, _ = read_index(folder)
    with Journal.open(table.state / "journal.sqlite") as journal:
        drawn = event_row(1000, "shoe-1", CardDrawn(card=Card("As")), 7, 1)
        kept = EvidenceKept(device="shoe-1", event_boot=7, event_sequence=1, digest=first.digest)
        journal.append([drawn, event_row(1000, "shoe-1", kept, 1 << 40, 1)])
    ask = ("evidence", "verify", *TABLE, "--state-dir", str(table.state))
    assert table.ask(*ask).returncode == 0
    for file in folder.iterdir():
        file.unlink()
    other = np.full((320, 240, 3), 10, np.uint8)
    EvidenceRing(folder, FOREVER).keep(7, 1, "card_drawn As", [other], 1_700_000_001.0)
    done = table.ask(*ask)
    assert done.returncode == 1
    assert "shoe-1: row 1: the record names other pictures" in done.stderr


def test_a_changed_picture_fails_the_check(table: TableOnTrial, folder: Path) -> None:
    whole = table.ask("evidence", "verify", *TABLE, "--state-dir", str(table.state))
    assert (whole.returncode, whole.stdout) == (
        0,
        "2 exhibits, 2 pictures, all as they were written\n",
    )
    next(folder.glob("*-000002-1.jpg")).write_bytes(b"another card")
    done = table.ask("evidence", "verify", *TABLE, "--state-dir", str(table.state))
    assert done.returncode == 1
    assert "00000007-000002-1.jpg: was changed after it was written" in done.stderr
