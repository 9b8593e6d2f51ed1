"""The whole diagram as SVG: heading, table, steps."""

from collections.abc import Iterator
from itertools import pairwise
from math import cos, hypot, pi, sin
from pathlib import Path
from string import Template
from textwrap import wrap
from typing import NamedTuple
from xml.sax.saxutils import escape

from config.game import Game
from controller.diagram.counts import button_lines, seat_labels
from controller.diagram.words import StepWords, step_words
from controller.facts.seats import Direction, around
from controller.settlement.button import lap

WIDTH = 1200
MARGIN = 40
CENTRE = (600.0, 190.0)
ARROW = (392.0, 216.0)
RING = (478.0, 296.0)
STEPS_TOP = 596
COLUMNS = 4
GAP = 28
BOX = (WIDTH - 2 * MARGIN - (COLUMNS - 1) * GAP) / COLUMNS
LINE = 18
LETTERS = 31
COLOURS = {
    "house dealer": "#3b4a6b",
    "bank": "#a8641b",
    "players": "#2f7d4f",
    "shoe": "#7a3b8f",
    "shuffler": "#7a3b8f",
    "dice cup": "#7a3b8f",
}
SHEET = Template(Path(__file__).with_name("sheet.svg").read_text(encoding="utf-8").rstrip("\n"))


class Point(NamedTuple):
    """A place on the sheet."""

    x: float
    y: float


def draw_game(game: Game, seats: int) -> str:
    """Draw a game at a table of this many seats; the bank stands in the middle of the arc."""
    bank = 0 if game.bank.held_by == "nobody" else seats // 2 + 1
    boxes, height = _steps(game)
    return SHEET.substitute(
        width=WIDTH,
        height=f"{height:.0f}",
        label=escape(game.name, {'"': "&quot;"}),
        heading="\n".join(_heading(game, seats)),
        table="\n".join(_table(game, seats, bank)),
        steps="\n".join(boxes),
    )


def _text(x: float, y: float, style: str, words: str) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" class="{style}">{escape(words)}</text>'


def _heading(game: Game, seats: int) -> Iterator[str]:
    yield _text(MARGIN, 50, "title", game.name)
    low, high = game.cards.decks
    decks = f"{low} to {high} decks" if low != high else f"{low} deck{'s' * (low > 1)}"
    cards = "32 tiles" if game.family == "pai-gow-tiles" else decks
    jokers = " with joker" if game.cards.jokers else ""
    yield _text(MARGIN, 76, "sub", f"{game.room} · {seats} seats · {cards}{jokers}")
    if game.button is not None and game.button.decided_by != "rotation":
        what = "sums" if game.button.decided_by == "dice" else "ranks"
        yield _text(MARGIN, 98, "sub", f"beside each seat: the {what} that count to it")


def _arc_points(seats: int) -> list[float]:
    """Angles of the seats, evenly spaced along the arc from the dealer's left to his right."""
    fine = [pi * (0.03 + 0.94 * step / 2000) for step in range(2001)]
    places = [_at(angle, RING) for angle in fine]
    lengths = [0.0]
    for before, after in pairwise(places):
        lengths.append(lengths[-1] + hypot(after.x - before.x, after.y - before.y))
    margin = lengths[-1] / (2 * seats) if seats < 10 else 0.0
    room = lengths[-1] - 2 * margin
    wanted = [margin + room * seat / max(seats - 1, 1) for seat in range(seats)]
    return [fine[min(range(2001), key=lambda i: abs(lengths[i] - want))] for want in wanted]


def _at(angle: float, radii: tuple[float, float]) -> Point:
    return Point(CENTRE[0] + radii[0] * cos(angle), CENTRE[1] + radii[1] * sin(angle))


def _table(game: Game, seats: int, bank: int) -> Iterator[str]:
    angles = _arc_points(seats)
    yield from _counting_arrow(game, seats, bank, angles)
    for number, line in enumerate(button_lines(game)):
        yield _text(600, 240 + 26 * number, "felt strong" if number == 0 else "felt", line)
    labels = seat_labels(game, seats, bank)
    for seat, angle in enumerate(angles, start=1):
        yield from _seat(seat, angle, seat == bank, labels.get(seat, ()))


def _seat(seat: int, angle: float, is_bank: bool, counts: tuple[str, ...]) -> Iterator[str]:
    place = _at(angle, RING)
    fill, stroke = ("#f0c65a", "#a8641b") if is_bank else ("#ffffff", "#3b4a6b")
    yield (
        f'<circle cx="{place.x:.1f}" cy="{place.y:.1f}" r="25" fill="{fill}" '
        f'stroke="{stroke}" stroke-width="3"/>'
    )
    yield _text(place.x, place.y + 7, "seat", str(seat))
    lines = [", ".join(counts)] if counts else []
    if is_bank:
        lines.append("bank")
    outside = _beside(angle, max(map(len, lines), default=0), len(lines))
    top = outside.y + 5 - 8.5 * (len(lines) - 1)
    for number, line in enumerate(lines):
        yield _text(outside.x, top + 17 * number, "count", line)


def _beside(angle: float, letters: int, lines: int) -> Point:
    """The middle of a label just outside a seat, clear of its circle."""
    place = _at(angle, RING)
    across, down = cos(angle) / RING[0], sin(angle) / RING[1]
    length = hypot(across, down)
    across, down = across / length, down / length
    away_x, away_y = 38 + 4.6 * letters, 35 + 9 * lines
    return Point(place.x + across * away_x, place.y + down * away_y)


def _counting_arrow(game: Game, seats: int, bank: int, angles: list[float]) -> Iterator[str]:
    """An arrow along the felt, from the first counted seat over the next ones."""
    order, direction = _settled_order(game, seats, bank)
    turn = 1 if direction == "clockwise" else -1
    run = [order[0]]
    for seat in order[1 : max(3, seats // 3)]:
        if seat - run[-1] not in (turn, 2 * turn):
            break
        run.append(seat)
    start, end = _at(angles[run[0] - 1], ARROW), _at(angles[run[-1] - 1], ARROW)
    yield f'<circle cx="{start.x:.1f}" cy="{start.y:.1f}" r="6" fill="#f0c65a"/>'
    if len(run) > 1:
        yield (
            f'<path d="M{start.x:.1f} {start.y:.1f}A{ARROW[0]} {ARROW[1]} 0 0 {max(turn, 0)} '
            f'{end.x:.1f} {end.y:.1f}" fill="none" stroke="#f0c65a" stroke-width="3.5" '
            'marker-end="url(#tip)"/>'
        )


def _settled_order(game: Game, seats: int, bank: int) -> tuple[tuple[int, ...], Direction]:
    """The seats as the button counts them, or else as settlement takes them, and which way."""
    if game.button is not None and game.button.decided_by != "rotation":
        return lap(game.button, seats, bank), game.button.direction
    direction = game.settlement.direction or game.bank.direction
    if game.settlement.start == "bank-left" and bank:
        return around(bank, seats, direction)[1:], direction
    first = seats if game.settlement.start == "house-right" else 1
    return around(first, seats, direction), direction


def _wrapped(words: str) -> list[str]:
    return wrap(words, LETTERS, break_long_words=False, break_on_hyphens=False)


def _steps(game: Game) -> tuple[list[str], float]:
    """Draw the boxes row by row; tell also how high the sheet becomes."""
    groups = [[step_words(game, step) for step in group] for group in game.deal.steps]
    parts: list[str] = []
    top = float(STEPS_TOP)
    for start in range(0, len(groups), COLUMNS):
        row = groups[start : start + COLUMNS]
        height = max(_box_height(group) for group in row)
        for column, group in enumerate(row):
            left = MARGIN + column * (BOX + GAP)
            parts += _box(group, start + column + 1, Point(left, top), height)
            if start + column + 1 < len(groups):
                parts.append(_onward(left, top + height / 2))
        top += height + 34
    return parts, top + 6


def _box_height(group: list[StepWords]) -> float:
    lines = sum(len(_wrapped(words.text)) for words in group)
    return 22 + 62 * len(group) + LINE * lines + (16 if len(group) > 1 else 0)


def _onward(left: float, middle: float) -> str:
    x = left + BOX + 8
    return (
        f'<path d="M{x:.1f} {middle - 9:.1f}l11 9l-11 9" fill="none" stroke="#8a93a3" '
        'stroke-width="3" stroke-linecap="round" stroke-linejoin="round"/>'
    )


def _box(group: list[StepWords], number: int, corner: Point, height: float) -> Iterator[str]:
    x, y = corner
    yield (
        f'<rect x="{x:.1f}" y="{y:.1f}" width="{BOX:.1f}" height="{height:.1f}" rx="10" '
        'fill="#fff" stroke="#c9ced6" stroke-width="1.5"/>'
    )
    yield f'<circle cx="{x + 4:.1f}" cy="{y + 4:.1f}" r="15" fill="#1f6b4a"/>'
    yield _text(x + 4, y + 9.5, "number", str(number))
    y += 16
    if len(group) > 1:
        yield _text(x + 28, y + 4, "any", "in any order")
        y += 16
    for words in group:
        yield from _words(words, x + 18, y)
        y += 62 + LINE * len(_wrapped(words.text))


def _words(words: StepWords, x: float, y: float) -> Iterator[str]:
    width = 20 + 7.4 * len(words.who)
    yield (
        f'<rect x="{x:.1f}" y="{y + 4:.1f}" width="{width:.1f}" height="19" rx="9.5" '
        f'fill="{COLOURS[words.who]}"/>'
    )
    yield _text(x + width / 2, y + 18, "who", words.who)
    yield _text(x, y + 43, "step", words.title)
    for number, line in enumerate(_wrapped(words.text)):
        yield _text(x, y + 63 + LINE * number, "text", line)
