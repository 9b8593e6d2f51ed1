"""A recorded round with what a file adds to it: amounts, and cards that nobody read."""

from typing import cast

from controller.facts.fact import Fact
from controller.settlement.finished import FinishedRound
from controller.settlement.verdict import RoundError


def joined(known: FinishedRound, given: FinishedRound) -> FinishedRound:
    """What the record knows stands; a file may add to it and not contradict it."""
    if given.button not in (None, known.button):
        raise _contradiction("button", given.button, known.button or "none")
    whole = cast(FinishedRound, _joined(known, given, ""))
    if whole.bank and whole.bank.covers is False and whole.bank.stake is None:
        raise RoundError("bank: by the record it did not cover all wagers; give its stake")
    return whole


def _joined(known: object, given: object, where: str) -> object:
    if not given or known == given:
        return known
    if not known:
        return given
    if isinstance(known, Fact) and isinstance(given, Fact):
        pairs = {
            name: (getattr(known, name), getattr(given, name)) for name in given.model_fields_set
        }
        return known.model_copy(
            update={name: _joined(*pair, _place(where, name)) for name, pair in pairs.items()}
        )
    if isinstance(known, dict) and isinstance(given, dict):
        return _joined_seats(known, given)
    if _are_hands(known, given):
        hands = zip(cast(tuple[Fact, ...], known), cast(tuple[Fact, ...], given), strict=True)
        return tuple(_joined(*pair, _place(where, str(n))) for n, pair in enumerate(hands))
    raise _contradiction(where, given, known)


def _place(where: str, name: str) -> str:
    return f"{where}.{name}".removeprefix(".")


def _are_hands(known: object, given: object) -> bool:
    both = isinstance(known, tuple) and isinstance(given, tuple) and len(known) == len(given)
    return both and isinstance(cast(tuple[object, ...], known)[0], Fact)


def _joined_seats(known: dict[str, object], given: dict[str, object]) -> dict[str, object]:
    for seat in sorted(known.keys() ^ given.keys(), key=int):
        what = "bet by the record; add its wagers" if seat in known else "did not bet by the record"
        raise RoundError(f"seat {seat}: {what}")
    return {seat: _joined(held, given[seat], f"seats.{seat}") for seat, held in known.items()}


def _contradiction(where: str, given: object, known: object) -> RoundError:
    text = f"{where}: {_text(given)}, by the record {_text(known)}; correct it or leave it out"
    return RoundError(text)


def _text(value: object) -> str:
    return " ".join(map(str, value)) if isinstance(value, tuple) else str(value)
