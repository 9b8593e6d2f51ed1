"""The composition of a shoe is a veto, never a source."""

import pytest

from controller.facts.cards import DECK, Card
from vision.cards.composition import CARDS_AFTER_CUT, ShoeComposition


def test_one_copy_too_many_is_refused_and_no_other_card_takes_its_place() -> None:
    shoe = ShoeComposition()
    shoe.loaded(8)
    assert [shoe.veto(Card.As) for _ in range(8)] == [""] * 8
    assert shoe.veto(Card.As) == "As was read 9 times; 8-deck shoe"
    assert shoe.veto(Card.Ks) == ""


def test_a_whole_shoe_passes() -> None:
    shoe = ShoeComposition()
    shoe.loaded(6)
    assert all(shoe.veto(card) == "" for card in DECK * 6)


def test_a_new_shoe_counts_anew() -> None:
    shoe = ShoeComposition()
    for _ in range(2):
        shoe.loaded(1)
        assert shoe.veto(Card.As) == ""
        assert shoe.veto(Card.As) != ""


def test_without_a_load_it_has_no_opinion() -> None:
    shoe = ShoeComposition()
    assert all(shoe.veto(Card.As) == "" for _ in range(50))


def test_long_after_the_cut_card_it_has_no_opinion() -> None:
    shoe = ShoeComposition()
    shoe.loaded(1)
    shoe.cut()
    for card in (DECK * 2)[: CARDS_AFTER_CUT + 1]:
        shoe.veto(card)
    assert all(shoe.veto(Card.As) == "" for _ in range(3))


@pytest.mark.parametrize("card", [Card.JOKER, Card.Ts])
def test_a_foreign_card_is_left_to_the_rules(card: Card) -> None:
    spanish = {face: int(face.rank_code != "T") for face in DECK}
    shoe = ShoeComposition(spanish)
    shoe.loaded(8)
    assert [shoe.veto(card) for _ in range(9)] == [""] * 9
