"""The card is built, boots, plays, and loses nothing to unplugged cables and cuts of the power."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.virtual_pi.boards import BoardName, card_of
from tests.virtual_pi.campaign import Run, Wanted, lost_in_the_middle
from tests.virtual_pi.card import partitions

ROOT = Path(__file__).parents[2]
# The board that a campaign runs on, and how long it is.
BOARD: BoardName = os.environ.get("UNDERFELT_RIG_BOARD", "pi")  # type: ignore[assignment]
CUTS = int(os.environ.get("UNDERFELT_RIG_CUTS", "1"))
UNPLUGS = int(os.environ.get("UNDERFELT_RIG_UNPLUGS", "1"))

pytestmark = [
    pytest.mark.long,
    pytest.mark.timeout(14_400),
    pytest.mark.skipif(os.geteuid() != 0, reason="a card and its machine take root"),
]


@pytest.mark.skipif(shutil.which("mmdebstrap") is None, reason="mmdebstrap is not installed")
def test_a_card_is_built_with_a_partition_for_the_record(tmp_path: Path) -> None:
    environ = {**os.environ, "PLACE": os.environ.get("PLACE", str(tmp_path))}
    done = subprocess.run(
        ["make", "image"], cwd=ROOT, env=environ, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    card = Path(environ["PLACE"]) / "card-arm64.img"
    assert list(partitions(card)) == ["firmware", "root", "state", "record"]


def test_a_card_boots_plays_and_its_record_is_what_the_devices_did(tmp_path: Path) -> None:
    if not card_of(BOARD).exists():
        pytest.skip(f"there is no {card_of(BOARD)}: make image makes it")
    run = Run(BOARD, tmp_path, Wanted(2, UNPLUGS, CUTS), print)
    compared = run.go()
    assert lost_in_the_middle(compared, run.table.truth) == ()
    assert (compared.doubled, compared.invented, compared.changed) == ((), (), ())
    assert compared.disordered == ()
