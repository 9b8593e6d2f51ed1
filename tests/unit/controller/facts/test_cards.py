import pytest

from controller.facts.cards import DECK, RANKS, SUITS, Card, parse_card


def test_a_deck_has_every_rank_in_every_suit_once_and_no_joker() -> None:
    assert [str(card) for card in DECK] == [rank + suit for rank in RANKS for suit in SUITS]


@pytest.mark.parametrize(
    ("code", "rank", "suit"),
    [("As", 1, "s"), ("Td", 10, "d"), ("Jh", 11, "h"), ("Kc", 13, "c"), ("Jo", 0, "")],
)
def test_rank_and_suit_follow_the_code(code: str, rank: int, suit: str) -> None:
    card = Card(code)
    assert (card.rank, card.suit) == (rank, suit)


def test_every_face_has_its_own_place() -> None:
    assert sorted(card.place for card in Card) == list(range(53))


def test_rank_codes_are_those_of_the_charts() -> None:
    assert "".join(card.rank_code for card in DECK[::4]) == RANKS
    assert Card.JOKER.rank_code == "Jo"


@pytest.mark.parametrize(
    ("text", "card"), [("td", "Td"), ("AS", "As"), (" 9h ", "9h"), ("JO", "Jo")]
)
def test_parsing_forgives_case_and_blanks(text: str, card: str) -> None:
    assert parse_card(text) is Card(card)


@pytest.mark.parametrize("text", ["", "10h", "1c", "Tx", "hT", "Joker", "♠A"])
def test_parsing_refuses_with_the_text_and_the_alphabet(text: str) -> None:
    with pytest.raises(ValueError, match="is not a card; write rank") as refused:
        parse_card(text)
    assert repr(text) in str(refused.value)
