"""Figures in the open format of metrics (OpenMetrics 1.0). Pure."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Final, Literal, NamedTuple

CONTENT_TYPE: Final = "application/openmetrics-text; version=1.0.0; charset=utf-8"


class Family(NamedTuple):
    """One metric: its name without the prefix, its type, what it means, a value by its labels."""

    name: str
    type: Literal["gauge", "counter"]
    help: str
    samples: Iterable[tuple[Mapping[str, str], float]]


def text_of(families: Iterable[Family]) -> str:
    """The families as they are read, with the end that shows nothing was cut off."""
    return "".join(line + "\n" for family in families for line in _lines(family)) + "# EOF\n"


def _lines(family: Family) -> Iterator[str]:
    name = f"underfelt_{family.name}"
    yield f"# TYPE {name} {family.type}"
    yield f"# HELP {name} {_escaped(family.help)}"
    suffix = "_total" if family.type == "counter" else ""
    for labels, value in family.samples:
        told = ",".join(f'{label}="{_escaped(text)}"' for label, text in labels.items())
        yield f"{name}{suffix}{{{told}}} {value:g}" if told else f"{name}{suffix} {value:g}"


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace("\n", "\\n").replace('"', '\\"')
