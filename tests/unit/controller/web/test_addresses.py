"""Every file a page names is there: a wrong address is a blank page, and no compiler says so."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from controller.web.shared_files import SHARED
from drivers.scoreboard.screens import WEB

# What each address begins with, and the folder it is served from.
SERVED = {"/shared/": SHARED, "/static/": WEB}
NAMED = re.compile(
    r"""(?:from|import|import\()\s*"([^"]+\.js)"|(?:src|href)="(/[^"]+)"|url\("([^"]+)"\)"""
)
FILES = [
    file
    for folder in SERVED.values()
    for file in sorted(folder.rglob("*"))
    if file.suffix in {".js", ".css", ".html"}
]


def named_in(file: Path) -> Iterator[Path]:
    for found in NAMED.finditer(file.read_text(encoding="utf-8")):
        address = next(group for group in found.groups() if group)
        root = next((start for start in SERVED if address.startswith(start)), None)
        if root is not None:
            yield SERVED[root] / address.removeprefix(root)
        elif not address.startswith("/"):
            yield (file.parent / address).resolve()


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}/{file.name}")
def test_every_file_that_a_page_names_is_there(file: Path) -> None:
    assert [named for named in named_in(file) if not named.is_file()] == []
