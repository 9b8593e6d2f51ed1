"""A table file from what a technician chose, with comments for the next one who opens it."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from textwrap import wrap
from typing import Final

WIDE: Final = 110


@dataclass(frozen=True, slots=True)
class NewDevice:
    """A device of the new table: what it is, and the keys that say where."""

    name: str
    kind: str
    source: str
    keys: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class NewTable:
    """Everything a table file needs, as chosen."""

    name: str
    game: str
    title: str
    seats: int
    fees: int | str | None
    limits: tuple[int, int] | None
    timer_s: int | None
    by_hand: bool
    devices: tuple[NewDevice, ...]
    values: Mapping[str, object]
    confirmed: tuple[str, ...]
    # Readings that wait for the room, with what each says.
    waiting: Mapping[str, str]
    port: int
    language: str


def table_text(table: NewTable) -> str:
    """The file, section by section."""
    return "\n".join(line for section in _sections(table) for line in (*section, ""))


def _sections(table: NewTable) -> Iterator[tuple[str, ...]]:
    yield tuple(_top(table))
    if table.limits is not None:
        least, most = table.limits
        yield "[limits]", f"minimum = {least}", f"maximum = {most}"
    if table.timer_s is not None:
        yield (
            "[betting]",
            "# Seconds until the bets close by themselves.",
            f"timer_s = {table.timer_s}",
        )
    if table.by_hand:
        yield (
            "[entry]",
            "# No shoe reads the cards: the house dealer keys in results.",
            'results = "by-hand"',
        )
    for device in table.devices:
        yield tuple(_device(device))
    if table.values:
        yield (
            "[values]",
            "# What the rule book lost or leaves to the room.",
            *_pairs(table.values),
        )
    yield tuple(_readings(table))
    yield "[scoreboard]", f"port = {table.port}", f"language = {_toml(table.language)}"


def _top(table: NewTable) -> Iterator[str]:
    yield f"# {table.title}."
    yield "# Every key: docs/table-reference.md. After a change: underfelt check-config FILE."
    yield f"id = {_toml(table.name)}"
    yield f"game = {_toml(table.game)}"
    yield f"seats = {table.seats}"
    if table.fees is not None:
        yield f"# The collection schedule in force: underfelt games {table.game} --fees"
        yield f"fees = {_toml(table.fees)}"


def _device(device: NewDevice) -> Iterator[str]:
    yield f"[devices.{device.name}]"
    yield from _pairs({"kind": device.kind, "source": device.source, **device.keys})
    if device.kind == "lamps":
        yield "# The table plays on when its lamps are lost."
        yield 'when_lost = "go-on"'


def _readings(table: NewTable) -> Iterator[str]:
    yield "[readings]"
    if table.waiting:
        yield "# Readings that wait for the room; when it confirms one, add the name below."
    for name, text in table.waiting.items():
        yield from wrap(f"{name}: {text}", WIDE, initial_indent="#   ", subsequent_indent="#     ")
    if not table.confirmed:
        yield "confirmed = []"
        return
    yield "confirmed = ["
    yield from (f"    {_toml(name)}," for name in table.confirmed)
    yield "]"


def _pairs(pairs: Mapping[str, object]) -> Iterator[str]:
    for key, value in pairs.items():
        name = key if key.replace("_", "").isalnum() else _toml(key)
        yield f"{name} = {_toml(value)}"


def _toml(value: object) -> str:
    """A value as TOML writes it: JSON but for tables."""
    if isinstance(value, Mapping):
        return "{ " + ", ".join(_pairs(value)) + " }"
    if isinstance(value, tuple | list):
        return "[" + ", ".join(map(_toml, value)) + "]"
    return json.dumps(value, ensure_ascii=False)
