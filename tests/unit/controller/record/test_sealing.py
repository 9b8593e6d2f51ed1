"""Signed notes and witnesses: what is signed grows, and who remembers otherwise says so."""

import stat
from pathlib import Path

import pytest

from controller.record.journal import Journal
from controller.record.keys import TABLE_KEY, WITNESS_KEY, cosigned_at, is_signed, table_key
from controller.record.note import NoteError, note_of, public_key_of
from controller.record.notes import NoteFile
from controller.record.proving import problems_of
from controller.record.sealing import KEEP_EVERY, Seal, contradicted, known_witnesses, window
from controller.record.tree import root_of
from controller.record.vouching import request_for, vouched, witness_at
from controller.record.witness import RefusalError, Request, Witness, request_of
from tests.unit.controller.record.sealed_record import (
    TABLE,
    forge,
    grow,
    sealed,
    vouch,
    witness_folder,
)
from tests.unit.controller.sample_record import an_event, tamper


def test_a_note_says_how_long_the_record_is_and_its_root(path: Path) -> None:
    with sealed(path) as seal:
        grow(seal, 3)
        note = seal.notes.last(seal.key.public)
        assert note is not None
        assert (note.origin, note.size) == ("underfelt/table-7", 6)
        assert note.root == root_of(seal.journal.frontier(6))
        assert is_signed(note, seal.key.public)
        assert note_of(note.text) == note


def test_nothing_is_signed_twice(path: Path) -> None:
    with sealed(path) as seal:
        assert seal.sign() is None
        grow(seal, 1)
        assert seal.sign() is None


def test_the_tables_key_is_its_own_secret_and_stays_the_same(path: Path) -> None:
    with sealed(path) as seal:
        public = seal.key.public
    file = path.parent / TABLE_KEY
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert table_key(path.parent, "another").public == public
    assert public_key_of(file.with_suffix(".pub").read_text()) == public


def test_a_damaged_key_is_set_aside_and_a_new_one_made(tmp_path: Path) -> None:
    file = tmp_path / TABLE_KEY
    file.write_text("underfelt/t half a key")
    key = table_key(tmp_path, "underfelt/t")
    assert table_key(tmp_path, "underfelt/t").public == key.public
    assert file.with_suffix(".damaged").read_text() == "underfelt/t half a key"


def test_a_note_with_another_size_is_not_signed(path: Path) -> None:
    with sealed(path) as seal:
        grow(seal, 2)
        note = seal.notes.last(seal.key.public)
        assert note is not None
        assert not is_signed(note._replace(size=5), seal.key.public)


@pytest.mark.parametrize(
    "text", ["", "a\n1\n", "a\n01\nAAAA\n\n\u2014 a AAAAAAAA\n", "a\nb\nc\n\nd\n"]
)
def test_what_is_no_note_is_refused(text: str) -> None:
    with pytest.raises(NoteError, match="get the note anew"):
        note_of(text)


@pytest.mark.parametrize("text", ["", "name+00000000+AAAA", "name"])
def test_what_is_no_key_is_refused(text: str) -> None:
    with pytest.raises(NoteError, match="copy the whole line"):
        public_key_of(text)


def test_a_damaged_note_is_named_and_the_others_stay(path: Path) -> None:
    with sealed(path) as seal:
        for _ in range(3):
            grow(seal, 1)
        key, file = seal.key.public, seal.notes.path
    lines = file.read_text().splitlines(keepends=True)
    file.write_text("".join(lines[:7]) + "9\n" + "".join(lines[8:]))
    notes = NoteFile(file)
    assert [note.size for note in notes.signed_by(key)] == [2, 6]
    assert [bad.line for bad in notes.bad(key)] == [7]


def test_a_kept_frontier_that_was_damaged_is_made_again(path: Path) -> None:
    with sealed(path) as seal:
        grow(seal, 4)
        seal.journal.keep_frontier(seal.journal.frontier(8))
        grow(seal, 1)
        root = root_of(seal.journal.frontier(10))
    tamper(path, "UPDATE frontier SET hashes = zeroblob(32)")
    with Journal.open_for_reading(path) as journal:
        assert root_of(journal.frontier(10)) == root


def test_a_long_record_keeps_its_tree_now_and_then(path: Path) -> None:
    with sealed(path) as seal:
        grow(seal, 1)
        seal.journal.append([an_event(number) for number in range(KEEP_EVERY)])
        seal.sign()
        assert len(seal.journal._kept_frontiers(KEEP_EVERY * 2)) == 1
        note = seal.notes.last(seal.key.public)
        assert note is not None
        assert not contradicted(seal.journal, note)


# Witnesses


def test_a_witness_vouches_for_a_record_that_grows(path: Path) -> None:
    folder = witness_folder(path)
    with sealed(path) as seal:
        for count in (3, 1, 5):
            grow(seal, count)
            vouch(seal, folder)
        key = seal.key.public
        seen = window(seal.notes, key, known_witnesses(path.parent))
        assert (seen.size, seen.seen_at_s is not None) == (18, True)
        grow(seal, 2)
        assert window(seal.notes, key, known_witnesses(path.parent)).size == 18
    assert (folder / WITNESS_KEY).exists()


def test_a_witness_that_lost_sight_of_the_notes_is_asked_from_where_it_stands(path: Path) -> None:
    folder = witness_folder(path)
    with sealed(path) as seal:
        grow(seal, 3)
        vouch(seal, folder)
        seal.notes.path.unlink()
        grow(seal, 3)
        vouch(seal, folder)
        assert witness_at(str(folder), seal.key.public).key.name == "folder/stick"


def test_a_witness_refuses_a_shorter_record(path: Path) -> None:
    folder = witness_folder(path)
    with sealed(path) as seal:
        grow(seal, 5)
        vouch(seal, folder)
    for file in path.parent.glob("journal*"):
        file.unlink()
    with sealed(path) as seal:
        grow(seal, 2)
        with pytest.raises(RefusalError, match="remembers 10 rows") as refused:
            vouch(seal, folder)
    assert (refused.value.status, refused.value.size) == (409, 10)


@pytest.mark.parametrize("more", [0, 3])
def test_a_witness_refuses_a_record_rebuilt_with_the_tables_key(path: Path, more: int) -> None:
    folder = witness_folder(path)
    with sealed(path) as seal:
        grow(seal, 5)
        vouch(seal, folder)
    forge(path, row=4)
    with sealed(path) as seal:
        assert problems_of(seal.journal) == []
        grow(seal, more)
        with pytest.raises(RefusalError) as refused:
            vouch(seal, folder)
    assert refused.value.status == (422 if more else 409)


def test_a_witness_refuses_another_key_under_a_name_it_knows(path: Path) -> None:
    folder = witness_folder(path)
    with sealed(path) as seal:
        grow(seal, 1)
        vouch(seal, folder)
    (path.parent / TABLE_KEY).unlink()
    with sealed(path) as seal, pytest.raises(RefusalError, match="with another key"):
        vouch(seal, folder)


def test_a_witness_refuses_strangers_and_forged_notes(path: Path) -> None:
    witness = Witness(witness_folder(path), "w")
    with sealed(path) as seal:
        grow(seal, 1)
        note = seal.notes.last(seal.key.public)
        assert note is not None
        with pytest.raises(RefusalError) as unknown:
            witness.add(Request(0, (), note), 1000)
        witness.trust(seal.key.public)
        with pytest.raises(RefusalError) as forged:
            witness.add(Request(0, (), note._replace(size=7)), 1000)
        with pytest.raises(RefusalError) as backwards:
            witness.add(Request(9, (), note), 1000)
    statuses = [refused.value.status for refused in (unknown, forged, backwards)]
    assert statuses == [404, 403, 400]


def test_a_witness_says_when_it_saw_a_note(path: Path) -> None:
    witness = Witness(witness_folder(path), "w")
    with sealed(path) as seal:
        grow(seal, 1)
        witness.trust(seal.key.public)
        note = seal.notes.last(seal.key.public)
        assert note is not None
        cosigned = note.signed(witness.add(Request(0, (), note), 1_700_000_000))
    assert cosigned_at(cosigned, witness.public) == 1_700_000_000
    assert is_signed(cosigned, seal.key.public)
    assert witness.last("underfelt/table-7") == cosigned


def test_a_request_is_read_back(path: Path) -> None:
    with sealed(path) as seal:
        grow(seal, 5)
        note = seal.notes.last(seal.key.public)
        assert note is not None
        request = request_for(seal.journal, note, 3)
    assert request_of(request.text) == request
    assert request.proof


@pytest.mark.parametrize("text", ["", "new 3\n\n", "old x\n\n", "old 3\nAAAA\n\na\n1\nb\n\n"])
def test_what_is_no_request_is_refused(text: str) -> None:
    with pytest.raises(NoteError):
        request_of(text)


def test_a_folder_that_is_not_there_is_named(path: Path) -> None:
    with sealed(path) as seal:
        grow(seal, 1)
        with pytest.raises(NoteError, match="plug the stick in"):
            vouched(seal, witness_at(str(path.parent / "none"), seal.key.public))


# What the notes beside a record prove


def test_a_record_that_was_cut_or_emptied_contradicts_its_notes(path: Path) -> None:
    with sealed(path) as seal:
        grow(seal, 5)
        note = seal.notes.last(seal.key.public)
    tamper(path, "DELETE FROM entry WHERE number > 6")
    with Journal.open_for_reading(path) as journal:
        assert contradicted(journal, note)
        assert [problem.kind for problem in problems_of(journal)] == ["truncated"]


def test_a_row_that_is_no_text_any_more_contradicts_the_note_over_it(path: Path) -> None:
    with sealed(path) as seal:
        grow(seal, 5)
        note = seal.notes.last(seal.key.public)
    tamper(path, "UPDATE entry SET source = CAST(x'ff' AS TEXT) WHERE number = 4")
    with Journal.open_for_reading(path) as journal:
        assert contradicted(journal, note)


def test_a_rewritten_record_contradicts_the_notes_of_before(path: Path) -> None:
    with sealed(path) as seal:
        grow(seal, 5)
        notes = seal.notes.path.read_bytes()
    forge(path, row=4)
    NoteFile.beside(path).path.write_bytes(notes)
    with Journal.open_for_reading(path) as journal:
        (problem,) = problems_of(journal)
    assert (problem.row, problem.kind) == (10, "changed")


def test_a_seal_continues_after_a_start(path: Path) -> None:
    with sealed(path) as seal:
        grow(seal, 2)
    with Journal.open(path) as journal:
        seal = Seal.of(journal, TABLE)
        grow(seal, 2)
        assert problems_of(journal) == []
        assert [note.size for note in seal.notes.signed_by(seal.key.public)] == [4, 8]
