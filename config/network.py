"""Where pages are served: on this machine alone, or to others under names that are known."""

import ipaddress
from typing import Annotated, Self

from pydantic import StringConstraints, model_validator

from config.document import Section

HostName = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9.:_-]{1,120}$")]


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach an address."""
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _is_every_address(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_unspecified
    except ValueError:
        return False


class Served(Section):
    """Where a process listens for browsers."""

    # The address to listen on; only this machine can reach 127.0.0.1.
    host: HostName = "127.0.0.1"
    # Names and addresses under which other machines know this one.
    names: tuple[HostName, ...] = ()

    @property
    def is_remote(self) -> bool:
        """Whether other machines can reach it."""
        return not is_loopback(self.host)

    @property
    def own_names(self) -> tuple[str, ...]:
        """Every name a browser may call it by."""
        return (self.host, *self.names)

    @model_validator(mode="after")
    def _has_a_name(self) -> Self:
        if _is_every_address(self.host) and not self.names:
            raise ValueError(
                f"{self.host} is every address of this machine;"
                ' add names = ["…"], what browsers of other machines call it'
            )
        return self
