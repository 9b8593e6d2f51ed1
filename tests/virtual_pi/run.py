"""`make rig`: boot the card in QEMU, play, unplug, cut the power, and compare."""

import argparse
import shutil
import sys
import tempfile
from pathlib import Path

from tests.virtual_pi.boards import BOARDS, card_of
from tests.virtual_pi.campaign import Run, Wanted, lost_in_the_middle
from tests.virtual_pi.tally import Stretch, Tally


def main() -> int:
    """Run once; the status is 1 when record and truth differ."""
    asked = _parser().parse_args()
    if asked.told:
        print(Tally(asked.tally).told())
        return 0
    card = card_of(asked.board)
    if not card.exists():
        print(f"error: there is no {card}; sudo make image makes it", file=sys.stderr)
        return 2
    tally = Tally(asked.tally)
    wanted = Wanted(
        asked.rounds,
        asked.unplugs,
        asked.cuts,
        asked.bites,
        asked.upgrades,
        asked.tries,
        asked.seed,
        asked.pace,
        asked.minutes,
    )
    for stretch in tally.stretches(wanted, asked.stretch):
        tally.add(_played(asked, stretch))
    print(tally.told())
    return int(tally.is_wrong)


def _played(asked: argparse.Namespace, wanted: Wanted) -> Stretch:
    """One card from its first power-on to the comparison."""
    place = Path(tempfile.mkdtemp(prefix="uf-rig-", dir=asked.folder))
    try:
        run = Run(asked.board, place, wanted, lambda text: print(text, flush=True))
        compared = run.go()
        faults = {
            "lost": len(lost_in_the_middle(compared, run.table.truth)),
            "doubled": len(compared.doubled),
            "wrong": len(compared.invented) + len(compared.changed) + len(compared.disordered),
        }
        took_s = {kind: [round(s, 1) for s in took] for kind, took in run.recoveries.items()}
        return Stretch(board=asked.board, equal=compared.equal, faults=faults, took_s=took_s)
    finally:
        if not asked.keep:
            shutil.rmtree(place)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__)
    add = parser.add_argument
    add("--board", choices=BOARDS, default="pi", help="what QEMU is (default: a Raspberry Pi 3B)")
    add("--rounds", type=int, default=1)
    add("--unplugs", type=int, default=1)
    add("--cuts", type=int, default=1)
    add("--bites", type=int, default=0, help="how often a watchdog bites")
    add("--upgrades", type=int, default=0, help="how often another version comes and goes again")
    add("--tries", type=int, default=0, help="1: pytest --rig tries the devices in there first")
    add("--tally", type=Path, help="a file that keeps what was done; the next call goes on there")
    add("--told", action="store_true", help="say what that file has, and do nothing")
    add("--stretch", type=int, default=25, help="disturbances until a card is taken out and read")
    add("--seed", type=int, default=1)
    add("--pace", type=float, default=20.0, help="how many times faster than people")
    add("--minutes", type=float, default=float("inf"), help="after which nothing more is disturbed")
    add("--folder", type=Path, default=None, help="where to keep card and logs meanwhile")
    add("--keep", action="store_true", help="and do not remove them")
    return parser


if __name__ == "__main__":
    sys.exit(main())
