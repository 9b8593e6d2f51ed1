"""A folder of stills is a camera, too: what was recorded once is told again."""

import asyncio
import sys
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

import cv2

from config.table import TABLES
from controller.facts.cards import Card
from drivers.runtime.place import device_path
from tests.emulated.camera_workshop import words_of
from tests.emulated.conftest import Workshop
from vision.emulation.cards.stage import WindowStage
from vision.picture.frame import Frame


def recorded(stage: WindowStage) -> Iterator[Frame]:
    """A new shoe and three cards."""
    cards = (stage.card(card) for card in (Card.Td, Card.As, Card.As))
    return chain(stage.clear(), stage.pass_mark(6), *cards)


async def test_stills_of_a_shoe_are_the_events_of_a_shoe(
    workshop: Workshop, tmp_path: Path
) -> None:
    folder = tmp_path / "stills"
    folder.mkdir()
    for number, frame in enumerate(recorded(WindowStage([11], ("clean",)))):
        cv2.imwrite(str(folder / f"{number:04}.png"), frame)
    table = tmp_path / "table.toml"
    text = (TABLES / "emulated-cameras.toml").read_text()
    table.write_text(text.replace('camera = "emulated"', 'camera = "stills"'))
    words = ["camera", "shoe-1", "--table", table, "--run-dir", workshop.run_dir]
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "controller", *map(str, words), "--state-dir", str(tmp_path / "s")),
        stderr=asyncio.subprocess.DEVNULL,
    )
    try:
        await workshop.until(device_path(workshop.run_dir, "shoe-1").exists)
        workshop.drive("shoe-1", "shoe")
        await workshop.until(lambda: len(workshop.daemon.events()) == 4)
    finally:
        process.terminate()
        await process.wait()
    assert words_of(workshop.daemon.events()) == ["shoe_loaded", "Td", "As", "As"]
