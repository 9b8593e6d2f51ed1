from typing import Any

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
    bench: Any, cards: list[str], reason: Any
) -> None:
    shuffler = await bench.plug("shuffler-1", "shuffler", ShufflerEmulator)
    bench.drive("shuffler-1", "shuffler")
    await shuffler.load("red", cards)
    await bench.until(lambda: len(bench.daemon.events()) == 2)
    rejected = DeckRejected(colour="red", reason=reason, count=len(cards))
    assert bench.daemon.events()[1] == rejected


@pytest.mark.parametrize("cards", [DECK, [*DECK, "Jo"]])
async def test_a_whole_deck_is_taken(bench: Any, cards: list[str]) -> None:
    shuffler = await bench.plug("shuffler-1", "shuffler", ShufflerEmulator)
    bench.drive("shuffler-1", "shuffler")
    await shuffler.load("blue", cards)
    await bench.until(lambda: len(bench.daemon.events()) == 2)
    assert bench.daemon.events()[1] == DeckShuffled(colour="blue", count=len(cards))


async def test_two_cards_pulled_together_both_leave_the_shoe(bench: Any) -> None:
    shoe = await bench.plug("shoe-1", "shoe", ShoeEmulator)
    bench.drive("shoe-1", "shoe")
    await shoe.load(decks=1, cut_depth=1, cards=["Td", "As", "Kh"])
    await shoe.misread_next("two-cards")
    await shoe.draw()
    await shoe.draw()
    await bench.until(lambda: len(bench.daemon.events()) == 3)
    assert bench.daemon.events()[1:] == [CardUnreadable(reason="two-cards"), CutCardDrawn()]
    assert shoe.cards_left == 1


async def test_dice_taken_and_added_are_noticed_until_there_are_three(bench: Any) -> None:
    cup = await bench.plug("cup-1", "dice-cup", DiceCupEmulator)
    bench.drive("cup-1", "dice-cup")
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
    await bench.until(lambda: len(readings(bench)) == 5)
    kinds = [getattr(reading, "reason", "read") for reading in readings(bench)]
    assert kinds == ["read", "missing", "read", "extra", "read"]


def readings(bench: Any) -> list[Any]:
    wanted = DiceRead | DiceUnreadable
    return [event for event in bench.daemon.events() if isinstance(event, wanted)]


async def test_a_cup_shaken_again_after_opening_rolls_again(bench: Any) -> None:
    cup = await bench.plug("cup-1", "dice-cup", DiceCupEmulator)
    bench.drive("cup-1", "dice-cup")
    for _ in range(2):
        await cup.shake()
        await cup.open()
        await cup.close()
    await bench.until(lambda: len(bench.daemon.events()) == 10)
    kinds = [event.kind for event in bench.daemon.events()]
    assert kinds[:5] == kinds[5:]
    assert kinds[:5] == ["shake_started", "shake_ended", "cup_opened", "dice_read", "cup_closed"]
