"""`underfelt courier`: a daemon without network is vouched for all the same."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from aiohttp import web

from controller.cli.courier import courier_app
from controller.cli.witness import witness_app
from controller.record.note import NoteError
from controller.record.sealing import Seal, known_witnesses, window
from controller.record.vouching import vouched, witness_at
from controller.record.witness import RefusalError, Witness
from tests.loopback import free_port
from tests.unit.controller.record.sealed_record import grow, sealed, witness_folder


@asynccontextmanager
async def served(app: web.Application, at: Path | int) -> AsyncIterator[None]:
    runner = web.AppRunner(app)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", at) if isinstance(at, int) else None
    await (site or web.UnixSite(runner, str(at))).start()
    try:
        yield
    finally:
        await runner.cleanup()


def ask(seal: Seal, address: str, courier: Path) -> int:
    """What a daemon does after it has signed a note; the size that was vouched for."""
    return vouched(seal, witness_at(address, seal.key.public, courier)).size


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal.sqlite"


async def test_a_courier_brings_notes_to_a_witness_and_its_word_back(path: Path) -> None:
    address, courier = f"http://127.0.0.1:{free_port()}", path.parent / "socket"
    port = int(address.rpartition(":")[2])
    witness = Witness(witness_folder(path), "w")
    with sealed(path) as seal:
        grow(seal, 3)
        witness.trust(seal.key.public)
        async with served(witness_app(witness), port), served(courier_app([address]), courier):
            first = await asyncio.to_thread(ask, seal, address, courier)
            grow(seal, 2)
            second = await asyncio.to_thread(ask, seal, address, courier)
        assert first < second
        seen = window(seal.notes, seal.key.public, known_witnesses(path.parent))
        assert seen.size == second


async def test_what_a_courier_cannot_bring_is_told_and_contradicts_no_record(path: Path) -> None:
    address, courier = f"http://127.0.0.1:{free_port()}", path.parent / "socket"
    with sealed(path) as seal:
        grow(seal, 3)
        with pytest.raises(NoteError, match=r"no courier at .*; start underfelt-courier") as absent:
            await asyncio.to_thread(ask, seal, address, courier)
        async with served(courier_app([address]), courier):
            with pytest.raises(NoteError, match=r"does not answer .*; start it") as silent:
                await asyncio.to_thread(ask, seal, address, courier)
            with pytest.raises(NoteError, match="does not name http://other; restart") as strange:
                await asyncio.to_thread(ask, seal, "http://other", courier)
    for error in (absent.value, silent.value, strange.value):
        assert not isinstance(error, RefusalError)
