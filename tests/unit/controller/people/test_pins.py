import pytest

from controller.people.pins import hashed, is_weak, matches


def test_a_pin_is_compared_and_cannot_be_read() -> None:
    written = hashed("739251")
    assert written.startswith("scrypt$16384$")
    assert "739251" not in written
    assert matches("739251", written)
    assert not matches("739252", written)


def test_the_same_pin_is_written_differently_each_time() -> None:
    assert hashed("7392", cost=2) != hashed("7392", cost=2)


@pytest.mark.parametrize("pin", ["1111", "1234", "987654", "000000"])
def test_a_pin_that_anybody_tries_first_is_weak(pin: str) -> None:
    assert is_weak(pin)


@pytest.mark.parametrize("pin", ["2580", "7392", "1357"])
def test_other_pins_are_taken(pin: str) -> None:
    assert not is_weak(pin)
