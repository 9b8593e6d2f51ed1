"""Whether a table may take a directive: signatures, address, version and date; pure."""

from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from config.directive import FORMAT, Directive, Kind, Root
from config.document import Document, DocumentError, parse_document
from controller.directives.signed import SignedText, public_keys, signed_text
from controller.facts.failure import CheckFailedError
from controller.record.note import NoteError


class Trust(NamedTuple):
    """What a table goes by: the room's keys, and the newest version it has seen of each kind."""

    root: Root
    root_version: int
    versions: Mapping[Kind, int]


class Judged(NamedTuple):
    """A directive that may be taken, and who signed it."""

    directive: Directive
    signed: SignedText
    signers: tuple[str, ...]


class DirectiveRefusedError(CheckFailedError):
    """A table does not take a directive; `code` says why, the sentence what to do."""

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code


def judge(text: str, trust: Trust, table: str, now: datetime) -> Judged:
    """Check everything that needs no game; DirectiveRefusedError with the first thing wrong."""
    signed, directive = read_directive(text)
    signers = _signers(directive, signed, trust)
    if not directive.is_for(table):
        names = ", ".join(directive.to[:5])
        raise DirectiveRefusedError(
            "other-table", f"is for {names}, not for {table}; send {table} its own"
        )
    _check_version(directive, trust)
    if directive.expires <= now:
        day = directive.expires.astimezone(UTC)
        text = f"expired on {day:%Y-%m-%d %H:%M} UTC; sign it anew with a later date"
        raise DirectiveRefusedError("expired", text)
    return Judged(directive, signed, signers)


def read_directive(text: str) -> tuple[SignedText, Directive]:
    """The signed bytes and what they say; DirectiveRefusedError where they say no directive."""
    try:
        signed = signed_text(text)
        document = parse_document(Path("directive"), signed.body)
        _check_format(document)
        return signed, document.build(Directive)
    except NoteError as error:
        raise DirectiveRefusedError("not-a-directive", str(error)) from None
    except DocumentError as error:
        first = error.problems[0]
        place = f"line {first.line}: {first.key}" if first.key else f"line {first.line}"
        told = f"is no directive: {place}: {first.text}"
        raise DirectiveRefusedError("not-a-directive", told[:400]) from None


def first_root(text: str) -> Directive:
    """The root a technician put beside the table file: it vouches for itself."""
    signed, directive = read_directive(text)
    if directive.root is None:
        told = f"is a directive of kind {directive.kind}, no root; name the room's root"
        raise DirectiveRefusedError("not-a-directive", told)
    _check_signed("root", directive.root, signed)
    return directive


def _check_format(document: Document) -> None:
    found = document.content.get("format")
    if isinstance(found, int) and found > FORMAT:
        text = f"has format {found}, this table reads up to {FORMAT}; update the table first"
        raise DirectiveRefusedError("format-newer", text)


def _signers(directive: Directive, signed: SignedText, trust: Trust) -> tuple[str, ...]:
    """Who signed, if that is enough; new keys need the old ones' signatures and their own."""
    signers = _check_signed(directive.kind, trust.root, signed)
    if directive.root is not None:
        _check_signed("root", directive.root, signed)
    return signers


def _check_signed(kind: Kind, root: Root, signed: SignedText) -> tuple[str, ...]:
    role = root.roles.get(kind)
    if role is None:
        text = f"the room's root lets nobody sign {kind}; add [root.roles.{kind}] to a new root"
        raise DirectiveRefusedError("nobody-may-sign", text)
    try:
        keys = public_keys(root.keys)
    except NoteError as error:
        raise DirectiveRefusedError("not-a-directive", str(error)) from None
    signers = signed.signers(keys[name] for name in role.keys)
    if len(signers) < role.threshold:
        raise DirectiveRefusedError(*_too_few(kind, len(signers), role.threshold, signed))
    return signers


def _too_few(kind: Kind, found: int, wanted: int, signed: SignedText) -> tuple[str, str]:
    """A signature that does not hold is another thing than one that is missing."""
    if not signed.signatures:
        return "not-signed", f"is not signed; {kind} needs {wanted} of the room's keys"
    if not found:
        text = f"no signature under it is of a key that may sign {kind}, or it was changed since"
        return "bad-signature", f"{text}; get it anew, or sign it with the right key"
    text = f"{found} of {wanted} signatures that {kind} needs; let another key sign it too"
    return "too-few-signatures", text


def _check_version(directive: Directive, trust: Trust) -> None:
    kind, version = directive.kind, directive.version
    newest = trust.root_version if kind == "root" else trust.versions.get(kind, 0)
    if kind == "root" and version > newest + 1:
        text = f"root {version} comes after {version - 1}, this table knows {newest}"
        raise DirectiveRefusedError("root-skipped", f"{text}; send the roots between first")
    if version <= newest:
        text = f"{kind} {version} is not newer than {newest}, which this table has"
        raise DirectiveRefusedError("older-version", f"{text}; sign it with a higher version")
