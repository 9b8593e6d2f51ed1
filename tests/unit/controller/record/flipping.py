"""A table that was killed, one bit of what it left flipped, and what its next start makes of it."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from controller.daemon.checkpoint import checkpoint_version
from controller.daemon.keeper import Arrival, TableKeeper
from controller.daemon.sealer import Sealer
from controller.facts.cards import Card
from controller.facts.events import (
    BankAccepted,
    BetsClosed,
    CardDrawn,
    CollectionTaken,
    Event,
    ShoeLoaded,
)
from controller.facts.failure import OperatorError
from controller.record.rescue import open_proved
from controller.record.sealing import Seal
from controller.table.state import Rules, TableState

EVENTS: tuple[Event, ...] = (
    ShoeLoaded(decks=8),
    BankAccepted(),
    BetsClosed(),
    CollectionTaken(),
    *(CardDrawn(card=Card(text)) for text in ("Kd", "5s", "4h", "3c")),
)
NAMED = ("record-damaged", "record-contradicted")


@contextmanager
def started(rules: Rules, path: Path) -> Iterator[tuple[TableKeeper, Sealer]]:
    """A start as the daemon does it."""
    journal, damage = open_proved(path, checkpoint_version(rules))
    with journal:
        sealer = Sealer(Seal.of(journal, "table-7"))
        found = sealer.remembered()
        yield TableKeeper(rules, journal, damage=damage, contradictions=found), sealer


def leave(rules: Rules, folder: Path, is_clean: bool) -> TableState:
    """Play some events, save and sign; keep what a stop or a kill leaves."""
    at_work = folder.with_name("at-work")
    at_work.mkdir()
    path = at_work / "journal.sqlite"
    with started(rules, path) as (keeper, sealer):
        for sequence, event in enumerate(EVENTS, 1):
            keeper.admit([Arrival("shoe-1", event, 7, sequence)])
            if sequence == 4:
                keeper.save()
                sealer.tend(0.0)
        sealer.tend(1000.0)
        state = keeper.state
        if not is_clean:
            shutil.copytree(at_work, folder)
    if is_clean:
        shutil.copytree(at_work, folder)
    return state


class Flipping:
    """Flips bits of what a table left, one at a time."""

    def __init__(self, rules: Rules, tmp_path: Path, is_clean: bool) -> None:
        self._rules = rules
        self._whole = tmp_path / "whole"
        self._folder = tmp_path / "flipped"
        self.state = leave(rules, self._whole, is_clean)

    def size(self, name: str) -> int:
        return (self._whole / name).stat().st_size

    def outcome(self, name: str, place: int, bit: int) -> str:
        """What a start makes of one flipped bit."""
        shutil.rmtree(self._folder, ignore_errors=True)
        shutil.copytree(self._whole, self._folder)
        content = bytearray((self._folder / name).read_bytes())
        content[place] ^= 1 << bit
        (self._folder / name).write_bytes(content)
        try:
            with started(self._rules, self._folder / "journal.sqlite") as (keeper, _):
                found = keeper.state
        except OperatorError:
            return "refused"
        if found == self.state:
            return "same"
        return found.hold.name if found.hold else "another state"
