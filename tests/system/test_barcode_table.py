import json
from collections.abc import Callable

from tests.system.processes import TableOnTrial

NewTable = Callable[[str], TableOnTrial]


def test_a_table_with_a_barcode_shoe_plays_and_records_every_card(new_table: NewTable) -> None:
    table = new_table("barcode")
    process = table.start_run("--until", "3", "--pace", "100", "--run-dir", str(table.run))
    assert process.wait() == 0, process.output + process.errors
    assert process.errors == ""
    kinds = [json.loads(row[-1])["kind"] for row in table.events()]
    assert kinds.count("shoe_loaded") == 1
    assert kinds.count("card_drawn") >= 3 * 4
    assert "card_unreadable" not in kinds
    assert (table.run / "kept" / "shoe-1.jsonl").exists()
    assert not [body for body in table.decisions() if b"irregularity" in body]
