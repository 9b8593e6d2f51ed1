"""Cards, dice and tiles are drawn by one sheet: no page means another thing by their classes."""

import re
from pathlib import Path

from controller.web import __file__ as web

SHARED = Path(web).parent / "shared" / "cards.css"
SOURCE = Path(web).parent.parent.parent
RULE = re.compile(r"^\.([a-z-]+)(?=[ .:\[{,>])", re.MULTILINE)


def begun(sheet: Path) -> set[str]:
    return set(RULE.findall(sheet.read_text(encoding="utf-8")))


def test_no_page_begins_a_rule_with_the_class_of_a_drawing() -> None:
    drawn = begun(SHARED)
    assert {"card", "die", "domino"} <= drawn
    sheets = [
        sheet for part in ("controller", "drivers") for sheet in SOURCE.glob(f"{part}/**/*.css")
    ]
    clashes = {
        f"{sheet.relative_to(SOURCE)}: .{name}"
        for sheet in sheets
        if sheet != SHARED
        for name in begun(sheet) & drawn
    }
    assert not clashes
