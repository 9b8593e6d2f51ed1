"""Keys in addresses: whoever has the address may open the page."""

import hmac
import secrets
from typing import Final

# How the processes of a table are told the keys of their addresses.
PAD_VARIABLE: Final = "UNDERFELT_PAD_KEY"
WALL_VARIABLE: Final = "UNDERFELT_WALL_KEY"
# Its word in an address of the desk, where a page may have a key of its own beside it.
DOOR: Final = "door"


def new_key() -> str:
    """A key nobody guesses."""
    return secrets.token_urlsafe(12)


def opens(given: str, key: str) -> bool:
    """Whether this is the key, compared in the same time whatever differs; no key opens nothing."""
    return bool(key) and hmac.compare_digest(given.encode(errors="replace"), key.encode())


def door_address(server: str, key: str | None) -> str:
    """What another machine's browser opens first at a desk."""
    return f"{server}?{DOOR}={key}" if key else server


def dealer_address(server: str, key: str) -> str:
    """Where a touch screen finds the house dealer's page, with nobody to log in."""
    return f"{server}dealer?key={key}"
