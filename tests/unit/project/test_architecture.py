"""The architecture page draws the packages as they import one another."""

import pytest

from tests.architecture import PAGE, SECTIONS, rendered
from tests.package_graph import drawing, package_imports, reduced, without_circles


def test_the_generated_sections_are_what_the_code_says() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert text == rendered(text), "docs/architecture.md is old; run: python -m tests.architecture"


def test_every_section_has_its_place_on_the_page() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert [name for name in SECTIONS if f"<!-- generated: {name} -->" not in text] == []


def test_only_what_stands_between_the_marks_is_written() -> None:
    page = "before\n<!-- generated: a -->\nold\n<!-- end -->\nafter <!-- end -->\n"
    made = "before\n<!-- generated: a -->\n\nnew\n\n<!-- end -->\nafter <!-- end -->\n"
    assert rendered(page, {"a": lambda: "new"}) == made
    assert rendered(made, {"a": lambda: "new"}) == made


def test_a_mark_that_nobody_writes_is_an_error() -> None:
    with pytest.raises(KeyError, match="unknown"):
        rendered("<!-- generated: unknown -->\n<!-- end -->", {})


def test_an_arrow_that_others_imply_is_left_out() -> None:
    graph = {"cli": {"table", "facts"}, "table": {"facts"}, "facts": set[str]()}
    assert reduced(graph) == {"cli": {"table"}, "table": {"facts"}, "facts": set()}


def test_packages_in_a_circle_share_a_box() -> None:
    graph = {"a": {"b"}, "b": {"c"}, "c": {"b", "d"}, "d": set[str]()}
    assert without_circles(graph) == {"a": {"b<br>c"}, "b<br>c": {"d"}, "d": set()}
    assert '    b_br_c["b<br>c"]' in drawing(graph).splitlines()


def test_the_ground_floor_imports_nothing_and_everything_reaches_it() -> None:
    graph = package_imports()
    assert graph["controller.facts"] == set()
    assert "controller.facts" in graph["config"]


def test_no_two_packages_import_one_another_by_any_way() -> None:
    graph = package_imports()
    assert without_circles(graph).keys() == graph.keys()
