"""The report of what tests reach: a package under its limit is named, with the places."""

import json
from pathlib import Path

import pytest

import tests.covered as covered


def written(folder: Path, missed: dict[str, list[int]]) -> Path:
    """A report in which each file has ten lines and some of them did not run."""
    files = {
        file: {
            "summary": {
                "num_statements": 10,
                "covered_lines": 10 - len(lines),
                "num_branches": 0,
                "covered_branches": 0,
            },
            "missing_lines": lines,
            "missing_branches": [],
        }
        for file, lines in missed.items()
    }
    report = folder / "report.json"
    report.write_text(json.dumps({"files": files}), encoding="utf-8")
    return report


@pytest.mark.parametrize(
    ("missed", "status", "said"),
    [
        ({"drivers/wire/codec.py": []}, 0, ""),
        ({"drivers/wire/codec.py": [7]}, 1, "not reached: drivers/wire/codec.py:7"),
        ({"drivers/shoe/camera.py": [7]}, 0, ""),
    ],
    ids=["all reached", "one line missed", "a package without a limit"],
)
def test_a_missed_line_counts_where_there_is_a_limit(
    missed: dict[str, list[int]],
    status: int,
    said: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(covered, "REPORT", written(tmp_path, missed))
    assert covered.main() == status
    assert said in capsys.readouterr().err


def test_files_count_for_the_package_they_are_in() -> None:
    names = ("controller/table/steps/dice.py", "controller/table/bank.py", "config/table.py")
    summary = {
        "num_statements": 4,
        "covered_lines": 3,
        "num_branches": 2,
        "covered_branches": 2,
    }
    file = {"summary": summary, "missing_lines": [1], "missing_branches": [[2, 5]]}
    report = covered.Report.model_validate({"files": dict.fromkeys(names, file)})
    found = {
        package.name: (package.there, package.reached) for package in covered.packages_of(report)
    }
    assert found == {"config": (6, 5), "controller/table": (12, 10)}


def test_a_line_that_cannot_run_says_why() -> None:
    left_out = [
        f"{file.relative_to(covered.ROOT)}: {line.strip()}"
        for package in ("controller", "drivers", "vision", "config")
        for file in sorted((covered.ROOT / package).rglob("*.py"))
        for line in file.read_text(encoding="utf-8").splitlines()
        if "# pragma" in line and not covered.LEFT_OUT.search(line)
    ]
    assert left_out == []


def test_the_lines_left_out_are_listed_with_their_reasons(tmp_path: Path) -> None:
    file = tmp_path / "drivers" / "wire" / "codec.py"
    file.parent.mkdir(parents=True)
    file.write_text("x = 1\nraise  # pragma: no cover: the kernel says so\n", encoding="utf-8")
    listed = [str(line) for line in covered.left_out_of(tmp_path)]
    assert listed == ["  drivers/wire/codec.py:2: the kernel says so"]


def test_what_is_left_out_of_packages_without_a_limit_is_not_listed(tmp_path: Path) -> None:
    file = tmp_path / "drivers" / "shoe" / "camera.py"
    file.parent.mkdir(parents=True)
    file.write_text("raise  # pragma: no cover: no lens here\n", encoding="utf-8")
    assert list(covered.left_out_of(tmp_path)) == []


def test_every_package_with_a_limit_is_there() -> None:
    assert [name for name in covered.LIMITS if not (covered.ROOT / name).is_dir()] == []
