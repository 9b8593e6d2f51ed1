"""A NATS with TLS and a user for each table, by the file that the floor's page shows."""

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from config.floor import FloorSettings, NatsLink
from config.table import TABLES
from controller.floor.bridge.bridge import Bridge
from controller.floor.bridge.followed_record import FollowedRecord
from controller.floor.link import subjects
from controller.floor.link.connection import AwayError, connected
from controller.floor.local.nats_server import NatsServer, free_port, nats_binary
from controller.floor.parcel import FloorError
from controller.floor.service.service import FloorService
from controller.floor.service.witnessing import FloorWitness
from controller.floor.store.store import FloorStore
from controller.record.journal import Journal
from controller.web.certificate import make_certificate
from tests.command import underfelt
from tests.unit.controller.floor.floor_room import patiently_connected, until, working
from tests.unit.controller.floor.sample_rounds import record

PAGE = Path(__file__).parents[4] / "docs" / "floor.md"
TABLE = "oaks/t7"
pytestmark = pytest.mark.skipif(nats_binary() is None, reason="nats-server is not installed")


def shown_file(folder: Path) -> str:
    """The part of the shown file that keeps others out; where it listens a test decides."""
    text = PAGE.read_text()
    begin = text.index("   tls {")
    shown = text[begin : text.index("   ```", begin)]
    assert shown.count('"$2a$…"') == 2
    return shown.replace('"$2a$…"', '"secret"').replace("/etc/nats/", f"{folder}/")


@pytest.fixture(scope="module")
def secured(tmp_path_factory: pytest.TempPathFactory) -> Iterator["Secured"]:
    folder = tmp_path_factory.mktemp("secured")
    made = make_certificate("nats", ["127.0.0.1"], 30)
    (folder / "server.pem").write_bytes(made.certificate)
    (folder / "server.key").write_bytes(made.private_key)
    (folder / "other.pem").write_bytes(make_certificate("other", ["127.0.0.1"], 30).certificate)
    (folder / "right").write_text("secret\n")
    (folder / "wrong").write_text("guess\n")
    server = NatsServer(folder / "nats", shown_file(folder))
    server.start()
    yield Secured(folder, server)
    server.kill()


class Secured:
    """The server, and links to it that are right or not."""

    def __init__(self, folder: Path, server: NatsServer) -> None:
        self.folder, self.server = folder, server

    @property
    def url(self) -> str:
        return f"tls://127.0.0.1:{self.server.port}"

    def link(self, user: str = "oaks-t7", **changed: str) -> NatsLink:
        usual = {"user": user, "password_file": "right", "authority": "server.pem"}
        return NatsLink.model_validate({"servers": (self.url,), **usual, **changed})

    @asynccontextmanager
    async def floor(self, folder: Path) -> AsyncIterator[FloorStore]:
        """The floor's service under its own user."""
        url = f"sqlite:{folder / 'floor.sqlite'}"
        nats = self.link("floor").model_dump() | {"monitoring": self.server.monitoring}
        settings = FloorSettings.model_validate({"rooms": ("oaks",), "database": url, "nats": nats})
        client = await patiently_connected(settings.nats, self.folder, "floor")
        with FloorStore.open(url) as store, FloorStore.open(url) as reader:
            service = FloorService(settings, store, FloorWitness(folder / "witness"))
            async with working(service.run(client)):
                yield reader
            await client.close()


async def test_a_table_sends_its_rows_by_its_own_user_over_tls(
    secured: Secured, tmp_path: Path
) -> None:
    with Journal.open(tmp_path / "journal.sqlite") as journal:
        journal.append([row._replace(number=0, hash=b"") for row in record(3)])
        followed = FollowedRecord(journal.path)
        link = secured.link()
        client = await patiently_connected(link, secured.folder, "t7", subjects.inbox(TABLE))
        async with secured.floor(tmp_path) as store, working(_sending(followed, client)):
            await until(
                lambda: (
                    (head := store.rows.head(TABLE)) is not None
                    and head.head.number == journal.last_number
                )
            )
        await client.close()
        followed.close()


def _sending(followed: FollowedRecord, client: object) -> object:
    return Bridge(TABLE, "baccarat", followed, "all").run(client)  # type: ignore[arg-type]


async def test_a_table_may_not_send_rows_of_another_nor_hear_what_is_asked_of_it(
    secured: Secured, tmp_path: Path
) -> None:
    async with secured.floor(tmp_path) as store:
        client = await patiently_connected(
            secured.link(), secured.folder, "t7", subjects.inbox(TABLE)
        )
        heard: list[bytes] = []

        async def hear(message: object) -> None:
            heard.append(getattr(message, "data", b""))

        for subject in ("table.desk.oaks.t8", "floor.beat.*.*", "_INBOX.oaks.t8.>"):
            await client.subscribe(subject, cb=hear)
        await client.publish("row.oaks.t8", b"{}")
        await client.publish("floor.beat.oaks.t8", b"{}")
        await client.flush()
        boss = await patiently_connected(secured.link("floor"), secured.folder, "boss")
        await boss.publish("table.desk.oaks.t8", b"a secret")
        await boss.flush()
        await client.flush()
        info = await boss.jsm().stream_info(subjects.STREAM, subjects_filter="row.oaks.t8")
        assert not info.state.subjects
        assert heard == []
        assert store.tables.one("oaks/t8") is None
        await boss.close()
        await client.close()


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"password_file": "wrong"}, "refuses oaks-t7; check user and password_file"),
        ({"user": "oaks-t9"}, "refuses oaks-t9; check user and password_file"),
        ({"authority": "other.pem"}, "certificate that does not hold"),
        ({"authority": None}, "certificate that does not hold"),
    ],
)
async def test_what_keeps_a_table_out_is_said_once_with_what_to_do(
    secured: Secured, changed: dict[str, str], said: str
) -> None:
    with pytest.raises(FloorError, match=said) as told:
        await connected(secured.link(**changed), secured.folder, "t7")
    assert not isinstance(told.value, AwayError)
    assert len(str(told.value).splitlines()) == 1
    assert "; check " in str(told.value)


async def test_a_server_under_another_name_is_refused(secured: Secured) -> None:
    link = secured.link().model_copy(
        update={"servers": (secured.url.replace("127.0.0.1", "localhost"),)}
    )
    with pytest.raises(FloorError, match="certificate that does not hold"):
        await connected(link, secured.folder, "t7")


async def test_a_link_without_tls_to_a_server_that_wants_it_is_refused(secured: Secured) -> None:
    link = secured.link().model_copy(update={"servers": (secured.server.url,)})
    with pytest.raises(FloorError, match="tls://") as told:
        await connected(link, secured.folder, "t7")
    assert not isinstance(told.value, AwayError)


def test_the_bridge_ends_with_one_line_and_is_not_started_again(
    secured: Secured, tmp_path: Path
) -> None:
    Journal.open(tmp_path / "journal.sqlite").close()
    shipped = (TABLES / "emulated-baccarat.toml").read_text()
    for name in ("wrong", "server.pem"):
        (tmp_path / name).write_bytes((secured.folder / name).read_bytes())
    file = tmp_path / "table.toml"
    file.write_text(
        f'{shipped}\n[floor]\nroom = "oaks"\nservers = ["{secured.url}"]\nuser = "oaks-t7"\n'
        'password_file = "wrong"\nauthority = "server.pem"\n'
    )
    here = ("--state-dir", str(tmp_path), "--run-dir", str(tmp_path))
    done = underfelt("floor-bridge", "--table", str(file), *here)
    assert done.returncode == 2
    assert done.stderr.splitlines() == [
        f"error: floor: {secured.url} refuses oaks-t7; check user and password_file of [floor]"
    ]


async def test_a_server_that_is_away_is_no_wrong_password(secured: Secured) -> None:
    link = secured.link().model_copy(update={"servers": (f"tls://127.0.0.1:{free_port()}",)})
    with pytest.raises(AwayError, match="cannot be reached"):
        await connected(link, secured.folder, "t7")
