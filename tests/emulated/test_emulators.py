import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from controller.facts.failure import OperatorError
from drivers.emulate.emulators import Emulators
from drivers.runtime.place import device_path
from drivers.shoe.emulator import ShoeEmulator

DEVICES = {"shoe-1": "shoe", "cup-1": "dice-cup"}


async def ask(run_dir: Path, *lines: str) -> list[dict[str, Any]]:
    reader, writer = await asyncio.open_unix_connection(str(run_dir / "emulators.sock"))
    writer.write("".join(line + "\n" for line in lines).encode())
    answers = [json.loads(await reader.readline()) for _ in lines]
    writer.close()
    await writer.wait_closed()
    return answers


async def test_actions_by_name_move_the_emulators(tmp_path: Path) -> None:
    emulators = Emulators(tmp_path, DEVICES, seed=1, stretch=0.0)
    await emulators.start()
    loaded, drawn, opened = await ask(
        tmp_path,
        '{"device": "shoe-1", "action": "load", "arguments": {"decks": 1, "cards": ["Td", "As"]}}',
        '{"device": "shoe-1", "action": "draw"}',
        '{"device": "cup-1", "action": "open"}',
    )
    await emulators.stop()
    assert loaded == {"ok": True, "result": None}
    assert drawn == {"ok": True, "result": "cut"}
    assert len(opened["result"]) == 3


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("nonsense", "Invalid JSON"),
        ('{"device": "shoe-1"}', "action: Field required; send device, action, arguments"),
        ('{"device": "x", "action": "draw"}', "no emulated device x; there are: shoe-1, cup-1"),
        ('{"device": "shoe-1", "action": "_emit"}', "shoe-1: no action _emit; use one of unplug"),
        ('{"device": "shoe-1", "action": "draw", "arguments": {"n": 1}}', "unexpected keyword"),
        ('{"device": "shoe-1", "action": "draw"}', "shoe-1: the shoe is empty; load it"),
        ('{"device": "shoe-1", "action": "load", "arguments": {"decks": "x"}}', "arguments: "),
    ],
)
async def test_a_wrong_line_gets_one_clear_error(tmp_path: Path, line: str, problem: str) -> None:
    emulators = Emulators(tmp_path, DEVICES, seed=1, stretch=0.0)
    await emulators.start()
    (answer,) = await ask(tmp_path, line)
    await emulators.stop()
    assert problem in answer["error"]


async def test_stopping_removes_every_name_it_made(tmp_path: Path) -> None:
    emulators = Emulators(tmp_path, DEVICES, seed=1, stretch=0.0)
    await emulators.start()
    assert device_path(tmp_path, "shoe-1").is_symlink()
    await emulators.stop()
    assert [path for path in tmp_path.rglob("*") if not path.is_dir()] == []


async def test_starts_over_what_a_killed_run_left_behind(tmp_path: Path) -> None:
    device_path(tmp_path, "shoe-1").parent.mkdir()
    device_path(tmp_path, "shoe-1").symlink_to("/dev/pts/none")
    (tmp_path / "emulators.sock").touch()
    emulators = Emulators(tmp_path, DEVICES, seed=1, stretch=0.0)
    await emulators.start()
    assert device_path(tmp_path, "shoe-1").exists()
    await emulators.stop()


async def test_the_same_seed_gives_the_same_cards_and_new_boots(tmp_path: Path) -> None:
    drawn, boots = [], []
    for run in ("a", "b"):
        emulators = Emulators(tmp_path / run, {"shoe-1": "shoe"}, seed=5, stretch=0.0)
        await emulators.start()
        shoe = emulators.emulator("shoe-1")
        assert isinstance(shoe, ShoeEmulator)
        await shoe.load(decks=8)
        drawn.append([await shoe.draw() for _ in range(50)])
        boots.append(shoe.boot)
        await emulators.stop()
    assert drawn[0] == drawn[1]
    assert boots[0] != boots[1]


def test_an_unknown_kind_is_refused(tmp_path: Path) -> None:
    with pytest.raises(OperatorError, match="no device kind 'oven'; use one of dice-cup"):
        Emulators(tmp_path, {"oven-1": "oven"}, seed=1, stretch=1.0)


async def test_what_a_device_truly_did_is_noted_before_anybody_is_told(tmp_path: Path) -> None:
    emulators = Emulators(tmp_path, DEVICES, seed=1, stretch=0.0)
    emulators.keep_truth(tmp_path / "truth.jsonl")
    shoe = emulators.emulator("shoe-1")
    assert isinstance(shoe, ShoeEmulator)
    await shoe.load(1, cut_depth=0, cards=["Td", "As"])
    await shoe.draw()
    noted = [json.loads(line) for line in (tmp_path / "truth.jsonl").read_text().splitlines()]
    assert shoe.kept_events == 2
    assert [(each["message"], each["boot"], each["number"]) for each in noted] == [
        ("shoe_loaded", shoe.boot, 1),
        ("card_drawn", shoe.boot, 2),
    ]
    assert noted[1]["fields"] == {"card": "Td"}


def test_a_truth_file_that_cannot_be_written_is_named_with_its_option(tmp_path: Path) -> None:
    emulators = Emulators(tmp_path, DEVICES, seed=1, stretch=0.0)
    with pytest.raises(OperatorError, match="--truth"):
        emulators.keep_truth(tmp_path / "nowhere" / "truth.jsonl")
