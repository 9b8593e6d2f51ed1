"""Options of the whole test run; pytest reads them here only."""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tests.rig.options import pytest_addoption

__all__ = ["pytest_addoption"]

# A busy machine must not fail a right answer: no example is timed.
settings.register_profile(
    "test", deadline=None, suppress_health_check=[HealthCheck.too_slow], max_examples=60
)
# `make soak` looks for what is rare, with `--hypothesis-profile=soak`.
settings.register_profile("soak", settings.get_profile("test"), max_examples=1000)
settings.load_profile("test")


# What waits for processes, then what computes: who begins with the longest ends with no tail.
FIRST = ("conformance", "system", "browser", "emulated", "property")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Let workers begin with whole tables; files go to them in this order, each to one of them."""
    if hasattr(config, "workerinput"):
        items.sort(key=lambda item: _turn(item.path.relative_to(config.rootpath)))


def _turn(file: Path) -> int:
    tier = file.parts[1]
    return FIRST.index(tier) if tier in FIRST else len(FIRST)
