"""The tails of distributions against values that are printed in every table."""

from math import comb, exp

import pytest
from hypothesis import given, strategies as st

from controller.audit.chance import (
    binomial_tail,
    chi_squared_tail,
    holm,
    normal_tail,
    samples_needed,
    two_sided,
)


@pytest.mark.parametrize(
    ("statistic", "freedom", "chance"),
    [
        (3.841, 1, 0.05),
        (6.635, 1, 0.01),
        (10.828, 1, 0.001),
        (11.070, 5, 0.05),
        (15.086, 5, 0.01),
        (20.515, 5, 0.001),
        (18.307, 10, 0.05),
        (4.865, 10, 0.9),
        (67.505, 50, 0.05),
        (124.342, 100, 0.05),
        (70.065, 100, 0.99),
    ],
)
def test_chi_squared_agrees_with_the_printed_tables(
    statistic: float, freedom: int, chance: float
) -> None:
    assert chi_squared_tail(statistic, freedom) == pytest.approx(chance, rel=2e-3)


@given(st.floats(0, 200))
def test_two_degrees_of_freedom_are_an_exponential(statistic: float) -> None:
    assert chi_squared_tail(statistic, 2) == pytest.approx(exp(-statistic / 2), rel=1e-9)


@given(st.floats(0, 5))
def test_one_degree_of_freedom_is_a_normal_deviation_squared(deviations: float) -> None:
    assert chi_squared_tail(deviations**2, 1) == pytest.approx(two_sided(deviations), rel=1e-6)


def test_a_statistic_of_nothing_or_far_out_stays_a_chance() -> None:
    assert chi_squared_tail(0.0, 5) == 1.0
    assert 0.0 <= chi_squared_tail(5000.0, 5) < 1e-300
    assert chi_squared_tail(1e-9, 1000) == pytest.approx(1.0)


@pytest.mark.parametrize(("deviations", "chance"), [(0.0, 0.5), (1.645, 0.05), (2.326, 0.01)])
def test_normal_tails_agree_with_the_printed_tables(deviations: float, chance: float) -> None:
    assert normal_tail(deviations) == pytest.approx(chance, rel=2e-3)
    assert two_sided(-deviations) == pytest.approx(2 * chance, rel=2e-3)


@given(st.integers(0, 30), st.integers(1, 30), st.floats(0.01, 0.99))
def test_a_binomial_tail_is_the_sum_of_its_terms(hits: int, trials: int, share: float) -> None:
    terms = [comb(trials, n) * share**n * (1 - share) ** (trials - n) for n in range(trials + 1)]
    assert binomial_tail(hits, trials, share) == pytest.approx(sum(terms[hits:]), abs=1e-9)


def test_a_binomial_tail_without_chance_is_certain_or_impossible() -> None:
    assert binomial_tail(1, 5, 0.0) == 0.0
    assert binomial_tail(5, 5, 1.0) == 1.0


def test_many_tests_at_once_are_corrected_step_by_step() -> None:
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert holm([]) == []


@given(st.lists(st.floats(0, 1), min_size=1, max_size=20))
def test_a_correction_never_makes_a_chance_smaller_and_keeps_the_order(
    chances: list[float],
) -> None:
    corrected = holm(chances)
    assert all(after >= before for before, after in zip(chances, corrected, strict=True))
    ordered = [after for _, after in sorted(zip(chances, corrected, strict=True))]
    assert ordered == sorted(ordered)


def test_the_samples_a_finding_needs_are_those_of_the_noncentral_distribution() -> None:
    # Cohen's table: w = 0.3, five degrees of freedom, level 0.05, power 0.8.
    assert samples_needed(5, 0.3**2, 0.05, 0.8) == pytest.approx(143, abs=1)
