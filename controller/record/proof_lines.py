"""The hashes of a proof as lines of text."""

import binascii
from base64 import b64decode
from collections.abc import Sequence

from controller.record.note import NoteError

MOST = 63


def decoded_lines(lines: Sequence[str]) -> tuple[bytes, ...]:
    """Read the hashes of a proof."""
    try:
        hashes = tuple(b64decode(line, validate=True) for line in lines)
    except binascii.Error:
        hashes = (b"",)
    if len(hashes) > MOST or any(len(item) != 32 for item in hashes):
        raise NoteError("witness: the proof is no list of hashes; see docs/record.md")
    return hashes
