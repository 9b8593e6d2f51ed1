"""The words of the public screens, handed to a page in the language it asks for."""

from typing import Final

from aiohttp import web

from config.words import page_words
from controller.facts.fact import Fact

# The tables of words a public page may speak with.
PAGES: Final = (
    "public",
    "public-states",
    "public-ended",
    "public-colours",
    "public-letters",
    "public-signs",
    "public-seats",
    "public-counts",
    "public-hands",
    "public-windows",
    "public-shares",
    "public-outcomes",
    "public-start",
    "public-set-up",
    "paid",
)


class PublicWords(Fact):
    """Every word of the screens in one language, by table."""

    language: str
    pages: dict[str, dict[str, str]]


def public_words(language: str) -> PublicWords:
    """The words of a language."""
    said = page_words(language)
    return PublicWords(language=language, pages={page: dict(said[page]) for page in PAGES})


def answer_words(language: str) -> web.Response:
    """The words as a page asks for them."""
    return web.json_response(text=public_words(language).model_dump_json())
