#!/usr/bin/env python3
"""An auditor's check of a record, by itself: Python and `cryptography`, nothing of ours.

verify_record.py RECORD.sqlite... --notes FILE... --key table.pub [--witnesses witnesses.pub]
verify_record.py --proof ROUND.json --key table.pub [--witnesses witnesses.pub]

Re-hashes every byte of every row. Take keys and notes from the witnesses, not from the table.
"""

import argparse
import json
import re
import sqlite3
import struct
import sys
from base64 import b64decode
from contextlib import suppress
from functools import reduce
from hashlib import sha256
from pathlib import Path

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

HEAD = struct.Struct(">qq?q?qIII")
NOTE = re.compile("^([^\n]+\n([0-9]+)\n([^\n]+)\n)\n((?:\u2014 [^\n]+\n)+)", re.MULTILINE)
COLUMNS = ("number", "at_ms", "source", "boot", "sequence", "part", "body")
ROWS = f"SELECT {', '.join(COLUMNS)}, hash FROM entry ORDER BY number"


def encoded(number, at_ms, source, boot, sequence, part, body):
    """Every column of a row but its hash, as the bytes that were hashed."""
    name, kind = source.encode(), part.encode()
    numbers = (boot is not None, boot or 0, sequence is not None, sequence or 0)
    return HEAD.pack(number, at_ms, *numbers, len(name), len(kind), len(body)) + name + kind + body


def add(tree, size, leaf):
    """The roots of the whole subtrees after one more leaf."""
    while size & 1:
        leaf = sha256(b"\1" + tree.pop() + leaf).digest()
        size >>= 1
    tree.append(leaf)


def root_of(tree):
    """The root over the whole subtrees."""
    return reduce(lambda root, left: sha256(b"\1" + left + root).digest(), reversed(tree))


def root_from(leaf, place, size, proof):
    """The root of a tree of so many leaves, by one leaf and the proof of its place."""
    if size == 1 or not proof:
        return leaf if size == 1 and not proof else b""
    half = 1 << ((size - 1).bit_length() - 1)
    if place < half:
        return sha256(b"\1" + root_from(leaf, place, half, proof[:-1]) + proof[-1]).digest()
    right = root_from(leaf, place - half, size - half, proof[:-1])
    return sha256(b"\1" + proof[-1] + right).digest()


def keys_of(files):
    """Keys by name and short name; the first byte is the kind: 1 signs, 4 cosigns."""
    fields = [line.split("+", 2) for file in files for line in Path(file).read_text().split()]
    return {(name, bytes.fromhex(short)): b64decode(key) for name, short, key in fields}


def vouched(body, lines, keys):
    """Who signed a note, and when a witness saw it."""
    for line in lines.splitlines():
        name, content = line[2:].rsplit(" ", 1)
        data = b64decode(content)
        key = keys.get((name, data[:4]), b"\0")
        at = int.from_bytes(data[4:12], "big") if key[0] == 4 else 0
        told = f"cosignature/v1\ntime {at}\n".encode() + body if at else body
        with suppress(InvalidSignature, ValueError):
            Ed25519PublicKey.from_public_bytes(key[1:]).verify(data[-64:], told)
            yield name, at


def notes_of(text, keys, origin):
    """What was told of one table: size, root, and who vouches for it since when."""
    for body, size, root, lines in NOTE.findall(text):
        who = dict(vouched(body.encode(), lines, keys))
        if who and body.startswith(origin + "\n"):
            yield int(size), b64decode(root), who


def check_rows(files, notes):
    """Walk all rows; returns what is wrong, how many fit, and the time of the last."""
    told = {}
    for size, root, who in notes:
        told.setdefault(size, []).append((root, ", ".join(sorted(who))))
    wrong, tree, size, before, at_ms = [], [], 0, bytes(32), 0
    opened = [sqlite3.connect(f"file:{file}?mode=ro", uri=True) for file in files]
    try:
        for *columns, digest in (row for file in opened for row in file.execute(ROWS)):
            content = encoded(*columns)
            if columns[0] != size + 1 or sha256(before + content).digest() != digest:
                raise ValueError
            add(tree, size, sha256(b"\0" + content).digest())
            size, before, at_ms = size + 1, digest, columns[1]
            for root, who in told.pop(size, ()):
                if root != root_of(tree):
                    wrong.append(f"rows up to {size}: not those of the note by {who}")
    except (sqlite3.Error, struct.error, AttributeError, TypeError, ValueError):
        wrong.append(f"row {size + 1}: the first that cannot be read or does not fit the chain")
    for longer, ((_, who), *_) in sorted(told.items())[:1]:
        wrong.append(f"row {size + 1}: not as in the note of {longer} rows by {who}")
    return wrong, size, at_ms


def check_proof(rows, size, root, who):
    """Hold the rows of one round against the note that proves them."""
    wrong = [] if rows and who else ["nothing is proved by anybody whose key is given"]
    for row in rows:
        columns = [row[key] for key in COLUMNS]
        leaf = sha256(b"\0" + encoded(*columns[:6], columns[6].encode())).digest()
        proof = [b64decode(step) for step in row["proof"]]
        if root_from(leaf, columns[0] - 1, size, proof) != root:
            wrong.append(f"row {columns[0]}: not in the record of {size} rows")
    return wrong, f"{len(rows)} rows proved by {', '.join(sorted(who))}"


def main():
    """Check, say what was found, and end with 0 or 1."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("records", nargs="*")
    for option in ("--notes", "--key", "--witnesses", "--proof"):
        parser.add_argument(option, nargs="+", default=[])
    given = parser.parse_args()
    own = keys_of(given.key)
    known = own | keys_of(given.witnesses), next(iter(own))[0]
    if given.proof:
        proof = json.loads(Path(given.proof[0]).read_text())
        told = next(notes_of(proof["note"], *known), (0, b"", {}))
        wrong, text = check_proof(proof["rows"], *told)
    else:
        notes = list(notes_of("\n".join(Path(f).read_text() for f in given.notes), *known))
        wrong, size, at_ms = check_rows(given.records, notes)
        times = [(rows, max(who.values())) for rows, _, who in notes if any(who.values())]
        seen, at = max(times, default=(0, 0))
        age = f"{max(0, at_ms // 1000 - at)} s" if seen else "never seen"
        text = f"{size} rows fit {len(notes)} notes; unwitnessed: the last {size - seen} ({age})"
    print("\n".join(wrong) or text)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
