"""What must be true of any record, however the table's processes ended."""

from collections import defaultdict

from controller.facts.decisions import DECISION, IrregularityFound
from tests.system.processes import TableOnTrial


def replayed(table: TableOnTrial) -> list[bytes]:
    """Export the events with one command and decide them again with another, as recorded."""
    exported = table.ask("journal", "export", "--events-only", str(table.state))
    assert (exported.returncode, exported.stderr) == (0, "")
    events = table.folder / "events.jsonl"
    events.write_text(exported.stdout)
    again = table.ask("replay", "--table", str(table.file), str(events))
    assert (again.returncode, again.stderr) == (0, "")
    lines = map(str.encode, again.stdout.splitlines())
    return [line for line in lines if b'"kind":"expectation_set"' not in line]


def assert_whole(table: TableOnTrial) -> None:
    """The chain is intact, no number is twice or missing, and a replay decides the same."""
    verdict = table.ask("journal", "verify", str(table.state))
    assert verdict.returncode == 0, verdict.stdout
    numbers: dict[tuple[str, int], list[int]] = defaultdict(list)
    for _, source, boot, sequence, _ in table.events():
        if boot is not None and sequence is not None:
            numbers[source, boot].append(sequence)
    for origin, found in numbers.items():
        assert found == list(range(1, len(found) + 1)), origin
    assert replayed(table) == table.decisions()


def irregularities(table: TableOnTrial) -> list[str]:
    """The names of the irregularities in the record, but for devices that were away."""
    found = map(DECISION.validate_json, table.decisions())
    names = [item.name for item in found if isinstance(item, IrregularityFound)]
    return [name for name in names if name != "device-lost"]
