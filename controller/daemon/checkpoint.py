"""A state as bytes: derived data that only shortens recovery."""

import hashlib
from functools import cache
from pathlib import Path

from pydantic import TypeAdapter

import controller
from controller.facts.decisions import OutcomeDecided
from controller.table.state import (
    BankState,
    DeckState,
    DeviceState,
    Hold,
    PendingEntry,
    RoundState,
    Rules,
    ShoeState,
    StayingWager,
    TableState,
    Wanted,
)

Parts = tuple[
    BankState,
    RoundState | None,
    int,
    ShoeState,
    DeckState,
    Hold | None,
    tuple[Wanted, ...],
    tuple[DeviceState, ...],
    OutcomeDecided | None,
    tuple[StayingWager, ...],
    frozenset[int],
    int,
    PendingEntry,
]
PARTS: TypeAdapter[Parts] = TypeAdapter(Parts)


def freeze(state: TableState) -> bytes:
    """Write a state down."""
    return PARTS.dump_json(
        (
            state.bank,
            state.round,
            state.rounds,
            state.shoe,
            state.deck,
            state.hold,
            state.expected,
            state.devices,
            state.last,
            state.staying,
            state.bettors,
            state.holder,
            state.entry,
        )
    )


def thaw(rules: Rules, content: bytes) -> TableState:
    """Read a state back under the same rules."""
    return TableState(rules, *PARTS.validate_json(content))


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
