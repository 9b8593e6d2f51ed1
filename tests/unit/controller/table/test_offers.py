"""What the floor is offered in a hold: rulings that fit, and what each would lead to."""

import pytest

from config.irregularities import irregularities
from config.words import language_file, languages
from controller.facts.cards import Card
from controller.facts.decisions import RoundVoided
from controller.facts.events import (
    BankAccepted,
    BetsClosed,
    CardDrawn,
    CardUnreadable,
    CollectionTaken,
    DeviceLost,
    FloorCalled,
    RulingGiven,
    ShoeLoaded,
)
from controller.facts.floor import HoldReport, Offer
from controller.facts.phrase import phrase
from controller.families.catalogue import game_ids
from controller.families.opening import closed_table, opening_event
from controller.simulate.faults import FAULTS, FaultInjector
from controller.simulate.hands import SimulatedHands
from controller.table.advance import advance
from controller.table.offers import MOST_OFFERED, hold_report, prospect_of
from controller.table.state import TableState
from tests.conftest import TablePlayer, game_rules

MOST_WORDS = 12
# A word of Chinese is about two signs.
MOST_SIGNS = 24


@pytest.fixture
def dealing(baccarat: TablePlayer) -> TablePlayer:
    baccarat.play(BankAccepted(), ShoeLoaded(decks=8), BetsClosed(), CollectionTaken())
    baccarat.play(CardDrawn(card=Card("5s")))
    return baccarat


def told(table: TablePlayer) -> HoldReport:
    return hold_report(table.state, 7)


def rulings(table: TablePlayer) -> list[str]:
    return [offer.ruling for offer in told(table).offers]


@pytest.mark.parametrize("language", languages())
def test_every_cause_is_said_in_twelve_words(language: str) -> None:
    for name, said in language_file(language).irregularities.items():
        assert len(said.cause.split()) <= MOST_WORDS, name
        assert " " in said.cause or len(said.cause) <= MOST_SIGNS, name


def test_every_hold_offers_few_rulings_with_voiding_the_round_last() -> None:
    for name, offers in irregularities().items():
        assert len(set(offers)) == len(offers) <= MOST_OFFERED + 1, name
        assert "void-round" not in offers[:-1], name
        assert not offers or offers[-1] == "void-round", name


def test_a_table_that_plays_has_nothing_to_rule_on(dealing: TablePlayer) -> None:
    assert told(dealing) == HoldReport(number=7)


def test_what_a_ruling_leads_to_is_what_then_happens(dealing: TablePlayer) -> None:
    dealing.play(FloorCalled())
    report = told(dealing)
    assert report.name == "floor-called"
    assert [offer.ruling for offer in report.offers] == ["resume", "void-round"]
    goes_on, voids = (offer.prospect for offer in report.offers)
    assert goes_on is not None
    assert voids is not None
    assert [each.code for each in goes_on.expected] == ["coup-card"]
    assert any(isinstance(each, RoundVoided) for each in voids.decided)
    dealing.play(RulingGiven(by="Ann Lee", ruling="resume"))
    assert dealing.state.expected == goes_on.expected


def test_an_unread_card_is_named_or_the_round_is_void(dealing: TablePlayer) -> None:
    dealing.play(CardUnreadable(reason="unread"))
    naming, voiding = told(dealing).offers
    assert (naming.ruling, naming.needs, naming.prospect) == ("use-card", "card", None)
    assert voiding.ruling == "void-round"
    named = RulingGiven(by="Ann Lee", ruling="use-card", card=Card("7h"))
    assert [each.code for each in prospect_of(dealing.state, named).expected] == ["coup-card"]
    joker = named.model_copy(update={"card": Card.JOKER})
    refused = prospect_of(dealing.state, joker).refused
    assert refused is not None
    assert refused.code == "named-foreign-card"


def test_going_on_is_not_offered_while_it_would_hold_at_once_again(dealing: TablePlayer) -> None:
    dealing.play(DeviceLost(device="shoe-1", reason="unplugged"))
    report = told(dealing)
    assert report.ends_by_itself
    assert rulings(dealing) == ["void-round"]
    prospect = report.offers[0].prospect
    assert prospect is not None
    assert prospect.held_for == "device-lost"


def test_what_arrived_in_the_hold_is_told(dealing: TablePlayer) -> None:
    dealing.play(FloorCalled(), CardDrawn(card=Card("9c")))
    assert [each.arguments["card"] for each in told(dealing).waiting] == ["9c"]


def test_asking_changes_nothing(dealing: TablePlayer) -> None:
    dealing.play(FloorCalled())
    before, number = dealing.state, dealing.state.rounds
    told(dealing)
    assert dealing.state is before
    assert before.rounds == number
    assert before.hold is not None


def given(offer: Offer, state: TableState) -> RulingGiven:
    """The ruling of an offer, with a card that fits or any dice."""
    ruling = RulingGiven(by="Ann Lee", ruling=offer.ruling)
    if offer.needs == "dice":
        return ruling.model_copy(update={"dice": (3,) * offer.count})
    cards = list(Card) if offer.needs == "card" else [None]
    tried = (ruling.model_copy(update={"card": card}) for card in cards)
    return next(each for each in tried if prospect_of(state, each).refused is None)


@pytest.mark.parametrize("game_id", game_ids())
def test_in_every_hold_of_every_game_each_offer_is_taken_and_leads_where_it_says(
    game_id: str,
) -> None:
    rules = game_rules(game_id)
    injector = FaultInjector(tuple(FAULTS), seed=5, rate=0.15)
    hands = SimulatedHands(5, rules.game.cards.decks[1])
    state, _ = advance(closed_table(rules), opening_event(rules))
    held: set[str] = set()
    for step in range(300):
        if state.hold is None:
            state, _ = advance(state, injector.strike(state) or hands.next_event(state))
            continue
        held.add(state.hold.name)
        offers = hold_report(state, 1).offers
        assert 1 <= len(offers) <= MOST_OFFERED, state.hold.name
        chosen = offers[step % len(offers)]
        ruling = given(chosen, state)
        prospect = prospect_of(state, ruling)
        state, _ = advance(state, ruling)
        assert prospect.refused is None, ruling
        assert prospect.expected == state.expected
        if chosen.prospect is not None:
            assert chosen.prospect.expected == state.expected
    assert held


def test_a_ruling_meant_for_another_hold_is_refused(dealing: TablePlayer) -> None:
    dealing.play(FloorCalled())
    ruling = RulingGiven(by="Ann Lee", ruling="resume", hold="card-unreadable")
    assert prospect_of(dealing.state, ruling).refused == phrase("another-hold")
    meant = ruling.model_copy(update={"hold": "floor-called"})
    assert prospect_of(dealing.state, meant).refused is None
    dealing.play(meant)
    assert prospect_of(dealing.state, meant).refused == phrase("another-hold")
