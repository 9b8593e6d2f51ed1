"""Every game of the demonstration is a whole table of its own."""

from pathlib import Path

import pytest

from config.floor import read_floor
from config.table import TABLES
from controller.families.tables import load_table
from controller.floor.local.room import GAMES, EmulatedTable, floor_text, table_text


@pytest.mark.parametrize("game", GAMES)
def test_each_table_has_a_name_a_floor_and_cards_of_its_own(game: str, tmp_path: Path) -> None:
    shipped = (TABLES / f"emulated-{game}.toml").read_text()
    file = tmp_path / "table.toml"
    file.write_text(table_text(shipped, "t7", "demo", "nats://127.0.0.1:4222", seed=7))
    table = load_table(file).table
    assert (table.id, table.emulation.seed) == ("t7", 7)
    assert table.floor is not None
    assert table.floor.room == "demo"
    commands = EmulatedTable.of("t7", file, tmp_path).commands(pace=2)
    assert {"daemon", "emulate", "bridge"} < set(commands)
    assert "--pace" in commands["emulate"]


def test_twelve_tables_are_of_twelve_games() -> None:
    assert len(set(GAMES)) == 12


def test_the_floor_file_of_a_demonstration_can_be_read(tmp_path: Path) -> None:
    file = tmp_path / "floor.toml"
    address = "nats://127.0.0.1:4222"
    file.write_text(floor_text("demo", address, "http://127.0.0.1:8222", "sqlite:x.sqlite", 8501))
    assert (read_floor(file).rooms, read_floor(file).pages.port) == (("demo",), 8501)
