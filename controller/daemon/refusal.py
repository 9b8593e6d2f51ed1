"""Refusals of the desk: a code for pages in any language, and its English for tools and logs."""

from config.words import words
from controller.bus.messages import Refused
from controller.facts.phrase import Phrase


def refused(told: Phrase) -> Refused:
    """Refuse for a reason that has words in every language."""
    return Refused(reason=words().say(told)[:500], because=told)
