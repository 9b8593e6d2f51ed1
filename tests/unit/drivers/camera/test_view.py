"""Looking through a camera: only in a test of its device, and never at what lies face down."""

import asyncio
import base64
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import cv2
import numpy as np
import pytest

from config.words import languages, page_words
from controller.facts.board import Board, HoldView
from controller.facts.phrase import phrase
from controller.families.opening import closed_table
from controller.table.board_of import board_of
from drivers.camera.view import CameraView, look_through, may_look, view_socket
from drivers.camera.view_server import EACH_S, Peephole, ViewServer
from tests.conftest import game_rules
from vision.cards.geometry import DEFAULT
from vision.cards.sighting import KINDS
from vision.emulation.rehearsal import RehearsalWindow
from vision.sources.shot import Shot
from vision.tools.reasons import UNSURE, WHY
from vision.tools.watch import CardLook, Look

RULES = game_rules("lucky-derby/ez-baccarat-panda-8")
TROUBLES = ("cocked", "hidden", "one", "two", "four", "no-dice", "unsure")


def board(tested: str | None, hold: str) -> Board:
    why = HoldView(name=hold, seen=phrase("floor-called"), expected=()) if hold else None
    return board_of(closed_table(RULES), 9).model_copy(update={"tested": tested, "hold": why})


@pytest.mark.parametrize(
    ("tested", "hold", "kind", "is_shown"),
    [
        ("shoe-1", "device-tested", "shoe", True),
        # A round may wait for a test that began in a hold, with cards that lie face down.
        ("shoe-1", "floor-called", "shoe", False),
        ("cup-1", "floor-called", "dice-cup", True),
        ("lamps-1", "device-tested", "shoe", False),
        (None, "floor-called", "dice-cup", False),
        (None, "", "shoe", False),
    ],
)
def test_a_camera_is_looked_through_in_a_test_and_at_nothing_that_lies_face_down(
    tested: str | None, hold: str, kind: str, is_shown: bool
) -> None:
    device = "cup-1" if kind == "dice-cup" else "shoe-1"
    assert may_look(board(tested, hold), device, kind) is is_shown


@asynccontextmanager
async def served(folder: Path, shot: Shot | None, is_tried: bool) -> AsyncIterator[Path]:
    def look() -> Look:
        assert is_tried, "nothing is read for somebody who may not look"
        return CardLook(DEFAULT)

    path = folder / "devices" / "shoe-1"
    server = ViewServer("shoe-1", path, lambda: shot, Peephole(lambda: is_tried, look))
    await server.start()
    try:
        yield path
    finally:
        await server.stop()


def card_in_the_window() -> Shot:
    """The first picture of a rehearsal that is read as a card."""
    source, look = RehearsalWindow(), CardLook(DEFAULT)
    return next(shot for _ in range(60) if look.read(shot := source.read()).kind == "card")


async def test_who_tries_the_device_sees_the_picture_and_what_was_read(tmp_path: Path) -> None:
    async with served(tmp_path, card_in_the_window(), is_tried=True) as path:
        # The first picture takes as long as its nets take to load.
        while not (seen := await look_through(path)).picture:
            assert seen.kind == "no-picture"
    picture = cv2.imdecode(
        np.frombuffer(base64.b64decode(seen.picture), np.uint8), cv2.IMREAD_COLOR
    )
    assert picture is not None
    assert picture.shape == (640, 480, 3)
    assert (seen.kind, len(seen.answer), seen.why) == ("card", 2, None)


async def test_nobody_else_sees_anything(tmp_path: Path) -> None:
    async with served(tmp_path, Shot(np.zeros((320, 240, 3), np.uint8), 0.0), False) as path:
        assert await look_through(path) == CameraView(kind="not-tried")
        assert view_socket(path).stat().st_mode & 0o777 == 0o660


async def test_a_camera_that_is_away_or_has_no_door_gives_no_picture(tmp_path: Path) -> None:
    async with served(tmp_path, None, is_tried=True) as path:
        assert await look_through(path) == CameraView(kind="no-picture")
    assert await look_through(path) == CameraView(kind="no-picture")


async def test_however_many_look_pictures_come_a_few_a_second(tmp_path: Path) -> None:
    loop = asyncio.get_running_loop()
    async with served(tmp_path, None, is_tried=True) as path:
        began = loop.time()
        await asyncio.gather(*(look_through(path) for _ in range(3)))
        assert loop.time() - began >= 2 * EACH_S


@pytest.mark.parametrize("language", languages())
def test_whatever_a_picture_shows_has_words(language: str) -> None:
    said = page_words(language)["technician"]
    kinds = {*KINDS, "dice", "not-tried", "no-picture"} - {"unreadable"}
    assert {f"view-{kind}" for kind in kinds} <= set(said)
    assert {f"why-{code}" for code in (UNSURE, *WHY.values(), *TROUBLES)} <= set(said)
