"""The stream of rows and its consumer, made where they are missing, on a server that keeps rows."""

import asyncio
import json
from typing import Final
from urllib.error import URLError
from urllib.request import urlopen

from nats.aio.client import Client
from nats.js import JetStreamContext
from nats.js.api import AckPolicy, ConsumerConfig, DiscardPolicy, StorageType, StreamConfig
from nats.js.errors import APIError, NotFoundError

from config.floor import Nats
from controller.floor.link import subjects
from controller.floor.link.connection import REMEDY, AwayError
from controller.floor.parcel import FloorError

ACK_WAIT_S: Final = 60.0
MOST_PENDING: Final = 20_000
_PATIENCE_S: Final = 5.0
_CONFIG: Final = "jetstream { store_dir: DIR, sync_interval: always }"


async def check_durability(monitoring: str) -> None:
    """Refuse a server that says yes to rows before they are on its disk."""
    found = await asyncio.to_thread(_varz, monitoring)
    kept = found.get("jetstream", {})
    config = kept.get("config") if isinstance(kept, dict) else None
    if not config:
        raise FloorError(f"floor: nats-server has no JetStream; add to its file: {_CONFIG}")
    if not config.get("sync_always"):
        raise FloorError(
            "floor: nats-server acknowledges rows before they are on its disk;"
            f" add to its file: {_CONFIG}; where it does not know that, {REMEDY}"
        )


def _varz(monitoring: str) -> dict[str, dict[str, dict[str, object]]]:
    try:
        with urlopen(f"{monitoring.rstrip('/')}/varz", timeout=_PATIENCE_S) as answer:
            found: dict[str, dict[str, dict[str, object]]] = json.load(answer)
            return found
    except (URLError, OSError, ValueError) as error:
        raise AwayError(
            f"floor: {monitoring} does not tell how nats-server keeps rows ({error});"
            " add to its file: http: 127.0.0.1:8222"
        ) from None


async def subscribed(client: Client, settings: Nats) -> JetStreamContext.PullSubscription:
    """The durable consumer of every table's rows; stream and consumer are made if need be."""
    stream = client.jetstream(timeout=_PATIENCE_S)
    manager = client.jsm(timeout=_PATIENCE_S)
    wanted = _stream(settings)
    try:
        try:
            await manager.stream_info(subjects.STREAM)
        except NotFoundError:
            await manager.add_stream(wanted)
        return await stream.pull_subscribe(
            subjects.EVERY_ROW,
            durable=subjects.CONSUMER,
            stream=subjects.STREAM,
            config=ConsumerConfig(
                ack_policy=AckPolicy.EXPLICIT, ack_wait=ACK_WAIT_S, max_ack_pending=MOST_PENDING
            ),
        )
    except APIError as error:
        raise AwayError(
            f"floor: nats-server makes no stream ({error.description}); check its disk,"
            " its limits and how many nodes it has"
        ) from None


def _stream(settings: Nats) -> StreamConfig:
    return StreamConfig(
        name=subjects.STREAM,
        subjects=[subjects.EVERY_ROW],
        storage=StorageType.FILE,
        num_replicas=settings.replicas,
        max_bytes=settings.most_bytes,
        # What is pushed out unread is missed by the database, asked for, and sent again.
        discard=DiscardPolicy.OLD,
        # Each table may look where its own rows end, and at no other table's.
        allow_direct=True,
    )
