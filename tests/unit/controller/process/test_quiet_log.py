"""Logs that nobody floods or steers."""

import logging
import sys

import pytest

from controller.facts.printable import printable
from controller.process.quiet_log import MOST_CAUSES, PrintableFormatter, Quiet, RepeatFilter


def test_a_cause_is_told_once_in_a_while() -> None:
    now = [0.0]
    quiet = Quiet(10.0, clock=lambda: now[0])
    assert [quiet.may_say("door") for _ in range(3)] == [True, False, False]
    assert quiet.may_say("window")
    now[0] = 10.0
    assert quiet.may_say("door")


def test_causes_that_somebody_invents_cost_no_memory() -> None:
    quiet = Quiet(10.0, clock=lambda: 0.0)
    for number in range(10 * MOST_CAUSES):
        quiet.may_say(str(number))
    assert len(quiet._told) <= MOST_CAUSES


def test_nothing_in_a_log_line_moves_the_cursor_or_begins_another_line() -> None:
    formatter = PrintableFormatter("%(levelname)s %(message)s")
    text = "shoe-1: \x1b[2J\nERROR fake \u202e"
    record = logging.LogRecord("x", logging.WARNING, "", 0, "%s", (text,), None)
    assert formatter.format(record) == r"WARNING shoe-1: \x1b[2J\nERROR fake \u202e"


def test_words_of_every_language_are_left_as_they_are() -> None:
    assert printable("庄家停牌 Nhà cái dừng") == "庄家停牌 Nhà cái dừng"


def test_a_library_that_repeats_itself_is_heard_once(capsys: pytest.CaptureFixture[str]) -> None:
    flood = logging.Logger("asyncio")
    flood.addHandler(logging.StreamHandler(sys.stderr))
    flood.addFilter(RepeatFilter(Quiet(10.0, clock=lambda: 0.0)))
    for number in range(1000):
        flood.error(f"socket.accept() out of system resource\nsocket: {number}")
    assert capsys.readouterr().err.count("accept") == 1
