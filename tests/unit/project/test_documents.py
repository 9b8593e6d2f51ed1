"""The documents lead somewhere: links, pages by person, and commands that there are."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import click
import pytest

from controller.cli.main import cli

ROOT = Path(__file__).parents[3]
PAGES = sorted(
    page
    for place in ("*.md", "docs/**/*.md", "tests/*.md", "systemd/**/*.md")
    for page in ROOT.glob(place)
)
LINK = re.compile(r"\]\((?!https?:|#)([^)#\s]+)")
# A command stands in a span or a block of code; what follows a comment sign there is talk.
CODE = re.compile(r"```[a-z]*\n(.*?)```|`([^`\n]+)`", re.DOTALL)
COMMENT = re.compile(r" #.*")
# A user is called as the command is: `-o underfelt FILE`.
COMMAND = re.compile(r"(?<!-[gou] )(?<![\w.-])underfelt +([a-z][^\n|&;)]*)")


@cache
def page_names() -> list[str]:
    return [str(page.relative_to(ROOT)) for page in PAGES]


@pytest.mark.parametrize("page", PAGES, ids=page_names())
def test_every_link_leads_to_a_file(page: Path) -> None:
    links = LINK.findall(page.read_text("utf-8"))
    assert [link for link in links if not (page.parent / link).exists()] == []


def test_every_picture_is_shown_on_the_page_of_pictures() -> None:
    folder = ROOT / "docs/screenshots"
    shown = LINK.findall((folder / "README.md").read_text("utf-8"))
    assert sorted(shown) == sorted(picture.name for picture in folder.glob("*.webp"))


def test_every_page_is_somebodys() -> None:
    index = (ROOT / "docs/README.md").read_text("utf-8")
    linked = {(ROOT / "docs" / link).resolve() for link in LINK.findall(index)}
    pages = {*ROOT.glob("docs/*.md"), *ROOT.glob("docs/*/README.md")} - {ROOT / "docs/README.md"}
    assert sorted(str(page.relative_to(ROOT)) for page in pages - linked) == []


def commands_in(text: str) -> Iterator[list[str]]:
    """The words of every command of ours that a text names."""
    for found in CODE.finditer(text.replace("\\\n", " ")):
        code = COMMENT.sub("", found.group(1) or found.group(2))
        for command in COMMAND.findall(code):
            yield command.split()


def problems_of(words: list[str]) -> list[str]:
    """What is wrong with a command as written: a name or an option that there is not."""
    command: click.Command = cli
    context = click.Context(cli, info_name="underfelt")
    while words and isinstance(command, click.Group):
        name, *words = words
        found = command.get_command(context, name)
        if found is None:
            # A group is also spoken of as such: `underfelt staff`.
            return [name] if command is cli or (name.isalpha() and name.islower()) else []
        command, context = found, click.Context(found, parent=context, info_name=name)
    known = {flag for option in command.params for flag in (*option.opts, *option.secondary_opts)}
    written = (re.match(r"\[?(--[a-z][a-z-]*)", word) for word in words)
    return [flag[1] for flag in written if flag and flag[1] not in known | {"--help"}]


@pytest.mark.parametrize("page", PAGES, ids=page_names())
def test_every_command_named_in_a_document_is_there(page: Path) -> None:
    if page.name == "CHANGELOG.md":
        return
    named = {" ".join(words): problems_of(words) for words in commands_in(page.read_text("utf-8"))}
    assert {command: wrong for command, wrong in named.items() if wrong} == {}


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("`underfelt status`", []),
        ("`underfelt shine`", ["shine"]),
        ("```\nsudo underfelt journal verify DIR  # see underfelt xyz\n```", []),
        ("`underfelt journal burn DIR`", ["burn"]),
        ("`underfelt audit --colour red`", ["--colour"]),
        ("underfelt shine is no code", []),
    ],
)
def test_a_command_that_there_is_not_is_found(text: str, wrong: list[str]) -> None:
    assert [each for words in commands_in(text) for each in problems_of(words)] == wrong
