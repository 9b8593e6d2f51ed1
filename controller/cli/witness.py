"""`underfelt witness`: vouch for the records of other tables, and remember how long they were."""

import time
from pathlib import Path
from typing import Final

import click
from aiohttp import web

from controller.facts.failure import OperatorError
from controller.record.note import NoteError, public_key_of
from controller.record.witness import RefusalError, Witness, request_of

PORT: Final = 8411
LARGEST: Final = 65_536
_SIZE_TYPE: Final = "text/x.tlog.size"


@click.command(
    "witness",
    short_help="Vouch for the records of other tables.",
    epilog="\b\nExample:\n  underfelt witness /var/lib/underfelt/witness --trust table.pub",
)
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("--trust", type=click.Path(path_type=Path), multiple=True, help="A table's key file.")
@click.option("--name", default="witness", show_default=True, help="What it is called.")
@click.option("--port", type=click.IntRange(1, 65535), default=PORT, show_default=True)
def witness_command(folder: Path, trust: tuple[Path, ...], name: str, port: int) -> None:
    """Answer tables on this machine's loopback; FOLDER keeps the witness's key and its memory."""
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        witness = Witness(folder, name)
        for file in trust:
            witness.trust(public_key_of(file.read_text()))
    except OSError as error:
        raise OperatorError(f"{error.filename}: {error.strerror}; name another") from None
    click.echo(f"{witness.public.text}\nhttp://127.0.0.1:{port}/")
    web.run_app(witness_app(witness), host="127.0.0.1", port=port, print=None)


def witness_app(witness: Witness) -> web.Application:
    """The service: its key, and one request (C2SP tlog-witness)."""

    async def add(request: web.Request) -> web.Response:
        return _added(witness, await request.text())

    async def key(_: web.Request) -> web.Response:
        return web.Response(text=witness.public.text + "\n")

    app = web.Application(client_max_size=LARGEST)
    app.router.add_post("/add-checkpoint", add)
    app.router.add_get("/key", key)
    return app


def _added(witness: Witness, text: str) -> web.Response:
    try:
        request = request_of(text)
        line = witness.add(request, int(time.time()))
    except RefusalError as refusal:
        if refusal.status == 409:
            return web.Response(status=409, text=f"{refusal.size}\n", content_type=_SIZE_TYPE)
        return web.Response(status=refusal.status, text=f"{refusal}\n")
    except NoteError as error:
        return web.Response(status=400, text=f"{error}\n")
    return web.Response(text=request.note._replace(signatures=(line,)).text.partition("\n\n")[2])
