"""The emulators' control socket: physical actions by name, JSON lines in and out."""

import asyncio
import inspect
import json
from collections.abc import Callable
from pathlib import Path
from typing import Final

from pydantic import BaseModel, ConfigDict, JsonValue, ValidationError

from drivers.emulator.device import EmulatedDevice, EmulatorError
from drivers.wire.codec import CodecError

MAX_LINE: Final = 65_536


class ActionRequest(BaseModel):
    """One physical action: `{"device": "shoe-1", "action": "draw", "arguments": {}}`."""

    model_config = ConfigDict(frozen=True, strict=True, extra="forbid")

    device: str
    action: str
    arguments: dict[str, JsonValue] = {}


class ControlSocket:
    """Listens on a unix socket; each line is one action, each answer one line."""

    def __init__(self, path: Path, find: Callable[[str], EmulatedDevice]) -> None:
        self._path = path
        self._find = find
        self._server: asyncio.Server | None = None
        self._talks: set[asyncio.Task[None]] = set()

    async def start(self) -> None:
        """Listen, in place of whatever a killed process left behind."""
        self._path.unlink(missing_ok=True)
        self._server = await asyncio.start_unix_server(
            self._accept, path=self._path, limit=MAX_LINE
        )
        self._path.chmod(0o660)

    async def stop(self) -> None:
        """Close every conversation and remove the socket."""
        if self._server is None:
            return
        self._server.close()
        for talk in self._talks:
            talk.cancel()
        await asyncio.gather(*self._talks, return_exceptions=True)
        await self._server.wait_closed()
        self._path.unlink(missing_ok=True)

    def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        talk = asyncio.get_running_loop().create_task(self._converse(reader, writer))
        self._talks.add(talk)
        talk.add_done_callback(self._talks.discard)

    async def _converse(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while line := await reader.readline():
                answer = await self._answer(line)
                writer.write(json.dumps(answer).encode() + b"\n")
                await writer.drain()
        except (ConnectionError, ValueError):
            # A caller that hangs up, or a line beyond the limit, ends this conversation only.
            pass
        finally:
            writer.close()

    async def _answer(self, line: bytes) -> dict[str, JsonValue]:
        try:
            request = ActionRequest.model_validate_json(line)
            return {"ok": True, "result": await self._perform(request)}
        except ValidationError as error:
            first = error.errors()[0]
            place = ".".join(str(part) for part in first["loc"]) or "line"
            return {"error": f"{place}: {first['msg']}; send device, action, arguments"}
        except (EmulatorError, CodecError) as error:
            return {"error": str(error)}
        except (TypeError, ValueError) as error:
            return {"error": f"arguments: {error}; correct them"}

    async def _perform(self, request: ActionRequest) -> JsonValue:
        emulator = self._find(request.device)
        if request.action not in emulator.actions:
            known = ", ".join(emulator.actions)
            raise EmulatorError(f"{request.device}: no action {request.action}; use one of {known}")
        method = getattr(emulator, request.action)
        inspect.signature(method).bind(**request.arguments)
        result: JsonValue = await method(**request.arguments)
        return result
