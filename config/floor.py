"""A floor: where a table sends its rows, and where the service of a room keeps them."""

from pathlib import Path
from typing import Annotated, Literal, Self
from urllib.parse import urlsplit

from pydantic import Field, StringConstraints, field_validator, model_validator

from config.document import Section, read_document
from config.network import Served, is_loopback
from controller.facts.fact import Name

FileName = Annotated[str, StringConstraints(min_length=1, max_length=200)]
ServerAddress = Annotated[
    str, StringConstraints(pattern=r"^(nats|tls)://[A-Za-z0-9.:_\[\]-]{1,120}$")
]


class NatsLink(Section):
    """The way to the floor's NATS."""

    # Addresses of the NATS servers; beyond this machine only tls://.
    servers: Annotated[tuple[ServerAddress, ...], Field(min_length=1, max_length=9)]
    # The user of NATS; without it, nobody.
    user: Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_.-]{1,80}$")] | None = None
    # A file beside this one that holds the user's password and nothing else.
    password_file: FileName | None = None
    # A file beside this one with the authority that vouches for the servers.
    authority: FileName | None = None
    # Files beside this one, where the servers ask for a certificate of the client too.
    certificate: FileName | None = None
    # The key that belongs to the certificate.
    private_key: FileName | None = None

    @field_validator("servers")
    @classmethod
    def _is_secret(cls, servers: tuple[str, ...]) -> tuple[str, ...]:
        for server in servers:
            address = urlsplit(server)
            if address.scheme == "nats" and not is_loopback(address.hostname or ""):
                raise ValueError(f"{server} leaves this machine; say tls://{address.netloc}")
        return servers

    @model_validator(mode="after")
    def _belong_together(self) -> Self:
        if (self.user is None) != (self.password_file is None):
            raise ValueError("user and password_file belong together; give both or neither")
        if (self.certificate is None) != (self.private_key is None):
            raise ValueError("certificate and private_key belong together; give both or neither")
        return self


class FloorLink(NatsLink):
    """The floor this table belongs to; without it the table is alone."""

    # The room; with the table's id it names the table among all.
    room: Name
    # Everything as it happens, or results and alarms alone, where the law wants no live data.
    send: Literal["all", "results"] = "all"
    # A file beside this one: the key of the wall whose people may rule here; without it nobody may.
    wall_key: FileName | None = None
    # The table's own figures are then at http://127.0.0.1:PORT/metrics.
    metrics_port: Annotated[int, Field(ge=1, le=65535)] | None = None

    @model_validator(mode="after")
    def _is_live(self) -> Self:
        if self.wall_key is not None and self.send == "results":
            raise ValueError("who rules sees what lies there; wall_key needs send = 'all'")
        return self


class Nats(NatsLink):
    """The floor's NATS, as the service sees it."""

    # Where the server tells of itself (http_port of its configuration); asked how it keeps rows.
    monitoring: Annotated[str, StringConstraints(pattern=r"^https?://[^\s]{1,120}$")] = (
        "http://127.0.0.1:8222"
    )
    # Copies of the stream: 1, or 3 in a cluster of three.
    replicas: Literal[1, 3, 5] = 1
    # The most the stream holds, in bytes; older rows are in the database, and in the records.
    most_bytes: Annotated[int, Field(ge=1_000_000, le=2**50)] = 2**30


class Patience(Section):
    """How long something may last before it is an alarm."""

    # Seconds of a hold.
    hold_s: Annotated[int, Field(ge=1, le=86_400)] = 180
    # Seconds of a device or a screen that is away.
    device_s: Annotated[int, Field(ge=1, le=86_400)] = 30
    # Seconds without a word of a table.
    silent_s: Annotated[int, Field(ge=1, le=604_800)] = 60
    # Hours without a word after which a regulator may have to be told.
    unsynchronised_h: Annotated[int, Field(ge=1, le=720)] = 24
    # Seconds between the clock of a table and the floor's.
    clock_s: Annotated[int, Field(ge=1, le=3600)] = 5
    # Misreads within an hour.
    misreads: Annotated[int, Field(ge=1, le=1000)] = 10


class FloorPages(Served):
    """Where the floor tells of itself."""

    port: Annotated[int, Field(ge=1, le=65535)] = 8500


class FloorSettings(Section):
    """One floor file: the settings of `underfelt floor`."""

    # The rooms whose tables are kept here.
    rooms: Annotated[tuple[Name, ...], Field(min_length=1)]
    # postgresql://USER@HOST/NAME, or sqlite:FILE for a small room.
    database: Annotated[str, StringConstraints(min_length=8, max_length=400)]
    # A folder: the key by which the floor vouches for records, and what it remembers of them.
    witness: FileName = "witness"
    nats: Nats
    patience: Patience = Patience()
    pages: FloorPages = FloorPages()


def read_floor(file: Path) -> FloorSettings:
    """A floor file; raise DocumentError with its problems."""
    return read_document(file).build(FloorSettings)
