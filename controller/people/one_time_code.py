"""One-time codes as authenticator apps make them (RFC 6238: SHA-1, six digits, thirty seconds)."""

import base64
import hmac
import secrets
from typing import Final
from urllib.parse import quote, urlencode

STEP_S: Final = 30
DIGITS: Final = 6
SECRET_BYTES: Final = 20
# A clock that is one step off, before or after, is a usual phone.
DRIFT: Final = 1


def new_secret() -> str:
    """A secret for an authenticator app, as such apps write it."""
    return base64.b32encode(secrets.token_bytes(SECRET_BYTES)).decode()


def code_at(secret: str, step: int) -> str:
    """The code of one step of thirty seconds."""
    key = base64.b32decode(secret)
    digest = hmac.digest(key, step.to_bytes(8, "big"), "sha1")
    start = digest[-1] & 0x0F
    number = int.from_bytes(digest[start : start + 4], "big") & 0x7FFFFFFF
    return str(number % 10**DIGITS).zfill(DIGITS)


def step_of(secret: str, code: str, now_s: float, used: int) -> int | None:
    """The step a code is of, if it is one of now and later than the last one used."""
    newest = int(now_s) // STEP_S
    for step in range(newest - DRIFT, newest + DRIFT + 1):
        is_right = hmac.compare_digest(code_at(secret, step), code)
        if is_right and step > used:
            return step
    return None


def app_address(secret: str, person: str, table: str) -> str:
    """What the picture holds that an app reads once."""
    label = quote(f"underfelt {table}:{person}")
    return f"otpauth://totp/{label}?{urlencode({'secret': secret, 'issuer': f'underfelt {table}'})}"
