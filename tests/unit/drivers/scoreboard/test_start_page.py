"""The start page of the public screens: every one listed, with an address that opens it."""

from aiohttp.test_utils import TestClient, TestServer
from aiohttp.web import Application, Request

from config.words import languages
from drivers.scoreboard.app import make_app
from drivers.scoreboard.hub import Hub
from drivers.scoreboard.screen_door import ScreenDoor
from drivers.scoreboard.screens import PAGES

KEY = "a-key-of-screens"
Client = TestClient[Request, Application]


async def test_every_screen_is_listed_in_every_language_and_each_address_opens() -> None:
    async with TestClient(TestServer(make_app(Hub()))) as client:
        assert (await client.get("/start")).status == 200
        titles = set()
        for language in languages():
            shown = await (await client.get(f"/start.json?lang={language}")).json()
            assert [line["screen"] for line in shown["screens"]] == ["board", *PAGES]
            titles.add(shown["title"])
            for line in shown["screens"]:
                assert line["address"].endswith(line["path"])
                assert (await client.get(line["path"])).status == 200
                code = await client.get(line["code"])
                assert code.content_type == "image/svg+xml"
        assert len(titles) == len(languages())


async def test_other_machines_are_given_the_name_they_know_and_the_key() -> None:
    app = make_app(Hub(), door=ScreenDoor(KEY, ("table-7.local",)), port=8300)
    async with TestClient(TestServer(app)) as client:
        assert (await client.get("/start.json")).status == 403
        shown = await (await client.get(f"/start.json?key={KEY}")).json()
        board = shown["screens"][0]["address"]
        assert board == f"http://table-7.local:{client.port}/?lang=en&key={KEY}"
        assert "Scan a code" in shown["hint"]
