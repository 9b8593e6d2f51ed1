"""What the floor asks of a table: brought to its desk, one thing at a time, and the answer back."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Final

from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.errors import Error
from pydantic import ValidationError

from controller.bus.client import DeskError
from controller.bus.desk_client import DeskClient
from controller.bus.messages import Refused
from controller.floor.link import subjects
from controller.process.quiet_log import Quiet

_PATIENCE_S: Final = 8.0
_LOG: Final = logging.getLogger(__name__)


class Errands:
    """Carries and judges nothing: the table knows the room's keys, its people and its wall."""

    def __init__(self, table: str, sockets: Path) -> None:
        self._table = table
        self._desk = DeskClient(sockets, _PATIENCE_S)
        self._turn = asyncio.Lock()
        self._quiet = Quiet(every_s=60)

    async def run(self, client: Client) -> None:
        """Listen until cancelled."""
        brought: dict[subjects.Errand, Callable[[str], bytes]] = {
            "directive": lambda text: self._desk.hand_directive(text).encode(),
            "word": lambda digest: self._desk.directive_word(digest).encode(),
            "desk": self._desk.carry,
        }
        for errand, bring in brought.items():
            subject = subjects.errand_subject(self._table, errand)
            await client.subscribe(subject, cb=self._carried(bring))
        await asyncio.Event().wait()

    def _carried(self, bring: Callable[[str], bytes]) -> Callable[[Msg], Awaitable[None]]:
        async def carried(message: Msg) -> None:
            try:
                await message.respond(await self._answer(bring, message.data))
            except Error as error:
                if self._quiet.may_say(message.subject):
                    _LOG.warning("floor: %s: %s", message.subject, error)

        return carried

    async def _answer(self, bring: Callable[[str], bytes], body: bytes) -> bytes:
        try:
            async with self._turn:
                return await asyncio.to_thread(bring, body.decode())
        except DeskError as error:
            turned = Refused(reason=str(error)[:500], because=error.because)
        except (UnicodeDecodeError, ValidationError):
            turned = Refused(
                reason="what came is no message of the floor; bring both to one version"
            )
        return turned.model_dump_json().encode()
