"""The figures of the source: what is over a limit is found and named."""

import pytest

import tests.figures as figures


def broken(texts: dict[str, str], *parts: figures.Sized) -> dict[str, str]:
    return {item.what: str(item) for item in figures.figures_of(texts, parts) if item.is_broken}


def function(lines: int) -> str:
    return "def f():\n" + "    x = 1\n" * (lines - 1)


def test_a_file_of_four_hundred_lines_passes_and_one_more_line_is_named() -> None:
    assert broken({"a.py": "x = 1\n" * 400}) == {}
    assert "a.py 401" in broken({"a.py": "x = 1\n" * 401})["longest file"]


def test_a_class_over_three_hundred_lines_is_named_with_its_file() -> None:
    text = "class Big:\n" + "    x = 1\n" * 300
    assert "a.py:Big 301" in broken({"a.py": text})["longest class"]


def test_one_long_function_among_many_is_fine_but_a_habit_is_not() -> None:
    few = [function(40)] + [function(5)] * 40
    many = [function(40)] * 10 + [function(5)] * 40
    assert broken({f"{n}.py": text for n, text in enumerate(few)}) == {}
    assert list(broken({f"{n}.py": text for n, text in enumerate(many)})) == [
        "function length, p95"
    ]


def test_a_part_of_nine_fields_is_too_wide() -> None:
    assert broken({}, figures.Sized("Dice", 8)) == {}
    assert "Dice 9" in broken({}, figures.Sized("Dice", 9))["widest part, fields"]


def test_the_report_ends_with_an_error_when_a_limit_is_broken(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(figures, "LONGEST_FILE", 1)
    assert figures.main() == 1
    assert "over the limit: longest file" in capsys.readouterr().err
