"""Questions at the terminal, each with its reason and a default; asked of nobody with --yes."""

from collections.abc import Callable, Sequence
from typing import TypeVar

import click

from controller.facts.failure import OperatorError

Answer = TypeVar("Answer")


class Questions:
    """Asks a person, or takes every default."""

    def __init__(self, is_asked: bool) -> None:
        self._is_asked = is_asked

    def explain(self, text: str) -> None:
        """Say why the next question comes."""
        if self._is_asked:
            click.echo(f"\n{text}")

    def number(self, question: str, default: int, allowed: Sequence[int]) -> int:
        """A number of those allowed."""
        if not self._is_asked:
            return default
        shown = _span(allowed)
        return self._until(question, str(default), lambda text: _number(text, allowed, shown))

    def text(self, question: str, default: str, check: Callable[[str], str]) -> str:
        """A text that a check takes; the check raises ValueError with what is wrong."""
        return self._until(question, default, check) if self._is_asked else check(default)

    def needed(self, question: str, option: str, check: Callable[[str], str]) -> str:
        """A text without a default: a person gives it, or the option does."""
        if not self._is_asked:
            raise OperatorError(f"{question}: not given; give it by {option}, or leave out --yes")
        return self._until(question, None, check)

    def choice(self, question: str, options: Sequence[tuple[str, str]], default: str) -> str:
        """One of several options, listed with what each means."""
        if not self._is_asked:
            return default
        names = [name for name, _ in options]
        wide = max(map(len, names))
        for number, (name, meaning) in enumerate(options, start=1):
            click.echo(f"  {number:>3}  {name:<{wide}}  {meaning}".rstrip())
        place = str(names.index(default) + 1)
        return self._until(question, place, lambda text: _chosen(text, names))

    def agrees(self, question: str, default: bool) -> bool:
        """Yes or no."""
        return click.confirm(question, default=default) if self._is_asked else default

    def _until(self, question: str, default: str | None, check: Callable[[str], Answer]) -> Answer:
        while True:
            given = click.prompt(question, default=default, type=str)
            try:
                return check(given.strip())
            except ValueError as error:
                click.echo(f"  {error}")


def _number(text: str, allowed: Sequence[int], shown: str) -> int:
    if text.isdecimal() and int(text) in allowed:
        return int(text)
    raise ValueError(f"{text} is not possible; give {shown}")


def _chosen(text: str, names: Sequence[str]) -> str:
    if text in names:
        return text
    if text.isdecimal() and 1 <= int(text) <= len(names):
        return names[int(text) - 1]
    raise ValueError(f"{text} is not in the list; give a number from 1 to {len(names)}")


def _span(allowed: Sequence[int]) -> str:
    if isinstance(allowed, range):
        return f"a number from {allowed.start} to {allowed.stop - 1}"
    return " or ".join(map(str, allowed))
