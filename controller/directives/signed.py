"""A text with signatures under it, as a signed note (C2SP) has them; and who has signed."""

from collections.abc import Iterable, Mapping
from hashlib import sha256
from typing import Final, NamedTuple

from controller.record.keys import SigningKey, has_signed
from controller.record.note import (
    NoteError,
    PublicKey,
    Signature,
    public_key_of,
    signature_line,
    signatures_of,
)

LONGEST: Final = 65_536


class SignedText(NamedTuple):
    """What was signed, to the byte, and the lines under it."""

    body: str
    signatures: tuple[Signature, ...] = ()

    @property
    def text(self) -> str:
        """The whole file."""
        lines = "".join(map(signature_line, self.signatures))
        return f"{self.body}\n{lines}" if lines else self.body

    @property
    def digest(self) -> str:
        """A short name of exactly this content, whoever signed it."""
        return sha256(self.body.encode()).hexdigest()[:16]

    def signed(self, key: SigningKey) -> "SignedText":
        """The same text with this key's signature; an older one of it makes way."""
        line = key.signature(self.body.encode())
        others = tuple(each for each in self.signatures if each.key_id != line.key_id)
        return self._replace(signatures=(*others, line))

    def signers(self, keys: Iterable[PublicKey]) -> tuple[str, ...]:
        """Which of these keys have signed, by name, each once whatever it is called."""
        body = self.body.encode()
        points = {key.point: key.name for key in keys if has_signed(key, self.signatures, body)}
        return tuple(points.values())


def signed_text(text: str) -> SignedText:
    """Part a file into what was signed and the signatures; without any it is yet to be signed."""
    if len(text) > LONGEST:
        raise NoteError(f"longer than {LONGEST} characters; no directive is")
    body, gap, tail = text.rpartition("\n\n")
    if not gap or not tail.startswith("\u2014 "):
        return SignedText(text if text.endswith("\n") else text + "\n")
    return SignedText(body + "\n", signatures_of(tail))


def public_keys(lines: Mapping[str, str]) -> dict[str, PublicKey]:
    """The keys of a root by the names it gives them."""
    return {name: public_key_of(line) for name, line in lines.items()}
