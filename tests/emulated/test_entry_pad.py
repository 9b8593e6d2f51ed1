import pytest

from controller.facts.events import (
    BankAccepted,
    CardTurned,
    KeyPressed,
    PileChosen,
    PlayPlaced,
    ShoeLoaded,
    WagerPlaced,
    WagerRemoved,
)
from controller.facts.orders import ShowPrompt
from controller.facts.phrase import phrase
from drivers.emulator.device import EmulatorError
from drivers.entry_pad.emulator import EntryPadEmulator
from tests.emulated.conftest import Workshop


async def linked_pad(workshop: Workshop) -> EntryPadEmulator:
    pad = await workshop.plug("pad-1", "entry-pad", EntryPadEmulator)
    workshop.drive("pad-1", "entry-pad")
    await workshop.until(lambda: pad.is_linked)
    return pad


async def test_keys_become_events_and_each_is_echoed(workshop: Workshop) -> None:
    pad = await linked_pad(workshop)
    keys = ["seat-4", "bank-yes", "rank-T", "rank-joker", "pile-8", "new-shoe-6", "play-3"]
    for key in keys:
        await pad.press(key)
    await pad.press("seat-4", long=True)
    await pad.press("new-shoe-8", long=True)
    await workshop.until(lambda: len(pad.echoed) == 9)
    assert pad.echoed == [*keys, "seat-4", "new-shoe-8"]
    assert workshop.daemon.events() == [
        WagerPlaced(seat=4),
        BankAccepted(),
        CardTurned(rank="T"),
        CardTurned(rank="Jo"),
        PileChosen(pile=8),
        KeyPressed(key="new-shoe-6", is_long=False),
        PlayPlaced(seat=3),
        WagerRemoved(seat=4),
        ShoeLoaded(decks=8),
    ]


async def test_keys_that_name_a_card_become_events(workshop: Workshop) -> None:
    pad = await linked_pad(workshop)
    keys = ["rank-9", "suit-clubs", "suit-diamonds", "suit-hearts", "suit-spades", "cut-card"]
    for key in keys:
        await pad.press(key)
    await workshop.until(lambda: pad.echoed == keys)
    told = [event for event in workshop.daemon.events() if isinstance(event, KeyPressed)]
    assert [event.key for event in told] == keys[1:]


async def test_shows_the_newest_prompt(workshop: Workshop) -> None:
    pad = await linked_pad(workshop)
    workshop.daemon.order(ShowPrompt(phrases=(phrase("close-bets"),)))
    due = (phrase("coup-card", hand="banker", nth=3), phrase("close-bets"))
    workshop.daemon.order(ShowPrompt(phrases=due))
    await workshop.until(lambda: pad.prompt == "Banker takes a third card / Close the bets")


async def test_a_long_prompt_is_cut_to_the_display(workshop: Workshop) -> None:
    pad = await linked_pad(workshop)
    lost = phrase("device-away", device="shoe-1", reason="x" * 500)
    workshop.daemon.order(ShowPrompt(phrases=(lost,)))
    said = "Shoe-1 does not answer: "
    await workshop.until(lambda: pad.prompt == said + "x" * (117 - len(said)) + "…")


async def test_a_reserved_key_is_echoed_and_recorded_as_just_a_key(workshop: Workshop) -> None:
    pad = await linked_pad(workshop)
    await pad.press("banker")
    await pad.press("floor")
    await workshop.until(lambda: pad.echoed == ["banker", "floor"])
    assert [event.kind for event in workshop.daemon.events()] == ["key_pressed", "floor_called"]


async def test_no_echo_before_the_press_is_in_the_record(workshop: Workshop) -> None:
    pad = await linked_pad(workshop)
    await workshop.until(lambda: len(workshop.daemon.reports) == 1)
    workshop.daemon.is_acking = False
    await pad.press("settled")
    await workshop.until(
        lambda: any(m.kind == "report" and m.boot == pad.boot for m in workshop.daemon.seen)
    )
    assert pad.echoed == []
    workshop.daemon.is_acking = True
    await workshop.until(lambda: pad.echoed == ["settled"])


async def test_an_unknown_key_cannot_be_pressed(workshop: Workshop) -> None:
    pad = await linked_pad(workshop)
    with pytest.raises(EmulatorError, match="no key seat-15"):
        await pad.press("seat-15")
