"""What a page may key in: what it is offered at this moment, and nothing else."""

from decimal import Decimal

import pytest

from config.words import words
from controller.facts.cards import Card
from controller.facts.events import (
    BankAccepted,
    CardDrawn,
    Event,
    FloorCalled,
    RoundSettled,
    RulingGiven,
    ShoeLoaded,
    StakePlaced,
    WagerPlaced,
)
from controller.table.board_of import board_of
from drivers.dealer_page.offer import Act, Offer
from drivers.dealer_page.offered import is_offered
from drivers.dealer_page.offering import Offering, Site
from tests.conftest import TablePlayer, game_rules

GAME = "lucky-derby/ez-baccarat-panda-8"
DEVICES = {"entry-pad": "pad-web", "shoe": "shoe-1"}


def offer_after(*events: Event) -> Offer:
    table = TablePlayer(game_rules(GAME))
    table.play(*events)
    return Offering(Site(game_rules(GAME).game, DEVICES), words()).of(board_of(table.state, 1))


def acts(event: Event, device: str = "pad-web") -> tuple[Act, ...]:
    return (Act(device=device, event=event),)


BETTING = (BankAccepted(), ShoeLoaded(decks=8))


@pytest.mark.parametrize(
    "event",
    [
        WagerPlaced(seat=3),
        WagerPlaced(seat=3, wager="tie", amount=Decimal(20)),
        StakePlaced(stake=Decimal(500)),
        FloorCalled(at_ms=12345),
    ],
)
def test_while_bets_are_open_wagers_stakes_and_the_floor_are_offered(event: Event) -> None:
    assert is_offered(offer_after(*BETTING), acts(event))


@pytest.mark.parametrize(
    ("event", "device"),
    [
        (RoundSettled(), "pad-web"),
        (CardDrawn(card=Card("Ah")), "shoe-1"),
        (WagerPlaced(seat=3, wager="no-such-wager", amount=Decimal(5)), "pad-web"),
        (WagerPlaced(seat=3), "shoe-1"),
        (RulingGiven(by="x", ruling="resume"), "pad-web"),
    ],
)
def test_what_is_not_due_is_not_offered(event: Event, device: str) -> None:
    assert not is_offered(offer_after(*BETTING), acts(event, device))


def test_nothing_is_offered_by_no_acts() -> None:
    assert not is_offered(offer_after(*BETTING), ())


def test_a_touch_cannot_carry_more_than_its_key() -> None:
    both = (*acts(FloorCalled()), *acts(WagerPlaced(seat=2)))
    assert not is_offered(offer_after(*BETTING), both)
