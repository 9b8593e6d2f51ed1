"""One Chromium for all tests of a file."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import Browser, async_playwright

from controller.web.page_keys import PAD_VARIABLE
from tests.chromium import ENGINE, FLAGS


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def browser() -> AsyncIterator[Browser]:
    async with async_playwright() as playwright:
        chromium = await playwright.chromium.launch(executable_path=ENGINE, args=FLAGS)
        yield chromium
        await chromium.close()


PAD_KEY = "pad-key"


@pytest.fixture
def pad_key(monkeypatch: pytest.MonkeyPatch) -> None:
    """The key in the address of the pad, as the processes of a table inherit it."""
    monkeypatch.setenv(PAD_VARIABLE, PAD_KEY)
