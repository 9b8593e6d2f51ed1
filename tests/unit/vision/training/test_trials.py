"""A campaign of trials in parts: each shows other cards, the same one the same cards again."""

import pytest

from vision.emulation.cards.skeletons import Rng
from vision.training import trials


def test_every_part_of_a_campaign_shows_other_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    def shown(name: str, *_reading: object, count: int, rng: Rng) -> str:
        return f"{name} {rng.integers(52, size=count).tolist()}"

    monkeypatch.setattr(trials, "_tried", shown)
    first, second, again = (
        [str(row) for row in trials.trials([], 12, ["bare corner", "back"], part=part)]
        for part in (0, 1, 0)
    )
    assert first == again
    assert not set(first) & set(second)
