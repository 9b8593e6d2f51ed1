"""Write the sections of docs/architecture.md that are made from the code, each between its marks.

Run it as `python -m tests.architecture`.
"""

import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

from tests.package_graph import package_graph
from tests.round_diagrams import round_diagrams, unexpected_events

PAGE: Final = Path(__file__).parents[1] / "docs" / "architecture.md"
SECTION: Final = re.compile(r"(<!-- generated: ([a-z-]+) -->\n).*?(<!-- end -->)", re.DOTALL)
SECTIONS: Final[dict[str, Callable[[], str]]] = {
    "packages": package_graph,
    "rounds": round_diagrams,
    "unexpected": unexpected_events,
}


def rendered(text: str, sections: Mapping[str, Callable[[], str]] = SECTIONS) -> str:
    """A page with what stands between its marks made from the code."""
    return SECTION.sub(lambda found: f"{found[1]}\n{sections[found[2]]()}\n\n{found[3]}", text)


if __name__ == "__main__":
    PAGE.write_text(rendered(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
