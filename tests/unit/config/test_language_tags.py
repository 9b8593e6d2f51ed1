"""Tags of languages: whatever a browser or a person writes means a language we have, or none."""

import pytest

from config.words import chosen_language
from config.words.tags import language_of

KNOWN = ("en", "vi", "zh-Hans", "zh-Hant")


@pytest.mark.parametrize(
    ("tag", "language"),
    [
        ("en", "en"),
        ("EN-us", "en"),
        ("vi_VN", "vi"),
        ("zh", "zh-Hans"),
        ("zh-CN", "zh-Hans"),
        ("zh-SG", "zh-Hans"),
        ("zh-hant", "zh-Hant"),
        ("zh-TW", "zh-Hant"),
        ("zh-HK", "zh-Hant"),
        ("zh-Hant-HK", "zh-Hant"),
        ("zh-Hans-HK", "zh-Hans"),
        ("fr", None),
        ("", None),
        ("../en", None),
    ],
)
def test_a_tag_means_a_language_in_whatever_letters(tag: str, language: str | None) -> None:
    assert language_of(tag, KNOWN) == language


def test_chinese_means_nothing_where_there_are_no_chinese_words() -> None:
    assert language_of("zh-TW", ("en",)) is None


def test_the_usual_language_stands_in_for_one_nobody_has() -> None:
    assert chosen_language("fr-CA", "vi") == "vi"
    assert chosen_language("zh-MO", "vi") == "zh-Hant"
