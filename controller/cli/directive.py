"""`underfelt directive`: settings that a room signs for its tables, from the key to the rollout."""

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

import click

from config.directive import KINDS, Directive
from controller.cli.directive_drafts import draft_of
from controller.cli.directive_post import post_of
from controller.cli.files import run_option
from controller.cli.log_in import by_option, desk_at, emergency_option, log_in, pin_option
from controller.cli.site import here_option, site_of
from controller.directives.answer import DirectiveAnswer
from controller.directives.judgement import Trust, first_root, judge, read_directive
from controller.directives.rollout import FolderPost, roll_out
from controller.directives.shelf import ENDING, shelf_of
from controller.facts.failure import OperatorError
from controller.people.pins import hashed, is_weak
from controller.record.keys import read_key, room_key
from controller.record.note import public_key_of

PATIENCE_S: Final = 300.0
_path = click.Path(path_type=Path)


@click.group(
    "directive",
    short_help="Settings that a room signs for its tables.",
    epilog="\b\nExamples:\n  underfelt directive key office.key\n"
    "  underfelt directive draft root --key office.pub > root.directive\n"
    "  underfelt directive sign root.directive --key office.key\n"
    "  underfelt directive draft limits --to table-7 > limits-1.directive   (edit it)\n"
    "  underfelt directive sign limits-1.directive --key office.key\n"
    "  underfelt directive check limits-1.directive --root root.directive --for table-7\n"
    "  underfelt directive rollout limits-1.directive --floor floor.toml table-7 table-8",
)
def directive_group() -> None:
    """Limits, schedule, messages, theme, staff and software version as signed, numbered files.

    A table takes a directive only if enough of the room's keys signed it, it is for that table,
    its version is higher than the last one's, and it has not expired.
    """


@directive_group.command()
@click.argument("file", type=_path)
@click.option("--name", default="", help="What the key is called; the file's name otherwise.")
def key(file: Path, name: str) -> None:
    """Make a key into FILE, and its public half beside it. Keep FILE secret, and a copy of it."""
    made = room_key(file, name or file.stem)
    click.echo(f"{made.public.text}\nsecret: {file}; public: {file.with_suffix('.pub')}")


@directive_group.command()
@click.argument("kind", type=click.Choice(KINDS))
@click.option("--to", "tables", multiple=True, help="A table; without it, all tables.")
@click.option("--version", type=click.IntRange(1), default=1, show_default=True)
@click.option("--days", type=click.IntRange(1), default=30, show_default=True, help="Until then.")
@click.option("--key", "keys", type=_path, multiple=True, help="For a root: a public key file.")
def draft(
    kind: str, tables: tuple[str, ...], version: int, days: int, keys: tuple[Path, ...]
) -> None:
    """Print a directive to edit and sign."""
    lines = {file.stem: _text(file).strip() for file in keys}
    expires = datetime.now(UTC) + timedelta(days=days)
    click.echo(draft_of(kind, tables, version, expires, lines), nl=False)


@directive_group.command()
@click.argument("file", type=_path)
@click.option("--key", "key_file", type=_path, required=True, help="As `directive key` made it.")
def sign(file: Path, key_file: Path) -> None:
    """Put a signature under FILE; signatures of other keys stay."""
    signed, found = read_directive(_text(file))
    key = read_key(key_file)
    file.write_text(signed.signed(key).text, encoding="utf-8")
    click.echo(f"{key.public.name} signed {_named(found)}")


@directive_group.command()
@click.argument("file", type=_path)
@click.option("--root", type=_path, required=True, help="The room's root.")
@click.option("--for", "table", required=True, help="The table that shall take it.")
@click.option("--after", type=click.IntRange(0), default=0, help="The version it has of the kind.")
def check(file: Path, root: Path, table: str, after: int) -> None:
    """Check what a table would: signatures, address, version and date; not the game's limits."""
    own = first_root(_text(root))
    assert own.root is not None
    _, found = read_directive(_text(file))
    trust = Trust(own.root, own.version, {found.kind: after})
    judged = judge(_text(file), trust, table, datetime.now(UTC))
    click.echo(f"{_named(judged.directive)}: signed by {', '.join(judged.signers)}; may be taken")


@directive_group.command()
@click.argument("file", type=_path)
@click.option("--to", "folder", help="A folder; {table} stands for each name.")
@click.option("--floor", "floor_file", type=_path, help="A floor file: through its NATS instead.")
@click.option("--room", help="Of the tables, where the floor has several.")
@click.option("--keys", type=_path, help="A folder with TABLE.pub of each, to check the answers.")
@click.option("--patience", type=float, default=PATIENCE_S, show_default=True, help="Seconds.")
@click.argument("tables", nargs=-1, required=True)
def rollout(
    file: Path,
    folder: str | None,
    floor_file: Path | None,
    room: str | None,
    keys: Path | None,
    patience: float,
    tables: tuple[str, ...],
) -> None:
    """Send FILE to one table after another; stop at the first that does not take it."""
    signed, found = read_directive(_text(file))
    _check_addressed(found, tables)
    known = {table: public_key_of(_text(keys / f"{table}.pub")) for table in tables if keys}
    name = f"{found.kind}-{found.version}"
    with post_of(folder, floor_file, room, known) as post:
        for answer in roll_out(signed, name, tables, post, patience):
            click.echo(_line(answer))


@directive_group.command()
@click.argument("file", type=_path)
@click.argument("folder", type=_path)
def publish(file: Path, folder: Path) -> None:
    """Lay FILE into FOLDER, as on a stick, under the name of its kind and version."""
    signed, found = read_directive(_text(file))
    post = FolderPost(str(folder), {})
    name = f"{found.kind}-{found.version}{ENDING}"
    post.send("", name, signed.text)
    click.echo(f"{_named(found)} is in {folder / name}")


@directive_group.command()
@click.pass_context
@here_option
@click.option("--state-dir", type=_path, help="Of the record.")
def status(ctx: click.Context, table_file: Path | None, state_dir: Path | None) -> None:
    """Say what is in force at the table of this machine, and what it answered last."""
    del ctx
    site = site_of(table_file, None, state_dir)
    shelf = shelf_of(site.table_file, site.record)
    if shelf is None:
        raise OperatorError(f"{site.table_file}: takes no directives; add [directives] root")
    click.echo(f"root {shelf.trust.root_version}")
    for kind, versions in shelf.standing.in_force.items():
        click.echo(f"{kind} {versions[-1]}" if versions else f"{kind}: as the table file says")
    for answer in [*shelf.standing.answers.values()][-10:]:
        click.echo(_line(answer))


@directive_group.command("roll-back")
@click.argument("kind", type=click.Choice(KINDS))
@by_option
@pin_option
@emergency_option
@here_option
@run_option
def roll_back(
    kind: str,
    by: str,
    pin_fd: int | None,
    emergency: bool,
    table_file: Path | None,
    run_dir: Path | None,
) -> None:
    """Take the directive of KIND back at this table: the one before is in force again."""
    desk = desk_at(table_file, run_dir)
    log_in(desk, by, pin_fd, emergency)
    click.echo(f"recorded as row {desk.roll_back(kind)}")


@directive_group.command()
@click.option("--pin", prompt=True, hide_input=True, confirmation_prompt=True)
def pin(pin: str) -> None:
    """Print the hash of a PIN, for a directive of the staff. Treat it like the PIN."""
    if not pin.isdigit() or not 4 <= len(pin) <= 12 or is_weak(pin):
        raise OperatorError(
            "a PIN is 4 to 12 digits, no row and not one digit only; choose another"
        )
    click.echo(hashed(pin))


def _check_addressed(found: Directive, tables: tuple[str, ...]) -> None:
    odd = [table for table in tables if not found.is_for(table)]
    if odd:
        text = f"is for {', '.join(found.to)}, not for {', '.join(odd)}; sign one for it"
        raise OperatorError(f"{_named(found)} {text}")


def _named(found: Directive) -> str:
    return f"{found.kind} {found.version} for {', '.join(found.to)}"


def _line(answer: DirectiveAnswer) -> str:
    row = f", row {answer.row}" if answer.row else ""
    why = f": {answer.reason}" if answer.reason else ""
    return f"{answer.table}: {answer.directive} {answer.version} {answer.outcome}{row}{why}"


def _text(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise OperatorError(f"{file}: cannot be read ({error}); check the path") from None
