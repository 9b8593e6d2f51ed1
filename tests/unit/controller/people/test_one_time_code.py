"""One-time codes against the table of RFC 6238, appendix B, cut to six digits."""

import base64

import pytest

from controller.people.one_time_code import app_address, code_at, new_secret, step_of

SECRET = base64.b32encode(b"12345678901234567890").decode()


@pytest.mark.parametrize(
    ("at_s", "code"),
    [
        (59, "287082"),
        (1111111109, "081804"),
        (1111111111, "050471"),
        (1234567890, "005924"),
        (2000000000, "279037"),
        (20000000000, "353130"),
    ],
)
def test_a_code_is_what_every_app_shows_at_that_time(at_s: int, code: str) -> None:
    assert code_at(SECRET, at_s // 30) == code
    assert step_of(SECRET, code, at_s, used=0) == at_s // 30


def test_a_clock_may_be_a_step_off_and_no_more() -> None:
    code = code_at(SECRET, 100)
    assert [step_of(SECRET, code, step * 30, 0) for step in (98, 99, 101, 102)] == [
        None,
        100,
        100,
        None,
    ]


def test_a_code_counts_once() -> None:
    assert step_of(SECRET, code_at(SECRET, 100), 3000, used=100) is None
    assert step_of(SECRET, code_at(SECRET, 101), 3000, used=100) == 101


def test_a_secret_is_new_each_time_and_an_app_can_read_it() -> None:
    first, second = new_secret(), new_secret()
    assert first != second
    assert len(base64.b32decode(first)) == 20
    address = app_address(first, "Ann Lee", "baccarat-1")
    assert address.startswith("otpauth://totp/underfelt%20baccarat-1%3AAnn%20Lee?secret=")
