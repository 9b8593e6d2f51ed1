"""Who people are at a table: their role, their PIN, and the demonstration's own people."""

from typing import Annotated, Final, Literal, NamedTuple

from pydantic import StringConstraints

Role = Literal["dealer", "floor", "technician", "auditor"]
# In an emergency root acts as nobody's role; the record says so.
ActingRole = Literal["dealer", "floor", "technician", "auditor", "emergency"]
ROLES: Final[tuple[Role, ...]] = ("dealer", "floor", "technician", "auditor")
# What a room asks for beside the PIN: nothing, a code of an authenticator app, or a badge.
Second = Literal["none", "totp", "badge"]
Proof = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9;=?%+^_-]{4,120}$")]
Pin = Annotated[str, StringConstraints(pattern=r"^[0-9]{4,12}$")]
# A PIN as it is kept: how it was made, salt and hash.
PinHash = Annotated[
    str, StringConstraints(pattern=r"^scrypt\$[0-9]+\$[0-9a-f]+\$[0-9a-f]+$", max_length=200)
]


class Demonstration(NamedTuple):
    """Somebody at a table whose devices are all emulated, with a PIN that everybody may know."""

    person: str
    role: Role
    pin: str


DEMONSTRATION_FLOOR: Final = Demonstration("Demo Floor", "floor", "2580")
DEMONSTRATION_TECHNICIAN: Final = Demonstration("Demo Technician", "technician", "1470")
DEMONSTRATION_DEALER: Final = Demonstration("Demo Dealer", "dealer", "3690")
DEMONSTRATION: Final = (DEMONSTRATION_DEALER, DEMONSTRATION_FLOOR, DEMONSTRATION_TECHNICIAN)
