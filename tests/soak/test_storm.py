"""A campaign of the storm: many seeds, every promise kept, and everything met that should be."""

from collections import Counter

from controller.storm.sometimes import missed
from controller.storm.storm import command_of, run_storm

SEEDS = 400
HOURS = 0.25


def test_a_campaign_loses_doubles_and_holds_nothing() -> None:
    seen: Counter[str] = Counter()
    for seed in range(1000, 1000 + SEEDS):
        outcome = run_storm(seed, HOURS)
        assert outcome.violation is None, f"{outcome.violation}; {command_of(outcome)}"
        seen += outcome.seen
    assert missed(seen) == ()


def test_a_long_run_is_the_same_to_the_byte_twice() -> None:
    assert run_storm(7, 10).digest == run_storm(7, 10).digest
