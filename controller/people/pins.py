"""PINs as they are kept: a salted scrypt hash that says how it was made."""

import hashlib
import hmac
import secrets
from itertools import pairwise
from typing import Final

# 16 MB and a twentieth of a second: a stolen file is slow to try, a log-in does not stop the table.
COST: Final = 2**14
BLOCK: Final = 8
SALT_BYTES: Final = 16
KEY_BYTES: Final = 32


def hashed(pin: str, salt: bytes | None = None, cost: int = COST) -> str:
    """Write a PIN down so that it can be compared and not read."""
    salt = salt or secrets.token_bytes(SALT_BYTES)
    key = hashlib.scrypt(pin.encode(), salt=salt, n=cost, r=BLOCK, p=1, dklen=KEY_BYTES)
    return f"scrypt${cost}${salt.hex()}${key.hex()}"


def matches(pin: str, written: str) -> bool:
    """Compare a PIN with what was written of it, in the same time whatever differs."""
    _name, cost, salt, _key = written.split("$")
    return hmac.compare_digest(hashed(pin, bytes.fromhex(salt), int(cost)), written)


def is_weak(pin: str) -> bool:
    """Whether a PIN is one of the first that anybody tries: a row, or one digit."""
    steps = {int(b) - int(a) for a, b in pairwise(pin)}
    return len(steps) == 1 and steps <= {-1, 0, 1}
