"""The floor vouches for a table's notes, and contradicts a record that did not only grow."""

import asyncio
from pathlib import Path

import pytest

from controller.floor.bridge import vouching
from controller.floor.bridge.followed_record import FollowedRecord
from controller.floor.service.witnessing import FloorWitness
from controller.record.journal import Journal
from controller.record.sealing import Seal
from controller.record.vouching import request_for
from tests.unit.controller.floor.floor_room import TABLE, Room, until, working
from tests.unit.controller.sample_record import an_event


def sealed(path: Path, rows: int) -> Seal:
    journal = Journal.open(path)
    journal.append([an_event(number) for number in range(1, rows + 1)])
    seal = Seal.of(journal, "t7")
    seal.sign()
    return seal


def asked(seal: Seal, old: int) -> str:
    note = seal.notes.newest()
    assert note is not None
    return f"{seal.key.public.text}\n{request_for(seal.journal, note, old).text}"


def test_a_record_that_grows_is_vouched_for(tmp_path: Path) -> None:
    witness = FloorWitness(tmp_path / "witness")
    seal = sealed(tmp_path / "journal.sqlite", 3)
    assert witness.answer(TABLE, asked(seal, 0)).startswith("vouched 3\n\u2014 floor ")
    seal.journal.append([an_event(4)])
    seal.sign()
    assert witness.answer(TABLE, asked(seal, 0)) == "known 3"
    assert witness.answer(TABLE, asked(seal, 3)).startswith("vouched 4\n")
    assert witness.contradicted == {}
    seal.journal.close()


def test_a_record_made_anew_with_the_tables_own_key_is_contradicted(tmp_path: Path) -> None:
    witness = FloorWitness(tmp_path / "witness")
    first = sealed(tmp_path / "journal.sqlite", 3)
    witness.answer(TABLE, asked(first, 0))
    first.journal.close()
    (tmp_path / "journal.sqlite").unlink()
    (tmp_path / "journal.notes").unlink()
    again = sealed(tmp_path / "journal.sqlite", 3)
    again.journal.append([an_event(9, "shoe-2")])
    again.sign()
    other = Journal.open(tmp_path / "other.sqlite")
    other.append([an_event(9, "shoe-9")] * 4)
    forged = Seal(other, again.key)
    forged.sign()
    assert witness.answer(TABLE, asked(forged, 3)).startswith("refused")
    assert TABLE in witness.contradicted
    again.journal.close()
    other.close()


@pytest.mark.parametrize("text", ["", "no key\nold 0\n\n", "x\n"])
def test_what_is_no_request_is_refused(tmp_path: Path, text: str) -> None:
    assert FloorWitness(tmp_path / "witness").answer(TABLE, text).startswith("refused")


async def test_a_bridge_shows_its_notes_to_the_floor(
    room: Room, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(vouching, "LOOK_S", 0.05)
    seal = sealed(tmp_path / "journal.sqlite", 3)
    record = FollowedRecord(seal.journal.path)
    memory = room.folder / "witness"
    async with working(vouching.show_notes(TABLE, record, room.client)):
        await until(lambda: bool(list(memory.glob("*.note"))))
        seal.journal.append([an_event(4)])
        seal.sign()
        await until(lambda: "\n4\n" in next(memory.glob("*.note")).read_text())
    await asyncio.sleep(0)
    record.close()
    seal.journal.close()
