"""Every question that a page of the desk asks before it acts has a test that answers no."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
PAGES = ROOT / "controller/desk/pages"
ASKED = re.compile(r"\bsure: |\bconfirm\(")
# The question by its script, and the test that refuses it.
REFUSED = {
    "floor/hands.js": "test_a_hand_is_corrected_taken_back_and_put_back",
    "floor/hold.js": "test_another_person_takes_over_only_by_confirming",
    "own/page.js": "test_a_pin_is_changed_only_by_who_confirms_and_knows_the_old_one",
    "technician/devices.js": "test_a_lost_device_is_seen_cured_and_tried",
    "technician/staff.js": "test_the_staff_is_kept_on_the_page",
}
# Adding a person, and locking one.
TWICE = ("technician/staff.js",)


def asked() -> dict[str, int]:
    """How many questions each script asks, where it asks any."""
    scripts = {
        str(each.relative_to(PAGES)): each.read_text("utf-8") for each in PAGES.rglob("*.js")
    }
    counts = {name: len(ASKED.findall(text)) for name, text in scripts.items()}
    return {name: count for name, count in counts.items() if count}


def test_no_question_is_asked_that_no_test_refuses() -> None:
    assert asked() == {script: 2 if script in TWICE else 1 for script in REFUSED}


@pytest.mark.parametrize("script", REFUSED)
def test_the_test_of_a_question_answers_no(script: str) -> None:
    texts = [file.read_text("utf-8") for file in (ROOT / "tests/browser").glob("test_*.py")]
    (text,) = [text for text in texts if f"def {REFUSED[script]}(" in text]
    body = text.partition(f"def {REFUSED[script]}(")[2].partition("\nasync def test_")[0]
    refusals = len(re.findall(r'answer\("no"\)|data-answer="no"', body))
    assert refusals >= asked()[script]
