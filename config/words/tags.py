"""Tags of languages: what browsers, addresses and table files call a language."""

from collections.abc import Collection
from typing import Final

CHINESE: Final = "zh"
SIMPLIFIED: Final = "zh-Hans"
TRADITIONAL: Final = "zh-Hant"
# Where Chinese is written in traditional characters; elsewhere it is in simplified ones.
TRADITIONAL_PARTS: Final = frozenset({"hant", "tw", "hk", "mo"})


def language_of(tag: str, known: Collection[str]) -> str | None:
    """The language a tag means, in whatever letters it is written; None if there is none such."""
    parts = tag.replace("_", "-").lower().split("-")
    by_letters = {language.lower(): language for language in known}
    for length in range(len(parts), 0, -1):
        found = by_letters.get("-".join(parts[:length]))
        if found:
            return found
    return _chinese(parts[1:], known) if parts[0] == CHINESE else None


def _chinese(parts: list[str], known: Collection[str]) -> str | None:
    traditional = TRADITIONAL_PARTS.intersection(parts) and "hans" not in parts
    meant = TRADITIONAL if traditional else SIMPLIFIED
    return meant if meant in known else None
