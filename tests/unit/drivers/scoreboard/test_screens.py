"""The addresses of the screens: pages, poster, colours and logo."""

import pytest
from aiohttp.test_utils import TestClient, TestServer

from config.theme import Logo
from config.theme_css import built_in_css
from drivers.scoreboard.app import make_app
from drivers.scoreboard.hub import Hub
from drivers.scoreboard.screens import PAGES, WEB, Screens, plain_screens

SHOWN = plain_screens()._replace(css=":root{--ground:#123456}").stamped()


def client(screens: Screens = SHOWN) -> TestClient:  # type: ignore[type-arg]
    return TestClient(TestServer(make_app(Hub(), screens)))


async def test_the_poster_names_the_edition_it_belongs_to() -> None:
    async with client() as page:
        poster = await (await page.get("/table.json")).json()
    assert poster == SHOWN.poster.model_dump(mode="json")
    assert len(poster["page"]) == 12


@pytest.mark.parametrize(
    ("query", "css"),
    [
        ("", SHOWN.css),
        ("?theme=bright", built_in_css()["bright"]),
        ("?theme=dark", built_in_css()["dark"]),
        ("?theme=../../secret", SHOWN.css),
    ],
)
async def test_a_screen_gets_the_theme_it_asks_for_and_never_none(query: str, css: str) -> None:
    async with client() as page:
        answer = await page.get(f"/theme.css{query}")
        assert (answer.content_type, await answer.text()) == ("text/css", css)


async def test_the_logo_is_served_with_its_type() -> None:
    async with client(SHOWN._replace(logo=Logo("image/png", b"picture"))) as page:
        answer = await page.get("/logo")
        assert (answer.content_type, await answer.read()) == ("image/png", b"picture")


async def test_without_a_logo_there_is_none_to_get() -> None:
    async with client() as page:
        assert (await page.get("/logo")).status == 404


@pytest.mark.parametrize("name", ["", *PAGES])
async def test_every_page_that_is_installed_is_served(name: str) -> None:
    is_there = (WEB / f"{name or 'index'}.html").is_file()
    async with client() as page:
        answer = await page.get(f"/{name}?lang=zh&theme=bright")
        assert answer.status == (200 if is_there else 404)
        assert "default-src 'self'" in answer.headers["Content-Security-Policy"] or not is_there
