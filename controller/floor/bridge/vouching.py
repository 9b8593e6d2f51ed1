"""Showing a table's signed notes to the floor, which vouches for them as a witness."""

import asyncio
import logging
from typing import Final

from nats.aio.client import Client
from nats.errors import Error

from controller.floor.bridge.followed_record import FollowedRecord
from controller.floor.link import subjects
from controller.process.quiet_log import Quiet
from controller.record.keys import TABLE_KEY
from controller.record.note import Note, public_key_of
from controller.record.notes import NoteFile
from controller.record.row import JournalError
from controller.record.vouching import request_for

LOOK_S: Final = 10.0
_PATIENCE_S: Final = 5.0
_LOG: Final = logging.getLogger(__name__)


async def show_notes(table: str, record: FollowedRecord, client: Client) -> None:
    """Show every new note, with the proof from what the floor knows."""
    known = seen = 0
    quiet = Quiet(every_s=600)
    while True:
        try:
            shown = await asyncio.to_thread(_newest, record)
            if shown is not None and shown[1].size > seen:
                known = await _vouched(table, record, client, shown, known)
                seen = shown[1].size if known >= shown[1].size else seen
        except (Error, JournalError, OSError) as error:
            if quiet.may_say(str(error)):
                _LOG.warning("floor: %s: no witness: %s", table, error or type(error).__name__)
        await asyncio.sleep(LOOK_S)


def _newest(record: FollowedRecord) -> tuple[str, Note] | None:
    file = record.journal.path.parent / TABLE_KEY
    published = file.with_suffix(".pub")
    if not published.exists():
        return None
    key = public_key_of(published.read_text())
    note = NoteFile.beside(record.journal.path).last(key)
    return None if note is None else (key.text, note)


async def _vouched(
    table: str, record: FollowedRecord, client: Client, shown: tuple[str, Note], known: int
) -> int:
    """The size the floor knows after it was asked, once more if it knew another."""
    key, note = shown
    for _ in range(2):
        request = await asyncio.to_thread(request_for, record.journal, note, min(known, note.size))
        text = f"{key}\n{request.text}".encode()
        answer = await client.request(subjects.note_subject(table), text, timeout=_PATIENCE_S)
        word, _, rest = answer.data.decode(errors="replace").partition(" ")
        size = rest.partition("\n")[0]
        if word == "refused" or not size.isdecimal():
            raise JournalError(f"the floor does not vouch: {rest}")
        known = int(size)
        if word == "vouched" or known > note.size:
            return known
    return known
