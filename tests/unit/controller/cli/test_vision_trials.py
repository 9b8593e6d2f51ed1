"""`underfelt vision trials`: a line a row, and an error where more is wrong than allowed."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.command import underfelt
from vision.training import kept_trials, trials
from vision.training.evaluation import Tally
from vision.training.trials import ROWS, Outcome


def test_each_row_has_its_counts_and_its_bound() -> None:
    done = underfelt("vision", "trials", "--count", "4", "--only", "bare corner", "--json")
    (row,) = map(json.loads, done.stdout.splitlines())
    assert (done.returncode, row["row"], row["shown"]) == (0, "bare corner", 4)
    assert (row["answered"], row["wrong"], row["is_met"]) == (0, 0, True)
    assert 0.5 < row["bound"] < 0.55


def test_more_wrong_answers_than_a_row_allows_are_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    def tried(*_: object, part: int) -> Iterator[Outcome]:
        assert part == 3
        yield Outcome("bare corner", ROWS["bare corner"], Tally(9, 1, 1), 0, (("why not", 8),))

    monkeypatch.setattr(trials, "trials", tried)
    done = underfelt("vision", "trials", "--only", "bare corner", "--part", "3")
    assert done.returncode == 1
    assert "more wrong answers than allowed: bare corner" in done.stderr
    assert "1 of 9" in done.stdout


def test_sums_that_are_kept_are_printed_without_another_trial(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    sums = [kept_trials.reader_digest(), 2, 600, 5, 0, 9]
    file = tmp_path / "kept.json"
    file.write_text(json.dumps({"back": sums}))
    monkeypatch.setattr(kept_trials, "trials", lambda *_, **__: pytest.fail("tried again"))
    done = underfelt("vision", "trials", "--keep", str(file), "--only", "back", "--count", "600")
    assert (done.returncode, "5 of 600" in done.stdout) == (0, True)


def test_words_that_no_row_has_are_refused() -> None:
    done = underfelt("vision", "trials", "--only", "moon")
    assert done.returncode == 2
    assert "no row has 'moon' in its name" in done.stderr
