"""Table files of any game, on which every device is the house dealer's page."""

from pathlib import Path

from config.game import FeeOption, Game
from config.new_table import NewDevice, NewTable, table_text
from controller.families.catalogue import load_game, unsupplied
from tests.conftest import SUPPLIED

KEYED = {"shoe": "keyed", "shuffler": "keyed", "dice-cup": "keyed", "entry-pad": "web"}


def write_keyed_table(folder: Path, game_id: str, port: int = 8300, demo: bool = False) -> Path:
    """A table file of a game without any device but a page; `demo` lets everybody log in."""
    game = load_game(game_id, SUPPLIED.get(game_id, {}))
    file = folder / "table.toml"
    file.write_text(table_text(_new_table(game, port, demo)), encoding="utf-8")
    return file


def _new_table(game: Game, port: int, demo: bool) -> NewTable:
    schedule = _schedule(game)
    devices = [NewDevice(f"{k}-1", k, KEYED[k]) for k in game.equipment if k in KEYED]
    lamps = [NewDevice("lamps-1", "lamps", "emulated")] if demo else []
    limits = (int(schedule.minimum[0]), int(schedule.maximum[1])) if schedule else None
    return NewTable(
        name=game.id.partition("/")[2].replace(".", "-"),
        game=game.id,
        title=game.name,
        seats=max(game.seats.allowed),
        fees=schedule.option if schedule else None,
        limits=limits,
        timer_s=None,
        by_hand=False,
        devices=(*devices, *lamps),
        values=SUPPLIED.get(game.id, {}),
        confirmed=(),
        waiting={},
        port=port,
        language="en",
    )


def _schedule(game: Game) -> FeeOption | None:
    whole = (fee for fee in game.fees if not unsupplied(game, f"fees.{fee.option}"))
    return next(whole, None)
