"""A campaign of the rig goes on where it was broken off, and counts every card."""

from pathlib import Path

from tests.virtual_pi.campaign import Wanted
from tests.virtual_pi.tally import KINDS, Stretch, Tally

DOCS = Path(__file__).parents[2] / "docs"
NOTHING = {"lost": 0, "doubled": 0, "wrong": 0}


def played(wanted: Wanted, **faults: int) -> Stretch:
    """A card that went through all of it, each in two seconds."""
    took = {kind: [2.0] * getattr(wanted, name) for kind, name in KINDS.items()}
    return Stretch(board="container", equal=100, faults={**NOTHING, **faults}, took_s=took)


def test_a_campaign_is_done_in_stretches_of_cards_of_their_own(tmp_path: Path) -> None:
    tally, wanted = Tally(tmp_path / "tally"), Wanted(unplugs=200, cuts=50)
    parts = []
    for part in tally.stretches(wanted, 25):
        parts.append(part)
        tally.add(played(part))
    assert (sum(p.unplugs for p in parts), sum(p.cuts for p in parts)) == (200, 50)
    assert all(part.unplugs + part.cuts <= 26 for part in parts)
    assert len({part.seed for part in parts}) == len(parts)
    assert not tally.is_wrong
    assert "container, 10 cards: 200 unplugs, played on after 2.0 s" in tally.told()


def test_what_was_broken_off_is_gone_on_with(tmp_path: Path) -> None:
    file, wanted = tmp_path / "tally", Wanted(unplugs=30, cuts=0)
    first = Tally(file)
    part = next(first.stretches(wanted, 25))
    first.add(played(part))
    again = [each.unplugs for each in Tally(file).stretches(wanted, 25)]
    assert again == [30 - part.unplugs]


def test_one_lost_event_makes_the_campaign_wrong() -> None:
    tally = Tally(None)
    tally.add(played(Wanted(), lost=1))
    assert tally.is_wrong
    assert "1 lost" in tally.told()


def test_boards_are_told_apart() -> None:
    tally = Tally(None)
    for board in ("container", "virt"):
        tally.add(played(Wanted(unplugs=3, cuts=0)).model_copy(update={"board": board}))
    cards = [line.split(", played")[0] for line in tally.told().splitlines()[:-1]]
    assert cards == ["virt, 1 card: 3 unplugs", "container, 1 card: 3 unplugs"]


def test_the_page_says_what_the_kept_campaign_says() -> None:
    kept = Tally(DOCS / "rig.jsonl")
    assert not kept.is_wrong
    assert f"```\n{kept.told()}\n```" in (DOCS / "install-pi.md").read_text()
