"""Tables as tiles: what each says, and which needs a person first."""

from collections.abc import Iterator

import pytest

from config.words import languages, words
from controller.facts.phrase import phrase
from controller.floor.store.alarms import RaisedAlarm
from controller.floor.store.store import FloorStore
from controller.floor.wall.detail import detail_of
from controller.floor.wall.tiles import SILENT_MS, Tile, tiles_of
from tests.browser.wall_floor import Played, put

NOW_MS = 1_790_000_000_000
TABLES = (
    Played("oaks/a-plays", seed=1, rounds=5, dealer="Dana"),
    Played("oaks/b-held", seed=2, rounds=3, is_held=True),
    Played("oaks/c-silent", "three-card", seed=3, rounds=3),
    Played("oaks/d-alarm", seed=4, rounds=3),
)


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[FloorStore]:
    with FloorStore.open(f"sqlite:{tmp_path_factory.mktemp('floor') / 'floor.sqlite'}") as store:
        for played in TABLES:
            put(store, played, NOW_MS, SILENT_MS + 1 if "silent" in played.name else 0)
        lost = phrase("decided-device", device="shoe-1", state="unavailable")
        raised = RaisedAlarm("oaks/d-alarm", "device", "lost", "high", lost)
        store.alarms.raise_one(raised, NOW_MS)
        yield store


def tiles(store: FloorStore, language: str = "en") -> dict[str, Tile]:
    rounds = {played.name: store.rounds.last_of(played.name) for played in TABLES}
    found = tiles_of(store.tables.all(), store.alarms.open(), rounds, NOW_MS, words(language))
    return {tile.table: tile for tile in found}


def test_what_needs_a_person_comes_first(store: FloorStore) -> None:
    names = [name.partition("/")[2] for name in tiles(store)]
    assert names == ["d-alarm", "b-held", "c-silent", "a-plays"]


def test_a_tile_has_the_table_at_a_glance(store: FloorStore) -> None:
    tile = tiles(store)["oaks/a-plays"]
    assert tile.game == "EZ Baccarat Panda 8"
    assert (tile.limits, tile.dealer, tile.pace) == ((10, 500), "Dana", 5)
    assert len(tile.marks) == 5
    assert set("".join(mark[0] for mark in tile.marks)) <= set("PBT")
    assert tile.said


def test_a_held_table_says_why_and_a_silent_one_since_when(store: FloorStore) -> None:
    held, silent = tiles(store)["oaks/b-held"], tiles(store)["oaks/c-silent"]
    assert held.state == "held"
    assert held.said == words().cause("card-before-betting-ended")
    assert (silent.state, silent.silent_minutes) == ("silent", 0)


def test_an_alarm_somebody_has_seen_comes_after_what_nobody_has(store: FloorStore) -> None:
    number = next(alarm.number for alarm in store.alarms.open())
    store.alarms.acknowledge(number, "Ann Lee", NOW_MS)
    tile = tiles(store)["oaks/d-alarm"]
    assert tile.alarms[0].by == "Ann Lee"
    assert next(iter(tiles(store))) == "oaks/b-held"


@pytest.mark.parametrize("language", languages())
def test_every_language_tells_a_table_in_full(store: FloorStore, language: str) -> None:
    detail = detail_of(store, "oaks/b-held", NOW_MS, words(language))
    assert detail is not None
    assert [line.round for line in detail.rounds] == [3, 2, 1]
    assert detail.kept == detail.number
    assert any(line.tone == "alarm" for line in detail.rows)


def test_a_table_nobody_heard_of_is_not_there(store: FloorStore) -> None:
    assert detail_of(store, "oaks/none", NOW_MS, words()) is None
