"""`underfelt courier`: goes to the witnesses for a daemon that has no network."""

import asyncio
import os
from collections.abc import Collection
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from controller.cli.files import table_option
from controller.families.tables import load_table
from controller.record.service import ADD, KEY, LARGEST, NO_ANSWER, asked_at

if TYPE_CHECKING:
    from aiohttp import web

# Names the courier's socket to a daemon; without it the daemon goes itself.
COURIER: Final = "WITNESS_COURIER"
SOCKET_MODE: Final = 0o660


def courier() -> Path | None:
    """The courier of this process, if it has one."""
    named = os.environ.get(COURIER)
    return Path(named) if named else None


@click.command(
    "courier",
    short_help="Carry a table's notes to its witnesses.",
    epilog="\b\nExample:\n  underfelt courier --table /etc/underfelt/table.toml"
    " --socket /run/underfelt-courier/socket",
)
@table_option
@click.option(
    "--socket", "path", type=click.Path(path_type=Path), required=True, help="Where to listen."
)
def courier_command(table_file: Path, path: Path) -> None:
    """Bring what a daemon without network asks to the witnesses of its table file, and back.

    It has no key and reads no record: what it carries is signed, and it goes nowhere else.
    """
    from aiohttp import web

    app = courier_app(load_table(table_file).table.record.addresses)
    path.unlink(missing_ok=True)
    app.on_startup.append(_tell_manager)
    # The daemon is of the socket's group.
    os.umask(0o777 & ~SOCKET_MODE)
    web.run_app(app, path=str(path), print=None)


async def _tell_manager(_app: "web.Application") -> None:
    from controller.process import notify

    notify.ready()


def courier_app(addresses: Collection[str]) -> "web.Application":
    """The two requests a witness knows, for the addresses of the table file alone."""
    from aiohttp import web

    async def carry(request: web.Request) -> web.Response:
        at = request.query.get("at", "")
        if at not in addresses:
            # The courier's own word: it must not pass for a witness that remembers otherwise.
            text = f"witness: the courier's table file does not name {at[:200]}; restart it\n"
            return web.Response(status=NO_ANSWER, text=text)
        body = await request.text() if request.method == "POST" else None
        answer = await asyncio.to_thread(asked_at, at, request.path, body)
        return web.Response(status=answer.status, text=answer.text)

    app = web.Application(client_max_size=LARGEST)
    app.router.add_get(KEY, carry)
    app.router.add_post(ADD, carry)
    return app
