"""Who is at the desk: sessions by their secret, pure but for the secrets, told the time."""

import secrets
from collections.abc import Callable
from typing import Final, NamedTuple

from controller.facts.roles import ActingRole

# A shift; and how long a PIN counts as just given.
LONGEST_S: Final = 12 * 3600.0
FRESH_S: Final = 300.0
MOST_SESSIONS: Final = 200


class Session(NamedTuple):
    """A person at a place, in a role, since a time."""

    person: str
    role: ActingRole
    where: str
    since: float
    # When the second method last proved the person; None: not in this session.
    proved_at: float | None = None

    def is_proved(self, now: float) -> bool:
        """Whether the second method was given within the last minutes."""
        return self.proved_at is not None and now - self.proved_at <= FRESH_S

    def is_fresh(self, now: float) -> bool:
        """Whether the PIN was given within the last minutes."""
        return now - self.since <= FRESH_S

    def times_left(self, now: float) -> tuple[float, float]:
        """How long the PIN counts as just given, and the session as open."""
        age = now - self.since
        return max(0.0, FRESH_S - age), max(0.0, LONGEST_S - age)

    @property
    def source(self) -> str:
        """How the record names who did something: the desk, the role, the place, the person."""
        return f"desk:{self.role}:{self.where}:{self.person}"


def _secret() -> str:
    return secrets.token_urlsafe(24)


class Sessions:
    """Keeps the newest sessions; a start of the daemon begins with none."""

    def __init__(self, secret: Callable[[], str] = _secret) -> None:
        self._secret = secret
        self._open: dict[str, Session] = {}

    def open(self, session: Session) -> str:
        """Begin a session; returns its secret. The oldest makes way when there are too many."""
        name = self._secret()
        self._open[name] = session
        while len(self._open) > MOST_SESSIONS:
            del self._open[next(iter(self._open))]
        return name

    def find(self, name: str, now: float) -> Session | None:
        """The session of a secret, unless it is over."""
        session = self._open.get(name)
        if session is None or now - session.since > LONGEST_S:
            self._open.pop(name, None)
            return None
        return session

    def renew(self, name: str, session: Session) -> Session:
        """Let a session be this one, under the secret it has."""
        self._open[name] = session
        return self._open[name]

    def close(self, name: str) -> None:
        """End a session."""
        self._open.pop(name, None)

    def close_all_of(self, person: str) -> None:
        """End every session of a person whose rights have changed."""
        self._open = {n: each for n, each in self._open.items() if each.person != person}
