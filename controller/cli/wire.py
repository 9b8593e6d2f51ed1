"""`underfelt wire`: bytes of the wire in hex, and what they mean."""

from pathlib import Path

import click

from config.wire_document import DEVICE_KINDS, load_wire
from controller.facts.failure import OperatorError
from drivers.wire.meaning import meaning, runs_of


@click.group("wire", short_help="What bytes on the wire mean.")
def wire_group() -> None:
    """Help for whoever builds a device."""


@wire_group.command(
    "decode",
    epilog="\b\nExamples:\n"
    "  underfelt wire decode --kind shoe 03 01 21 01 01 05 07 25 2b a8 00\n"
    "  underfelt wire decode --kind shuffler --file sniffed.hex",
)
@click.option("--kind", type=click.Choice(DEVICE_KINDS), default="shoe", show_default=True)
@click.option(
    "--file",
    type=click.Path(path_type=Path, allow_dash=True),
    metavar="FILE",
    help="Read the hex from a file, or - for standard input.",
)
@click.argument("hexes", nargs=-1, metavar="[HEX]...")
def decode_command(kind: str, file: Path | None, hexes: tuple[str, ...]) -> int:
    """Say what bytes mean, frame by frame; exit 1 when one of them is no whole frame.

    HEX is any run of hex digits; blanks, colons and 0x do not matter. A wrong checksum is shown
    with both values and the usual reason.
    """
    if bool(hexes) == (file is not None):
        raise OperatorError("give either the bytes in hex or --file; not both, not neither")
    document = load_wire(kind)
    is_whole = True
    for run, is_closed in runs_of(_bytes(_text(file) if file else " ".join(hexes))):
        words = meaning(document, run, is_closed)
        is_whole = is_whole and "version " in words and "forbidden" not in words
        click.echo(f"{run.hex(' ')}{' 00' if is_closed else ''}\n    {words}")
    return 0 if is_whole else 1


def _text(file: Path) -> str:
    try:
        with click.open_file(str(file), encoding="utf-8") as lines:
            text: str = lines.read()
            return text
    except (OSError, UnicodeDecodeError) as error:
        raise OperatorError(f"{file}: cannot be read: {error}; name a text of hex bytes") from None


def _bytes(text: str) -> bytes:
    digits = text.replace("0x", " ").replace("0X", " ").replace(":", " ").replace(",", " ")
    try:
        data = bytes.fromhex("".join(digits.split()))
    except ValueError:
        raise OperatorError(f"{text[:40]!r} is not hex; write bytes as 03 01 21 …") from None
    if not data:
        raise OperatorError("no bytes given; write them as 03 01 21 …")
    return data
