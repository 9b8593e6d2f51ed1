"""Print requirements.txt as another Python needs it: pip judges conditions by its own."""

import re
import sys
from pathlib import Path

from pip._vendor.packaging.markers import Marker

LOCK = Path(__file__).parents[1] / "requirements.txt"


def lock_for(lock: str, python: str) -> str:
    """The pins that a Python version takes, without their conditions."""
    surroundings = {"python_full_version": f"{python}.0", "python_version": python}
    taken = []
    for block in re.split(r"^(?=[a-zA-Z])", lock, flags=re.MULTILINE):
        condition = re.match(r"\S+ ; (.*?) \\$", block, flags=re.MULTILINE)
        if condition is None:
            taken.append(block)
        elif Marker(condition[1]).evaluate(surroundings):
            taken.append(block.replace(f" ; {condition[1]}", ""))
    return "".join(taken)


if __name__ == "__main__":
    print(lock_for(LOCK.read_text(encoding="utf-8"), sys.argv[1]))
