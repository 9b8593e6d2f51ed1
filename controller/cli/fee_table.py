"""The collection schedules of a game as a table to read."""

from collections.abc import Iterator

from config.deal import Deal
from config.fee_words import limits_of, players, rates
from config.fees import FeeOption
from config.game import GameHeader


def fee_table(game: GameHeader) -> str:
    """Write every schedule of a game, one option under the other."""
    if not game.fees:
        return f"{game.name}, {game.room}: the book prints no collection schedule"
    one = len(game.fees) == 1
    count = "one collection schedule" if one else f"{len(game.fees)} collection schedules"
    lines = [f"{game.name}, {game.room}: {count}; a table has one in force"]
    limits = max(len(limits_of(option)) for option in game.fees)
    banks = max(len(rates(option.bank)) for option in game.fees)
    lines.append(f"{'option':>6}  {'limits':<{limits}}  {'the bank pays':<{banks}}  players pay")
    for option in game.fees:
        row = f"{option.option:>6}  {limits_of(option):<{limits}}  {rates(option.bank):<{banks}}"
        lines.append(f"{row}  {players(option)}")
        notes = (*_lost(game, option), *_notes(option, game.deal))
        lines += [f"{'':>8}{note}" for note in notes]
    return "\n".join(lines)


def _lost(game: GameHeader, option: FeeOption) -> Iterator[str]:
    for item in game.missing:
        if item.key.startswith(f"fees.{option.option}."):
            yield f"missing: {item.key.rpartition('.')[2]}; {item.text}"


def _notes(option: FeeOption, deal: Deal) -> Iterator[str]:
    if option.others:
        limits = (f"{name} ${a:,}-{b:,}" for name, (a, b) in option.others.items())
        yield f"other limits: {', '.join(limits)}"
    notes = [f"dropped {deal.dropped.replace('-', ' ')}"] if deal.dropped else []
    if option.dated:
        notes.append(f"paper of {option.dated}")
    if option.under_review:
        notes.append("under the regulator's review")
    if option.readings:
        notes.append(f"readings {', '.join(option.readings)}")
    yield f"{'; '.join(notes)}  [{option.source}]".lstrip()
