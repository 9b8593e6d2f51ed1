"""Conditions of the floor: pure predicates over what is known of a table, one row each."""

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from config.floor import Patience
from controller.facts.alarms import Priority
from controller.facts.phrase import Phrase, phrase
from controller.floor.beat import Beat
from controller.floor.standing import HOUR_MS, Standing

SCREENS: Final = "scoreboard"


class Known(NamedTuple):
    """What the floor knows of a table now; times are the floor's but those of the standing."""

    table: str
    now_ms: int
    patience: Patience
    heard_ms: int | None = None
    beat: Beat | None = None
    standing: Standing = Standing()
    # What does not fit in its rows, as a code, and the row.
    misfit: str = ""
    misfit_at: int = 0
    # A second bridge asked to send, and when it last did.
    doubled_ms: int | None = None
    # Why the floor as a witness did not vouch for its last note.
    contradiction: str = ""
    # What chance does not explain of its dice or shuffles, as codes of the audit.
    suspects: tuple[str, ...] = ()

    @property
    def silent_s(self) -> int:
        """For how long nothing was heard."""
        return 0 if self.heard_ms is None else max(0, self.now_ms - self.heard_ms) // 1000

    @property
    def table_ms(self) -> int:
        """What the table's clock shows now, as far as is known."""
        return self.now_ms + self.skew_ms

    @property
    def skew_ms(self) -> int:
        """How far the table's clock is before the floor's, for certain."""
        return 0 if self.beat is None else self.beat.before_ms


class Found(NamedTuple):
    """What is wrong: one cause, and its sentence."""

    cause: str
    told: Phrase


class Condition(NamedTuple):
    """A kind of alarm."""

    name: str
    priority: Priority
    found: Callable[[Known], Iterator[Found]]


_FORGOTTEN_MS: Final = 60_000
_OF_THE_RECORD: Final = frozenset(
    {"record-older", "record-begins-later", "record-forked", "record-broken"}
)


def _chain_broken(known: Known) -> Iterator[Found]:
    if known.misfit and known.misfit != "gap":
        told = phrase("floor-chain", why=f"misfit-{known.misfit}", row=known.misfit_at)
        yield Found("chain", told)
    elif known.beat is not None and known.beat.trouble in _OF_THE_RECORD:
        yield Found("chain", phrase("floor-record", why=str(known.beat.trouble)))


def _contradicted(known: Known) -> Iterator[Found]:
    if known.contradiction:
        yield Found("witness", phrase("floor-contradicted", reason=known.contradiction))


def _doubled(known: Known) -> Iterator[Found]:
    if known.doubled_ms is not None and known.now_ms - known.doubled_ms < _FORGOTTEN_MS:
        yield Found("bridge", phrase("floor-two-bridges"))


def _held_long(known: Known) -> Iterator[Found]:
    standing = known.standing
    held_s = (known.table_ms - standing.hold_since_ms) // 1000
    if standing.hold and held_s >= known.patience.hold_s:
        yield Found("hold", phrase("floor-held", cause=standing.hold))


def _device_lost(known: Known) -> Iterator[Found]:
    for device, away in known.standing.away.items():
        away_s = (known.table_ms - away.since_ms) // 1000
        if device != SCREENS and away_s >= known.patience.device_s:
            yield Found(f"device {device}", phrase("floor-device", device=device))


def _display_dead(known: Known) -> Iterator[Found]:
    away = known.standing.away.get(SCREENS)
    if away is not None and (known.table_ms - away.since_ms) // 1000 >= known.patience.device_s:
        yield Found(f"device {SCREENS}", phrase("floor-display"))


def _misread_often(known: Known) -> Iterator[Found]:
    recent = [at for at in known.standing.misreads_ms if at > known.table_ms - HOUR_MS]
    if len(recent) >= known.patience.misreads:
        yield Found("misreads", phrase("floor-misreads", count=len(recent)))


def _unlikely(known: Known) -> Iterator[Found]:
    for name in known.suspects:
        yield Found(f"chance {name}", phrase("floor-unlikely", what=name))


def _clock_off(known: Known) -> Iterator[Found]:
    seconds = known.skew_ms // 1000 if known.skew_ms >= 0 else -(-known.skew_ms // 1000)
    if abs(seconds) >= known.patience.clock_s:
        yield Found("clock", phrase("floor-clock", seconds=seconds))


def _unsynchronised(known: Known) -> Iterator[Found]:
    if known.silent_s >= known.patience.unsynchronised_h * 3600:
        yield Found("silent", phrase("floor-unsynchronised", hours=known.silent_s // 3600))


def _silent(known: Known) -> Iterator[Found]:
    if known.silent_s >= known.patience.silent_s:
        yield Found("silent", phrase("floor-silent"))


# The more urgent of two that name one cause comes first.
CONDITIONS: Final = (
    Condition("chain-broken", "high", _chain_broken),
    Condition("record-contradicted", "high", _contradicted),
    Condition("unsynchronised", "high", _unsynchronised),
    Condition("held-long", "high", _held_long),
    Condition("two-bridges", "medium", _doubled),
    Condition("device-lost", "medium", _device_lost),
    Condition("misread-often", "medium", _misread_often),
    Condition("unlikely", "medium", _unlikely),
    Condition("table-silent", "medium", _silent),
    Condition("clock-off", "low", _clock_off),
    Condition("display-dead", "low", _display_dead),
)


def causes(known: Known) -> dict[str, tuple[Condition, Found]]:
    """Every cause that is there now, under the most urgent condition that names it."""
    there: dict[str, tuple[Condition, Found]] = {}
    for condition in CONDITIONS:
        for found in condition.found(known):
            there.setdefault(found.cause, (condition, found))
    return there
