"""The reference of a table file's keys, written from the models that check it."""

from collections.abc import Iterator

from config.device import ENTRIES, PortMatch
from config.table import Table
from controller.reference.markdown import filled
from controller.reference.sections import Part, parts_of, written


def table_reference() -> str:
    """Write the whole reference as Markdown."""
    return filled("table-reference", sections=written(_every_part())) + "\n"


def _every_part() -> Iterator[Part]:
    yield Part("The top of the file", Table)
    yield from (part for part in parts_of(Table, "") if "devices" not in part.heading)
    for source, kinds in ENTRIES.items():
        for entry in dict.fromkeys(kinds.values()):
            of = ", ".join(kind for kind, model in kinds.items() if model is entry)
            yield Part(f'`[devices.NAME]` with `source = "{source}"`: {of}', entry)
    yield Part("`match` of a device", PortMatch)
