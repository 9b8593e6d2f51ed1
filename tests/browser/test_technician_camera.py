"""The technician's page of a table with a camera: what it sees is shown while it is tried."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import Browser, ViewportSize

from drivers.camera.view import CameraView, look_through
from drivers.runtime.place import device_path
from tests.browser.desk_page import PAD
from tests.browser.kiosk_page import IN_CHROMIUM, TALL_WALL
from tests.browser.technician_table import TechnicianTable, technician_of, technician_table

pytestmark = [*IN_CHROMIUM, pytest.mark.long]
# How many points of the picture are not black.
LIT = """node => {
  const { data } = node.getContext("2d").getImageData(0, 0, node.width, node.height);
  return data.filter((value, index) => index % 4 === 0 && value > 8).length;
}"""


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def table() -> AsyncIterator[TechnicianTable]:
    async with technician_table("cameras") as opened:
        yield opened


@pytest.mark.parametrize(
    ("language", "size", "empty"),
    [("en", PAD, "No card in the window"), ("zh-Hans", TALL_WALL, "画面里没有牌")],
)
async def test_a_camera_is_looked_through_while_it_is_tried_and_at_no_other_time(
    browser: Browser, table: TechnicianTable, language: str, size: ViewportSize, empty: str
) -> None:
    shoe = device_path(table.table.run, "shoe-1")
    assert await look_through(shoe) == CameraView(kind="not-tried")
    async with technician_of(browser, table, language, size) as technician:
        await technician.press("try-shoe-1")
        await technician.answer("yes")
        await technician.sees(".camera .read", empty)
        canvas = technician.page.locator(".camera canvas")
        assert await canvas.evaluate(LIT) > 0
        await technician.press("end-test")
        await technician.sees_no(".camera")
    assert await look_through(shoe) == CameraView(kind="not-tried")
