"""How likely chance alone is to do as much: tails of distributions, and many tests at once."""

from collections.abc import Callable, Sequence
from math import erfc, exp, lgamma, log, log1p, sqrt
from typing import Final

_SMALLEST: Final = 1e-300
_PRECISION: Final = 1e-14
_MOST_TERMS: Final = 100_000


def chi_squared_tail(statistic: float, freedom: int) -> float:
    """The chance of a chi-squared statistic at least so large."""
    return _upper_gamma(freedom / 2, statistic / 2)


def normal_tail(deviations: float) -> float:
    """The chance of a value at least so many standard deviations above the mean."""
    return erfc(deviations / sqrt(2)) / 2


def two_sided(deviations: float) -> float:
    """The chance of a value at least so far from the mean, on either side."""
    return erfc(abs(deviations) / sqrt(2))


def binomial_tail(hits: int, trials: int, share: float) -> float:
    """The chance of at least so many hits."""
    if hits <= 0 or share >= 1:
        return 1.0
    if hits > trials or share <= 0:
        return 0.0
    total = 0.0
    for count in range(hits, trials + 1):
        ways = lgamma(trials + 1) - lgamma(count + 1) - lgamma(trials - count + 1)
        term = exp(ways + count * log(share) + (trials - count) * log1p(-share))
        total += term
        if count > trials * share and term < total * _PRECISION:
            break
    return min(1.0, total)


def holm(chances: Sequence[float]) -> list[float]:
    """Correct for many tests (Holm): whoever looks at twenty things finds one in twenty odd."""
    order = sorted(range(len(chances)), key=chances.__getitem__)
    corrected = [0.0] * len(chances)
    highest = 0.0
    for rank, place in enumerate(order):
        highest = max(highest, min(1.0, (len(chances) - rank) * chances[place]))
        corrected[place] = highest
    return corrected


def samples_needed(freedom: int, effect: float, level: float, power: float) -> int:
    """Samples after which a chi-squared test at a level finds an effect with this probability.

    `effect` is the sum of (changed share - due share) squared over the due share.
    """
    critical = _where(lambda x: chi_squared_tail(x, freedom) < level)
    wanted = _where(lambda shift: _shifted_tail(critical, freedom, shift) > power)
    return round(wanted / effect)


def _shifted_tail(statistic: float, freedom: int, shift: float) -> float:
    """The tail of the noncentral chi-squared distribution: a Poisson mixture of central ones."""
    weight, total = exp(-shift / 2), 0.0
    for term in range(_MOST_TERMS):
        total += weight * chi_squared_tail(statistic, freedom + 2 * term)
        weight *= shift / 2 / (term + 1)
        if term > shift and weight < _PRECISION:
            break
    return total


def _where(is_beyond: Callable[[float], bool]) -> float:
    """Where a rising condition becomes true."""
    low, high = 0.0, 1.0
    while not is_beyond(high):
        low, high = high, high * 2
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (low, middle) if is_beyond(middle) else (middle, high)
    return high


def _upper_gamma(shape: float, x: float) -> float:
    """The regularized upper incomplete gamma function."""
    if x <= 0:
        return 1.0
    scale = exp(shape * log(x) - x - lgamma(shape))
    if x < shape + 1:
        return max(0.0, 1.0 - scale * _series(shape, x))
    return min(1.0, scale * _fraction(shape, x))


def _series(shape: float, x: float) -> float:
    term = total = 1 / shape
    for step in range(1, _MOST_TERMS):
        term *= x / (shape + step)
        total += term
        if term < total * _PRECISION:
            break
    return total


def _fraction(shape: float, x: float) -> float:
    """Lentz's way to a continued fraction."""
    b = x + 1 - shape
    c, d = 1 / _SMALLEST, 1 / b
    value = d
    for step in range(1, _MOST_TERMS):
        a = -step * (step - shape)
        b += 2
        d = 1 / _not_zero(a * d + b)
        c = _not_zero(b + a / c)
        value *= c * d
        if abs(c * d - 1) < _PRECISION:
            break
    return value


def _not_zero(value: float) -> float:
    return value if abs(value) > _SMALLEST else _SMALLEST
