"""A state as bytes: derived data that only shortens recovery."""

import hashlib
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from pydantic import TypeAdapter

import controller
from controller.facts.decisions import Expectation, OutcomeDecided
from controller.facts.settings import Settings
from controller.table.open_steps import NOTHING_OPEN
from controller.table.parts import parts_of
from controller.table.settings_in_force import with_settings
from controller.table.state import (
    BankState,
    Betting,
    ButtonState,
    DeckState,
    DeviceState,
    Entered,
    Hold,
    PendingEntry,
    RoundState,
    Rules,
    ShoeState,
    StayingWager,
    TableState,
)

# A round without its parts, which are written by their names.
Round = tuple[
    int, int, tuple[str, ...], Betting, ButtonState, OutcomeDecided | None, bool, dict[str, str]
]


class WrittenEntry(NamedTuple):
    """What may be taken back, as it is written."""

    entry: str
    round: Round
    shoe: ShoeState
    deck: DeckState


class Written(NamedTuple):
    """A state as it is written; the rules are fixed, and its decisions are on record."""

    bank: BankState
    round: Round | None
    rounds: int
    shoe: ShoeState
    deck: DeckState
    hold: Hold | None
    expected: tuple[Expectation, ...]
    devices: tuple[DeviceState, ...]
    last: OutcomeDecided | None
    staying: tuple[StayingWager, ...]
    bettors: frozenset[int]
    holder: int
    entry: PendingEntry
    entered: tuple[WrittenEntry, ...]
    coming: Settings | None
    # In force when it was written; the table file may say something else by now.
    settings: Settings


# The last number in the record of every start of a device or driver.
Sequences = dict[tuple[str, int], int]
PACKED: Final[TypeAdapter[tuple[tuple[tuple[str, int, int], ...], str]]] = TypeAdapter(
    tuple[tuple[tuple[str, int, int], ...], str]
)
WRITTEN: Final[TypeAdapter[Written]] = TypeAdapter(Written)


def freeze(state: TableState) -> bytes:
    """Write a state down."""
    names = (name for name in Written._fields if name != "settings")
    values = {name: getattr(state, name) for name in names}
    values["settings"] = state.rules.settings
    values["round"] = state.round and _round_written(state.round)
    values["entered"] = tuple(
        WrittenEntry(each.entry, _round_written(each.round), each.shoe, each.deck)
        for each in state.entered
    )
    return WRITTEN.dump_json(Written(**values))


def _round_written(current: RoundState) -> Round:
    parts = {k.__name__: _adapter(k).dump_json(v).decode() for k, v in current.parts.items()}
    return (
        current.number,
        current.group,
        current.open_steps,
        current.betting,
        current.button,
        current.outcome,
        current.is_free,
        parts,
    )


def thaw(rules: Rules, content: bytes) -> TableState:
    """Read a state back under the same rules."""
    written = WRITTEN.validate_json(content)
    values = written._asdict() | {"round": written.round and _round(rules, written.round)}
    values["entered"] = tuple(
        Entered(each.entry, _round(rules, each.round), each.shoe, each.deck)
        for each in written.entered
    )
    settings = values.pop("settings")
    return TableState(with_settings(rules, settings), **values)


def _round(rules: Rules, written: Round) -> RoundState:
    number, group, steps, betting, button, outcome, is_free, texts = written
    kinds = {kind.__name__: kind for kind in parts_of(rules.family)}
    parts = {kinds[name]: _adapter(kinds[name]).validate_json(text) for name, text in texts.items()}
    opened = rules.open_steps[steps] if steps else NOTHING_OPEN
    return RoundState(number, group, opened, betting, button, outcome, is_free, parts)


@cache
def _adapter(kind: type[tuple[object, ...]]) -> TypeAdapter[tuple[object, ...]]:
    return TypeAdapter(kind)


def packed(state: TableState, sequences: Sequences) -> bytes:
    """Everything a start needs: a state, and the last number of every origin."""
    numbers = tuple((*origin, last) for origin, last in sequences.items())
    return PACKED.dump_json((numbers, freeze(state).decode()))


def unpacked(rules: Rules, content: bytes) -> tuple[TableState, Sequences]:
    """Read back what was packed under the same rules."""
    numbers, state = PACKED.validate_json(content)
    sequences = {(source, boot): last for source, boot, last in numbers}
    return thaw(rules, state.encode()), sequences


def checkpoint_version(rules: Rules) -> str:
    """Name the rules and the code: only both unchanged may trust a checkpoint."""
    return f"{rules.digest}-{_code_digest()}"


@cache
def _code_digest() -> str:
    folder = Path(controller.__path__[0])
    digest = hashlib.sha256()
    for file in sorted(folder.rglob("*.py")):
        digest.update(file.read_bytes())
    return digest.hexdigest()[:16]
