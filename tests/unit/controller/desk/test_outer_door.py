"""The key of a desk: other machines show it once, in the address, before anything else."""

from collections.abc import AsyncIterator

import pytest
from aiohttp import CookieJar, web
from aiohttp.test_utils import TestClient, TestServer
from aiohttp.typedefs import Handler

from controller.desk.outer_door import only_with_key

KEY, PORT = "kpz4m8wv2jt7hc3q", 8400
PHONE, THIS_MACHINE = "192.168.7.20", "127.0.0.1"
Client = TestClient[web.Request, web.Application]


async def _asked(request: web.Request) -> web.Response:
    return web.Response(text=request.path_qs)


@pytest.fixture
async def client() -> AsyncIterator[Client]:
    @web.middleware
    async def from_elsewhere(request: web.Request, handler: Handler) -> web.StreamResponse:
        return await handler(request.clone(remote=request.headers.get("From", PHONE)))

    app = web.Application(middlewares=[from_elsewhere, only_with_key(KEY, PORT)])
    app.router.add_get("/{path:.*}", _asked)
    # Browsers keep cookies of addresses; the library only when it is told to.
    async with TestClient(TestServer(app), cookie_jar=CookieJar(unsafe=True)) as client:
        yield client


@pytest.mark.parametrize("path", ["/", "/log-in", "/names.json", "/?door=wrong", "/?door="])
async def test_a_phone_without_the_key_sees_not_even_who_may_log_in(
    client: Client, path: str
) -> None:
    answer = await client.get(path)
    assert (answer.status, "scan the code" in await answer.text()) == (403, True)


async def test_the_key_opens_once_leaves_the_address_and_stays_with_the_browser(
    client: Client,
) -> None:
    first = await client.get(f"/dealer?door={KEY}&key=pad", allow_redirects=False)
    assert (first.status, first.headers["Location"]) == (303, "/dealer?key=pad")
    assert first.cookies[f"door-{PORT}"]["httponly"]
    assert await (await client.get("/names.json")).text() == "/names.json"


async def test_the_key_leads_nobody_to_another_machine(client: Client) -> None:
    answer = await client.get(f"/%2Fevil.example/x?door={KEY}", allow_redirects=False)
    assert answer.status == 303
    assert answer.headers["Location"] == "/evil.example/x"


async def test_whoever_sits_at_the_machine_needs_no_key(client: Client) -> None:
    assert (await client.get("/log-in", headers={"From": THIS_MACHINE})).status == 200


async def test_the_key_kept_for_one_table_opens_no_other(client: Client) -> None:
    client.session.cookie_jar.update_cookies({f"door-{PORT + 1}": KEY})
    assert (await client.get("/")).status == 403
