"""`underfelt status` beside a running daemon: what it does, and why it waits."""

import json

from controller.facts.events import DeviceLost
from controller.facts.phrase import phrase
from tests.system.processes import TableOnTrial, until
from tests.system.reporting import TrialDriver


def held(table: TableOnTrial) -> bool:
    board = table.board()
    return board is not None and board.hold is not None


def test_status_says_what_is_expected_and_why_the_table_waits(table: TableOnTrial) -> None:
    table.start_daemon()
    table.wait_for_board()
    place = ("--run-dir", str(table.run))
    calm = table.ask("status", *place).stdout
    assert "EZ Baccarat Panda 8, Lucky Derby Casino: table emulated-baccarat, 8 seats" in calm
    assert "next        Seat 1 takes the bank\n        or  Seat 1 passes the bank" in calm
    assert f"record      {table.state}, row " in calm

    shoe = TrialDriver(table, "shoe-1", "shoe")
    shoe.greet()
    shoe.report(DeviceLost(device="shoe-1", reason=phrase("lost-silent", seconds="3")))
    until(lambda: held(table), "a hold")
    waits = table.ask("status", *place).stdout
    told = json.loads(table.ask("status", "--json", *place).stdout)
    assert "state       ON HOLD since " in waits
    assert "seen        shoe-1 does not answer: silent for 3 s; check its cable" in waits
    assert "do          " in waits
    other = table.ask("status", "--lang", "zh-Hans", *place).stdout
    assert (
        " 起暂停：设备失联\n看到        shoe-1 没有回应：已有 3 秒没有消息；请检查线缆和电源\n"
        in other
    )
    assert told["board"]["hold"]["name"] == "device-lost"
    assert told["held_at_ms"] > 0
