"""The written reference is the one the code gives."""

from pathlib import Path

from click.testing import CliRunner

from controller.cli.reference import reference_group
from controller.facts.decisions import DECISION
from controller.facts.events import EVENT
from controller.facts.orders import ORDER
from controller.reference.facts import events_reference

WRITTEN = Path(__file__).parents[4] / "docs" / "events.md"


def test_the_written_reference_is_up_to_date() -> None:
    assert WRITTEN.read_text(encoding="utf-8") == events_reference(), (
        "run: underfelt reference events > docs/events.md"
    )


def test_every_kind_has_its_own_heading() -> None:
    headings = [line for line in events_reference().splitlines() if line.startswith("### `")]
    kinds = [
        kind
        for adapter in (EVENT, DECISION, ORDER)
        for kind in adapter.json_schema()["discriminator"]["mapping"]
    ]
    assert sorted(headings) == sorted(f"### `{kind}`" for kind in kinds)


def test_an_entry_says_meaning_types_ranges_and_defaults() -> None:
    text = events_reference()
    entry = text.split("### `ruling_given`")[1].split("###")[0]
    assert "A supervisor ruled on a hold, on a hand of the shoe in play" in entry
    assert "| `dice` | list of number or null | 1 to 5 items; each 1 to 6 | `null` |" in entry
    assert "| `by` | text | 1 to 80 characters |  |" in entry


def test_nothing_in_the_reference_is_without_a_meaning() -> None:
    lines = events_reference().splitlines()
    for number, line in enumerate(lines):
        if line.startswith("### "):
            assert lines[number + 2].endswith((".", "!")), line


def test_the_command_prints_the_reference() -> None:
    done = CliRunner().invoke(reference_group, ["events"])
    assert (done.exit_code, done.output) == (0, events_reference())
