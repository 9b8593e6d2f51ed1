"""`make rig`: boot the card in QEMU, play, unplug, cut the power, and compare."""

import argparse
import shutil
import sys
import tempfile
from pathlib import Path

from tests.virtual_pi.boards import BOARDS, card_of
from tests.virtual_pi.campaign import Run, Wanted, lost_in_the_middle


def main() -> int:
    """Run once; the status is 1 when record and truth differ."""
    asked = _parser().parse_args()
    card = card_of(asked.board)
    if not card.exists():
        print(f"error: there is no {card}; sudo make image makes it", file=sys.stderr)
        return 2
    wanted = Wanted(asked.rounds, asked.unplugs, asked.cuts, asked.seed, asked.pace, asked.minutes)
    place = Path(tempfile.mkdtemp(prefix="uf-rig-", dir=asked.folder))
    try:
        run = Run(asked.board, place, wanted, lambda text: print(text, flush=True))
        compared = run.go()
        lost = lost_in_the_middle(compared, run.table.truth)
    finally:
        if not asked.keep:
            shutil.rmtree(place)
    faults = {
        "lost": lost,
        "doubled": compared.doubled,
        "invented": compared.invented,
        "changed": compared.changed,
        "out of order": compared.disordered,
    }
    print(", ".join(f"{len(found)} {name}" for name, found in faults.items()))
    return int(any(faults.values()))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__)
    add = parser.add_argument
    add("--board", choices=BOARDS, default="pi", help="what QEMU is (default: a Raspberry Pi 3B)")
    add("--rounds", type=int, default=1)
    add("--unplugs", type=int, default=1)
    add("--cuts", type=int, default=1)
    add("--seed", type=int, default=1)
    add("--pace", type=float, default=20.0, help="how many times faster than people")
    add("--minutes", type=float, default=float("inf"), help="after which nothing more is disturbed")
    add("--folder", type=Path, default=None, help="where to keep card and logs meanwhile")
    add("--keep", action="store_true", help="and do not remove them")
    return parser


if __name__ == "__main__":
    sys.exit(main())
