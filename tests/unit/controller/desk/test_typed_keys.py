"""What a badge reader types, from the kernel's own bytes."""

import pytest
from hypothesis import given, strategies as st

from controller.desk.typed_keys import EVENT, KEYS, LONGEST, TypedLines

ENTER, SHIFT = 28, 42
CODES = {
    text: (code, bool(nth))
    for code, pair in reversed(KEYS.items())
    for nth, text in enumerate(pair)
}


def key(code: int, at: float = 0.0) -> bytes:
    seconds, micros = int(at), round(at % 1 * 1e6)
    return b"".join(EVENT.pack(seconds, micros, 1, code, value) for value in (1, 0))


def typed(text: str, at: float = 0.0) -> bytes:
    """The events of a reader that types this text and Enter."""
    content = b""
    for letter in text:
        code, is_shifted = CODES[letter]
        down, up = (EVENT.pack(int(at), 0, 1, SHIFT, value) for value in (1, 0))
        content += down + key(code, at) + up if is_shifted else key(code, at)
    return content + key(ENTER, at)


BADGES = st.text(alphabet=";=?%+^_-ABCXYZabcxyz0123456789", min_size=1, max_size=LONGEST)


@given(BADGES, st.integers(min_value=1, max_value=100))
def test_a_badge_is_read_whole_however_its_bytes_come(badge: str, size: int) -> None:
    lines, content = TypedLines(), typed(badge)
    pieces = [content[at : at + size] for at in range(0, len(content), size)]
    assert [line for piece in pieces for line in lines.feed(piece)] == [badge]


def test_what_was_left_of_an_earlier_badge_is_no_part_of_the_next() -> None:
    half = typed(";604578", at=10.0)[: -2 * EVENT.size]
    assert TypedLines().feed(half + typed("1234", at=12.0)) == ["1234"]


def test_a_badge_of_which_the_kernel_lost_a_part_is_none() -> None:
    lost = EVENT.pack(0, 0, 0, 3, 0)
    assert TypedLines().feed(typed("12")[: -2 * EVENT.size] + lost + typed("34")) == ["34"]


def test_a_key_that_repeats_counts_once() -> None:
    code, _ = CODES["7"]
    again = EVENT.pack(0, 0, 1, code, 2)
    assert TypedLines().feed(key(code) + again * 5 + key(ENTER)) == ["7"]


@pytest.mark.parametrize("content", [key(ENTER), typed("7" * (LONGEST + 1)), key(1) + key(ENTER)])
def test_nothing_and_far_too_much_are_no_badge(content: bytes) -> None:
    assert TypedLines().feed(content) == []
