from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from controller.cli.main import cli

CARD = "03 01 21 01 01 05 07 25 2b a8 00"
WRONG = "03:01:21:01:01:05:07:25:d4:57:00"


def decoded(*words: str) -> Result:
    return CliRunner().invoke(cli, ["wire", "decode", *words])


def test_bytes_become_words_frame_by_frame() -> None:
    result = decoded(*CARD.split(), "0x03012101010507252ba800")
    assert result.output.count("device card_drawn(card=Td) (version 1, sequence 7)") == 2


def test_a_wrong_checksum_is_explained(tmp_path: Path) -> None:
    file = tmp_path / "sniffed.hex"
    file.write_text(f"{CARD}\n{WRONG}\n")
    result = decoded("--file", str(file))
    assert "its checksum is 0xD457, right is 0x2BA8: the final XOR is missing" in result.output


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        ((), "give either the bytes in hex or --file"),
        (("zz",), "'zz' is not hex"),
        (("--file", "/nowhere"), "/nowhere: cannot be read"),
    ],
)
def test_what_is_no_hex_is_one_line(words: tuple[str, ...], problem: str) -> None:
    result = decoded(*words)
    assert (result.exit_code, problem in result.output) == (2, True), result.output
