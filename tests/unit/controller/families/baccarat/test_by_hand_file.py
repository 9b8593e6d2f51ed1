"""Table files whose results are keyed in: what cannot be is refused at its line."""

from pathlib import Path

import pytest

from config.document import DocumentError
from config.table import TABLES
from controller.families.tables import load_table

BY_HAND = TABLES / "emulated-by-hand.toml"


def table_file(folder: Path, *changes: tuple[str, str]) -> Path:
    text = BY_HAND.read_text()
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    file = folder / "table.toml"
    file.write_text(text)
    return file


SHOE = (
    "[devices.lamps-1]",
    '[devices.shoe-1]\nkind = "shoe"\nsource = "emulated"\n\n[devices.lamps-1]',
)
SECOND_PAD = (
    "[devices.lamps-1]",
    '[devices.pad-2]\nkind = "entry-pad"\nsource = "web"\n\n[devices.lamps-1]',
)
PANDA = "lucky-derby/ez-baccarat-panda-8"


@pytest.mark.parametrize(
    ("change", "line", "said"),
    [
        (SHOE, 27, "results are entered by hand; remove the shoe"),
        (SECOND_PAD, 27, "remove this second entry-pad of it"),
        ((f'"{PANDA}"', '"capitol/supreme-baccarat"'), 8, "needs a shoe reader"),
        ((f'"{PANDA}"', '"oaks/pai-gow-tiles"'), 8, "no baccarat game"),
        (('source = "web"', 'source = "barcode"'), 22, "source barcode is for kind shoe"),
        (('source = "web"', 'source = "web"\nport = "/dev/ttyUSB0"'), 25, "no key of source web"),
    ],
)
def test_a_table_file_that_cannot_be_by_hand_is_refused_at_its_line(
    tmp_path: Path, change: tuple[str, str], line: int, said: str
) -> None:
    with pytest.raises(DocumentError) as caught:
        load_table(table_file(tmp_path, change, ("fees = 1\n", "\n")))
    found = [(problem.line, problem.text) for problem in caught.value.problems]
    assert any(at == line and said in text for at, text in found), found
