"""A bit that turns over on the disk: a start stands where it stood, or names the damage."""

from random import Random
from typing import Final

from controller.daemon.checkpoint import checkpoint_version
from controller.daemon.keeper import TableKeeper
from controller.record.rescue import first_unproved
from controller.record.row import JournalError
from controller.storm.disk import Disk
from controller.storm.processes import FILE, open_journal
from controller.storm.promise import BrokenPromiseError
from controller.storm.timeline import Timeline
from controller.storm.watch import Watch, are_alike
from controller.table.state import Rules

LOG: Final = f"{FILE}-wal"


def try_flip(disk: Disk, rules: Rules, watch: Watch, timeline: Timeline, chance: Random) -> None:
    """Start on a copy of the disk in which one bit is another; the table itself plays on."""
    twin = disk.copy()
    places = [name for name in (FILE, LOG) if twin.files.get(name)]
    if not places:
        return
    name = chance.choice(places)
    content = twin.files[name]
    content[chance.randrange(len(content))] ^= 1 << chance.randrange(8)
    log = bytes(twin.files[LOG]) if twin.files.get(LOG) else None
    timeline.saw("bit-flipped-in-the-log" if name == LOG else "bit-flipped-in-the-file")
    fate = _fate(twin, rules, watch, log)
    timeline.note("flip", name, fate)
    timeline.saw(f"flip-{fate}")
    twin.lose_process()


def _fate(twin: Disk, rules: Rules, watch: Watch, log: bytes | None) -> str:
    try:
        journal = open_journal(twin)
        if first_unproved(journal, checkpoint_version(rules), log) is not None:
            return "named"
        number = journal.last_number
        keeper = TableKeeper(rules, journal)
    except JournalError:
        return "named"
    if number < watch.number:
        # In the log alone, the last commit looks as if it had never been finished.
        if number < watch.commit_before:
            raise BrokenPromiseError("rot", f"{number} of {watch.number} rows, and not a word")
        return "cut-the-last-commit"
    if number == watch.number and not are_alike(keeper.state, watch.state):
        raise BrokenPromiseError("rot", "one bit led a start elsewhere, and not a word")
    return "harmless"
