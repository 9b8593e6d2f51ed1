from hypothesis import given
from hypothesis import strategies as st

from controller.core.hands.settlement import Claim, Result, settle

cents = st.integers(0, 100_000)
claims = st.lists(
    st.builds(Claim, st.integers(1, 8), st.just("game"), cents, st.sampled_from(Result), cents),
    max_size=20,
)


@given(claims, cents)
def test_bank_never_wins_or_loses_more_than_it_put_up(wagers: list[Claim], bank: int) -> None:
    settled = settle(wagers, bank)
    assert sum(each.paid + each.taken for each in settled) <= bank


@given(claims, cents)
def test_every_cent_of_a_wager_is_taken_or_returned(wagers: list[Claim], bank: int) -> None:
    for each in settle(wagers, bank):
        assert each.taken + each.returned == each.claim.amount
        assert each.paid + each.taken + each.uncovered == each.claim.at_stake


@given(claims, cents)
def test_nothing_is_covered_after_the_bank_ran_short(wagers: list[Claim], bank: int) -> None:
    settled = settle(wagers, bank)
    short = [place for place, each in enumerate(settled) if each.uncovered]
    if short:
        assert all(each.paid + each.taken == 0 for each in settled[short[0] + 1 :])


@given(claims, cents, cents)
def test_bigger_bank_never_pays_a_seat_less(wagers: list[Claim], bank: int, more: int) -> None:
    pairs = zip(settle(wagers, bank), settle(wagers, bank + more), strict=True)
    assert all(one.paid <= other.paid and one.taken <= other.taken for one, other in pairs)
