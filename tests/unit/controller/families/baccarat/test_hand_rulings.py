"""Rulings on hands of the shoe in play: corrected or taken back, at any time, under a name."""

from dataclasses import replace

import pytest

from controller.facts.cards import Card
from controller.facts.decisions import (
    HandCorrected,
    HandInserted,
    HandTakenBack,
    HoldReleased,
    RoundClosed,
    RulingRefused,
)
from controller.facts.events import (
    BankAccepted,
    BetsClosed,
    CardDrawn,
    CollectionTaken,
    FloorCalled,
    RoundSettled,
    RulingGiven,
    ShoeLoaded,
)
from controller.facts.phrase import Phrase, phrase
from controller.table.board_of import board_of
from tests.conftest import TablePlayer, game_rules

PLAYER_WINS = "9c Kc Kd 7c"
BANKER_WINS = "Kc 9c Qd Kh"
TIE = "Kc Kd 7c 7d"
OTHER_TIE = "Kh Ks 7h 7s"


def deal(table: TablePlayer, cards: str) -> None:
    table.play(*(CardDrawn(card=Card(code)) for code in cards.split()))


def play_hand(table: TablePlayer, cards: str, settled: bool = True) -> None:
    if table.state.bank.offered:
        table.play(BankAccepted())
    table.play(BetsClosed(), CollectionTaken())
    deal(table, cards)
    if settled:
        table.play(RoundSettled())


@pytest.fixture
def three_hands(baccarat: TablePlayer) -> TablePlayer:
    """Player by a natural, Banker by a natural, a tie."""
    baccarat.play(ShoeLoaded(decks=8), BankAccepted())
    for cards in (PLAYER_WINS, BANKER_WINS, TIE):
        play_hand(baccarat, cards)
    return baccarat


def correct(hand: int | None, to: str, *bonuses: str) -> RulingGiven:
    return RulingGiven(by="Ann Lee", ruling="correct-hand", hand=hand, to=to, bonuses=bonuses)


def undo(hand: int | None = None) -> RulingGiven:
    return RulingGiven(by="Ann Lee", ruling="undo-hand", hand=hand, note="entered twice")


def marks(table: TablePlayer) -> list[str]:
    shoe = board_of(table.state, 1).shoe
    return [hand.mark for hand in shoe.hands] if shoe else []


def reason(table: TablePlayer, ruling: RulingGiven) -> Phrase:
    before = table.state
    (refusal,) = table.play(ruling)
    assert isinstance(refusal, RulingRefused)
    assert table.state == before
    return refusal.reason


def test_a_corrected_hand_changes_the_road_and_the_figures(three_hands: TablePlayer) -> None:
    assert marks(three_hands) == ["Pn", "Bn", "T"]
    (decision,) = three_hands.play(correct(1, "Bp", "dragon-7"))
    assert isinstance(decision, HandCorrected)
    assert (decision.hand, decision.before.mark, decision.after.mark) == (1, "Pn", "Bp")
    assert marks(three_hands) == ["Bp", "Bn", "T"]
    shoe = board_of(three_hands.state, 1).shoe
    assert shoe is not None
    counts = shoe.statistics.counts
    assert (counts["player"], counts["banker"], counts["dragon-7"]) == (0, 2, 1)
    assert shoe.hands[0].player_total is None


def test_flags_may_be_given_in_any_order(three_hands: TablePlayer) -> None:
    three_hands.play(correct(3, "Tbn"))
    assert marks(three_hands)[2] == "Tnb"


def test_a_correction_needs_no_hold_and_ends_none(three_hands: TablePlayer) -> None:
    three_hands.play(FloorCalled())
    decided = three_hands.play(correct(1, "T"))
    assert not any(isinstance(item, HoldReleased) for item in decided)
    assert (marks(three_hands)[0], three_hands.held_for) == ("T", "floor-called")


def test_a_hand_ten_rounds_back_is_corrected(baccarat: TablePlayer) -> None:
    baccarat.play(ShoeLoaded(decks=8), BankAccepted())
    for number in range(11):
        play_hand(baccarat, OTHER_TIE if number % 2 else TIE)
    baccarat.play(correct(1, "P"))
    assert marks(baccarat) == ["P", *["T"] * 10]


def test_the_last_hand_shown_is_the_corrected_one(three_hands: TablePlayer) -> None:
    three_hands.play(correct(3, "B"))
    assert three_hands.state.last is not None
    assert three_hands.state.last.mark == "B"


def test_a_hand_that_is_not_settled_yet_can_be_corrected(three_hands: TablePlayer) -> None:
    play_hand(three_hands, PLAYER_WINS, settled=False)
    three_hands.play(correct(4, "P", "panda-8"))
    assert three_hands.expects == ["round_settled"]
    three_hands.play(RoundSettled())
    assert marks(three_hands) == ["Pn", "Bn", "T", "P"]


def test_undo_without_a_number_means_the_last_hand(three_hands: TablePlayer) -> None:
    (decision,) = three_hands.play(undo())
    assert isinstance(decision, HandTakenBack)
    assert (decision.hand, decision.by, decision.note) == (3, "Ann Lee", "entered twice")
    assert marks(three_hands) == ["Pn", "Bn"]


def test_later_hands_move_up_when_one_is_taken_back(three_hands: TablePlayer) -> None:
    three_hands.play(undo(1))
    assert marks(three_hands) == ["Bn", "T"]


def test_an_unsettled_hand_taken_back_is_still_settled(three_hands: TablePlayer) -> None:
    play_hand(three_hands, PLAYER_WINS, settled=False)
    three_hands.play(undo())
    assert three_hands.expects == ["round_settled"]
    decided = three_hands.play(RoundSettled())
    assert any(isinstance(item, RoundClosed) for item in decided)
    assert marks(three_hands) == ["Pn", "Bn", "T"]


@pytest.mark.parametrize(
    ("ruling", "refusal"),
    [
        (correct(4, "B"), phrase("no-such-hand", hand=4, hands=3)),
        (correct(None, "B"), phrase("which-hand")),
        (correct(1, "X"), phrase("no-outcome", mark="X")),
        (correct(1, "Pnn"), phrase("no-outcome", mark="Pnn")),
        (
            correct(1, "B", "panda-8"),
            phrase("bonus-with-winner", bonuses=("panda-8",), winner="banker"),
        ),
        (
            correct(1, "B", "tiger"),
            phrase(
                "no-such-bonus",
                bonus="tiger",
                game="EZ Baccarat Panda 8",
                known=("panda-8", "dragon-7"),
            ),
        ),
        (correct(1, "Pn"), phrase("same-already", hand=1, mark="Pn")),
        (undo(9), phrase("no-such-hand", hand=9, hands=3)),
    ],
)
def test_a_ruling_that_fits_no_hand_is_refused(
    three_hands: TablePlayer, ruling: RulingGiven, refusal: Phrase
) -> None:
    assert reason(three_hands, ruling) == refusal


def test_hands_of_an_earlier_shoe_stand(three_hands: TablePlayer) -> None:
    three_hands.play(ShoeLoaded(decks=8))
    assert reason(three_hands, undo()) == phrase("no-hand-yet")


def test_a_game_without_a_road_has_no_hand_to_correct() -> None:
    table = TablePlayer(game_rules("lucky-derby/ultimate-texas-holdem"))
    assert reason(table, correct(1, "B")).code == "keeps-no-road"


def test_bonuses_of_one_coup_are_given_in_any_order() -> None:
    table = TablePlayer(game_rules("oaks/zoobac"))
    table.play(ShoeLoaded(decks=8), BankAccepted(), BetsClosed())
    deal(table, TIE)
    (decision,) = table.play(correct(1, "P", "zoo", "rabbit"))
    assert isinstance(decision, HandCorrected)
    assert decision.after.bonuses == ("rabbit", "zoo")


def insert(hand: int | None = None, to: str | None = None, *bonuses: str) -> RulingGiven:
    return RulingGiven(by="Ann Lee", ruling="insert-hand", hand=hand, to=to, bonuses=bonuses)


def test_a_hand_taken_back_by_mistake_comes_back_as_it_was(three_hands: TablePlayer) -> None:
    before = three_hands.state.shoe.hands
    three_hands.play(undo(2))
    (decision,) = three_hands.play(insert(2))
    assert isinstance(decision, HandInserted)
    assert (decision.hand, decision.by) == (2, "Ann Lee")
    assert decision.inserted == replace(before[1], is_ruled=True)
    assert marks(three_hands) == ["Pn", "Bn", "T"]
    assert reason(three_hands, insert(2)) == phrase("nothing-to-put-back")


def test_without_a_number_the_hand_last_taken_back_comes_back(three_hands: TablePlayer) -> None:
    three_hands.play(undo(1), undo(1), insert())
    assert marks(three_hands) == ["Bn", "T"]


def test_a_hand_that_is_missing_is_put_in_at_its_place(three_hands: TablePlayer) -> None:
    three_hands.play(insert(2, "B", "dragon-7"))
    assert marks(three_hands) == ["Pn", "B", "Bn", "T"]
    board = board_of(three_hands.state, 1)
    assert board.shoe is not None
    assert [hand.is_ruled for hand in board.shoe.hands] == [False, True, False, False]
    assert board.shoe.statistics.counts["banker"] == 2
    assert board.last is not None
    assert board.last.mark == "T"


def test_a_hand_put_in_after_the_last_is_the_last_result(three_hands: TablePlayer) -> None:
    three_hands.play(insert(4, "P"))
    assert three_hands.state.last is not None
    assert (three_hands.state.last.mark, three_hands.state.last.round) == ("P", 0)


def test_a_hand_put_in_needs_a_place_on_the_road_and_a_result(three_hands: TablePlayer) -> None:
    assert reason(three_hands, insert(5, "P")) == phrase("which-place", places=4)
    assert reason(three_hands, insert(None, "P")) == phrase("which-place", places=4)
    assert reason(three_hands, insert(1, "X")) == phrase("no-outcome", mark="X")


def test_a_hand_is_put_in_before_one_that_is_not_settled(three_hands: TablePlayer) -> None:
    play_hand(three_hands, PLAYER_WINS, settled=False)
    three_hands.play(insert(4, "T"))
    assert marks(three_hands) == ["Pn", "Bn", "T", "T", "Pn"]


def test_a_corrected_hand_is_marked_as_ruled_on(three_hands: TablePlayer) -> None:
    three_hands.play(correct(2, "P"))
    board = board_of(three_hands.state, 1)
    assert board.shoe is not None
    assert [hand.is_ruled for hand in board.shoe.hands] == [False, True, False]


def test_a_correction_without_a_result_is_asked_for_it(three_hands: TablePlayer) -> None:
    ruling = RulingGiven(by="Ann Lee", ruling="correct-hand", hand=1)
    assert reason(three_hands, ruling) == phrase("which-result")


def test_no_hand_is_put_in_before_there_is_a_shoe(baccarat: TablePlayer) -> None:
    assert reason(baccarat, insert(1, "P")) == phrase("no-shoe-to-deal")
