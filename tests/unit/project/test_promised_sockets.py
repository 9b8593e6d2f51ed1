"""Documents promise no network that the code does not have."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[3]
# The page of guarantees names the defect itself.
PAGES = [page for page in ROOT.glob("docs/**/*.md") if page.name != "guarantees.md"]
UNITS = [*ROOT.glob("systemd/**/*.service"), *ROOT.glob("systemd/**/*.conf")]


def test_no_document_promises_tcp_or_curve() -> None:
    told = [
        file.name
        for file in (ROOT / "README.md", ROOT / "SECURITY.md", *PAGES, *UNITS)
        if re.search(r"tcp://|\bCURVE\b", file.read_text(encoding="utf-8"))
    ]
    assert told == []
