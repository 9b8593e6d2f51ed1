"""Reading a house way chart from TOML text, every fault named by row and key."""

import tomllib
from enum import StrEnum
from typing import TypeVar

from controller.facts.cards import RANKS
from controller.families.pai_gow_poker.chart import (
    ALL_VALUES,
    Back,
    Chart,
    ChartError,
    Front,
    Row,
    Setting,
    Shape,
)
from controller.hands.dealt import ACE

_Choice = TypeVar("_Choice", bound=StrEnum)
_Item = TypeVar("_Item")


def parse(text: str) -> Chart:
    """Read a chart from TOML text; raise ChartError naming row and key."""
    try:
        table = _Table("chart", tomllib.loads(text))
    except tomllib.TOMLDecodeError as error:
        raise ChartError(f"chart: not valid TOML, {error}; correct that line") from None
    chart = Chart(table.text("name"), tuple(_row(row) for row in table.tables("row")))
    table.finish()
    _refuse_repeats([row.id for row in chart.rows])
    return chart


def _row(table: "_Table") -> Row:
    table.place = f"row {table.text('id')!r}"
    row = Row(
        id=table.text("id"),
        hands=frozenset(_choice(table, Shape, "hands", text) for text in table.texts("hands")),
        ranks=_values(table, "ranks") or ALL_VALUES,
        complete_only=table.flag("complete_only"),
        settings=tuple(_setting(setting) for setting in table.tables("settings")),
        source=table.text("source"),
        reading=table.text("reading", ""),
    )
    table.finish()
    return row


def _setting(table: "_Table") -> Setting:
    setting = Setting(
        front=_choice(table, Front, "front", table.text("front", Front.ANY)),
        front_at_least=min(_values(table, "front_at_least"), default=0),
        back=_choice(table, Back, "back", table.text("back", Back.ANY)),
    )
    table.finish()
    return setting


def _choice(table: "_Table", kind: type[_Choice], key: str, text: str) -> _Choice:
    try:
        return kind(text)
    except ValueError:
        raise table.error(key, f"{text!r} is unknown; use one of {', '.join(kind)}") from None


def _values(table: "_Table", key: str) -> frozenset[int]:
    codes = table.text(key, "")
    for code in codes:
        if code not in RANKS:
            raise table.error(key, f"{code!r} is not a rank; use letters of {RANKS}")
    return frozenset(ACE if code == "A" else RANKS.index(code) + 1 for code in codes)


def _refuse_repeats(ids: list[str]) -> None:
    for row_id in ids:
        if ids.count(row_id) > 1:
            raise ChartError(f"row {row_id!r}: id used more than once; give each row its own")


class _Table:
    """A TOML table that knows its place, hands out typed values and refuses what nobody took."""

    def __init__(self, place: str, values: dict[str, object]) -> None:
        self.place = place
        self._values = values
        self._taken: set[str] = set()

    def error(self, key: str, problem: str) -> ChartError:
        return ChartError(f"{self.place}, {key}: {problem}")

    def text(self, key: str, default: str | None = None) -> str:
        value = self._take(key, default)
        if not isinstance(value, str):
            raise self.error(key, "is missing or not text; write it in quotes")
        return value

    def flag(self, key: str) -> bool:
        value = self._take(key, False)
        if not isinstance(value, bool):
            raise self.error(key, "is not true or false; write one of them")
        return value

    def texts(self, key: str) -> list[str]:
        items = [item for item in self._items(key) if isinstance(item, str)]
        return self._all(key, items, "text")

    def tables(self, key: str) -> list["_Table"]:
        items = [
            _Table(f"{self.place}, {key} {number}", item)
            for number, item in enumerate(self._items(key), 1)
            if isinstance(item, dict)
        ]
        return self._all(key, items, "a table")

    def finish(self) -> None:
        for key in self._values:
            if key not in self._taken:
                raise self.error(key, "is not a key known here; remove or correct it")

    def _take(self, key: str, default: object = None) -> object:
        self._taken.add(key)
        return self._values.get(key, default)

    def _items(self, key: str) -> list[object]:
        value = self._take(key)
        if not isinstance(value, list) or not value:
            raise self.error(key, "is missing or empty; write a list with at least one entry")
        return value

    def _all(self, key: str, items: list[_Item], kind: str) -> list[_Item]:
        if len(items) != len(self._items(key)):
            raise self.error(key, f"has an entry that is not {kind}; correct that entry")
        return items
