"""Which requirement rests on which: after the first cause of a failure the rest is not judged."""

from collections.abc import Collection
from typing import Final

from drivers.requirement import Requirement, conduct_of

# Without these no frame of the device can be understood.
FIRST: Final = ("SES-01", "SES-02", "SES-03")
EVENTS: Final = ("SES-11", "SES-13")
ANSWERS: Final = ("SES-17", "SES-19")
# What the host's session of a running table needs, and with it every requirement of a kind.
TABLE: Final = (*EVENTS, *ANSWERS, "SES-38", "SES-41")
OF_SESSION: Final = {
    **dict.fromkeys(("SES-12", "SES-14", "SES-15", "SES-16", "SES-23", "SES-24"), EVENTS[:1]),
    **dict.fromkeys(("SES-25", "SES-26", "SES-33", "SES-41", "SES-42"), EVENTS[:1]),
    **dict.fromkeys(("SES-18", "SES-20", "SES-21", "SES-22", "SES-36"), ANSWERS),
    **dict.fromkeys(("SES-37", "SES-38", "SES-39", "SES-40"), ANSWERS),
}


def cause_of(kind: str, requirement: Requirement, failed: Collection[str]) -> str | None:
    """The requirement that failed and makes it useless to try this one."""
    return next((each for each in _foundation(kind, requirement.id) if each in failed), None)


def _foundation(kind: str, wanted: str) -> tuple[str, ...]:
    if wanted in FIRST:
        return FIRST[: FIRST.index(wanted)]
    if wanted.startswith("SES-"):
        return (*FIRST, *OF_SESSION.get(wanted, ()))
    conduct = conduct_of(kind)
    own = [item.id for item in conduct.requirements]
    before = [each for each in conduct.foundation if own.index(each) < own.index(wanted)]
    return (*FIRST, *TABLE, *before)
