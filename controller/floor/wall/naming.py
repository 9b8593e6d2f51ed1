"""Names in the order in which people count."""

import re


def as_counted(name: str) -> list[tuple[int, str]]:
    """What a name is sorted by: table-2 comes before table-10."""
    parts = re.split(r"(\d+)", name)
    return [(int(part), "") if part.isdigit() else (0, part) for part in parts]
