from typing import Literal

import pytest

from config.wire_document import CARD_CODES
from controller.facts.events import (
    CardUnreadable,
    CutCardDrawn,
    DeckRejected,
    DeckShuffled,
    DiceRead,
    DiceUnreadable,
)
from drivers.dice_cup.emulator import DiceCupEmulator
from drivers.emulator.device import EmulatorError
from drivers.shoe.emulator import ShoeEmulator
from drivers.shuffler.emulator import ShufflerEmulator
from tests.emulated.conftest import Workshop

Why = Literal["short", "long", "duplicate", "foreign-card"]
DECK = list(CARD_CODES[:52])


@pytest.mark.parametrize(
    ("cards", "reason"),
    [
        (["As", *DECK[1:]], "duplicate"),
        (["tarot", *DECK[1:]], "foreign-card"),
        (["Jo", *DECK[1:]], "foreign-card"),
        ([*DECK, "As"], "duplicate"),
        (DECK[1:], "short"),
        ([*DECK, "Jo", "Jo"], "long"),
    ],
)
async def test_a_deck_that_is_none_is_put_out_with_the_reason(
    workshop: Workshop, cards: list[str], reason: Why
) -> None:
    shuffler = await workshop.plug("shuffler-1", "shuffler", ShufflerEmulator)
    workshop.drive("shuffler-1", "shuffler")
    await shuffler.load("red", cards)
    await workshop.until(lambda: len(workshop.daemon.events()) == 2)
    rejected = DeckRejected(colour="red", reason=reason, count=len(cards))
    assert workshop.daemon.events()[1] == rejected


@pytest.mark.parametrize("cards", [DECK, [*DECK, "Jo"]])
async def test_a_whole_deck_is_taken(workshop: Workshop, cards: list[str]) -> None:
    shuffler = await workshop.plug("shuffler-1", "shuffler", ShufflerEmulator)
    workshop.drive("shuffler-1", "shuffler")
    await shuffler.load("blue", cards)
    await workshop.until(lambda: len(workshop.daemon.events()) == 2)
    assert workshop.daemon.events()[1] == DeckShuffled(colour="blue", count=len(cards))


async def test_two_cards_pulled_together_both_leave_the_shoe(workshop: Workshop) -> None:
    shoe = await workshop.plug("shoe-1", "shoe", ShoeEmulator)
    workshop.drive("shoe-1", "shoe")
    await shoe.load(decks=1, cut_depth=1, cards=["Td", "As", "Kh"])
    await shoe.misread_next("two-cards")
    await shoe.draw()
    await shoe.draw()
    await workshop.until(lambda: len(workshop.daemon.events()) == 3)
    assert workshop.daemon.events()[1:] == [CardUnreadable(reason="two-cards"), CutCardDrawn()]
    assert shoe.cards_left == 1


async def test_dice_taken_and_added_are_noticed_until_there_are_three(workshop: Workshop) -> None:
    cup = await workshop.plug("cup-1", "dice-cup", DiceCupEmulator)
    workshop.drive("cup-1", "dice-cup")
    with pytest.raises(EmulatorError, match="the cup is closed; open it"):
        await cup.take_die()
    await cup.open()
    await cup.take_die()
    for change in (None, cup.add_die, cup.add_die, cup.take_die):
        if change is not None:
            await change()
        await cup.close()
        await cup.shake()
        await cup.open()
    await workshop.until(lambda: len(readings(workshop)) == 5)
    kinds = [getattr(reading, "reason", "read") for reading in readings(workshop)]
    assert kinds == ["read", "missing", "read", "extra", "read"]


def readings(workshop: Workshop) -> list[DiceRead | DiceUnreadable]:
    events = workshop.daemon.events()
    return [event for event in events if isinstance(event, DiceRead | DiceUnreadable)]


async def test_a_cup_shaken_again_after_opening_rolls_again(workshop: Workshop) -> None:
    cup = await workshop.plug("cup-1", "dice-cup", DiceCupEmulator)
    workshop.drive("cup-1", "dice-cup")
    for _ in range(2):
        await cup.shake()
        await cup.open()
        await cup.close()
    await workshop.until(lambda: len(workshop.daemon.events()) == 10)
    kinds = [event.kind for event in workshop.daemon.events()]
    assert kinds[:5] == kinds[5:]
    assert kinds[:5] == ["shake_started", "shake_ended", "cup_opened", "dice_read", "cup_closed"]
