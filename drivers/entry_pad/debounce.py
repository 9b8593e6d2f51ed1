"""Raw edges to key presses: pure, told every time; the same whatever the backend."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

NEVER: Final = float("inf")


@dataclass(frozen=True, slots=True)
class Edge:
    """A contact closed or opened at a moment, bounces included."""

    key: str
    is_down: bool
    at: float


@dataclass(frozen=True, slots=True)
class Press:
    """A finger pressed a key; known at the moment `at`."""

    key: str
    is_long: bool
    at: float


@dataclass(frozen=True, slots=True)
class Times:
    """How long a contact must rest to count, and how long a long press lasts, in seconds."""

    debounce: float
    long_press: float


@dataclass(frozen=True, slots=True)
class KeyState:
    """One key: its contact as last seen, and the finger as believed."""

    contact: bool = False
    contact_since: float = float("-inf")
    is_down: bool = False
    down_since: float = NEVER
    is_told: bool = False


Pad = Mapping[str, KeyState]


def debounce(
    pad: Pad, edges: Sequence[Edge], now: float, times: Times
) -> tuple[Pad, tuple[Press, ...]]:
    """Take edges in order of time and let time pass until now; returns the presses they make."""
    keys = dict(pad)
    presses: list[Press] = []
    for edge in edges:
        state = _pass_time(edge.key, keys.get(edge.key, KeyState()), edge.at, times, presses)
        if state.contact != edge.is_down:
            state = replace(state, contact=edge.is_down, contact_since=edge.at)
        keys[edge.key] = state
    for key, state in keys.items():
        keys[key] = _pass_time(key, state, now, times, presses)
    return keys, tuple(sorted(presses, key=lambda press: (press.at, press.key)))


def next_due(pad: Pad, times: Times) -> float:
    """When time alone will next change something."""
    return min((_due(state, times) for state in pad.values()), default=NEVER)


def is_quiet(pad: Pad) -> bool:
    """Whether no key is touched."""
    return not any(state.contact or state.is_down for state in pad.values())


def _due(state: KeyState, times: Times) -> float:
    settles = NEVER
    if state.contact != state.is_down:
        settles = state.contact_since + times.debounce
    return min(settles, _long_due(state, times))


def _long_due(state: KeyState, times: Times) -> float:
    # A contact that is open at this moment may be a release; it decides when it has settled.
    if not state.is_down or state.is_told or not state.contact:
        return NEVER
    return max(state.down_since + times.long_press, state.contact_since)


def _pass_time(
    key: str, state: KeyState, until: float, times: Times, presses: list[Press]
) -> KeyState:
    while (due := _due(state, times)) <= until:
        if state.contact == state.is_down:
            presses.append(Press(key, True, due))
            state = replace(state, is_told=True)
        elif state.contact:
            state = replace(state, is_down=True, down_since=state.contact_since, is_told=False)
        else:
            if not state.is_told:
                presses.append(Press(key, False, due))
            state = replace(state, is_down=False, down_since=NEVER)
    return state
