"""The roads: cost of a hand beside other programs, and over the length of a shoe."""

import json
import subprocess
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from controller.roads.roads import Outcome, Roads, Winner
from tests.bench.dealt_shoes import dealt_shoes
from tests.bench.figures import Figure, median, say
from tests.bench.peers import PeerError, Scoreboard, baccarat_engine, pybaccarat_scoreboard

SHOES = 200
LONG_SHOES = 300
LONG_HANDS = 200
REPEATS = 5
PARTS = ((0, 20), (60, 80), (180, 200))
OUTCOMES = {side: Outcome(Winner(side)) for side in "PBT"}
Marks = list[str]


class Peer(NamedTuple):
    """Another program's figures on our shoes."""

    name: str
    hand_us: float
    roads: list[Marks]


def measure() -> list[Figure]:
    """Draw the same shoes with ours and the peers, then time the parts of long shoes."""
    shoes = list(dealt_shoes(SHOES, seed=11))
    say(f"roads: {SHOES} dealt shoes, {sum(map(len, shoes))} hands, all roads after every hand")
    ours = median(_hand_us(shoes, _play) for _ in range(REPEATS))
    right = [_marks(shoe) for shoe in shoes]
    figures: list[Figure] = []
    for ask in (_pybaccarat, _baccarat_engine):
        try:
            figures += _beside(ask(shoes), ours, right)
        except PeerError as error:
            say(f"not compared: {error}")
    return [*figures, *_over_the_shoe()]


def _beside(peer: Peer, ours: float, right: list[Marks]) -> list[Figure]:
    agreeing = sum(mine == theirs for mine, theirs in zip(right, peer.roads, strict=True))
    ratio = ours / peer.hand_us
    return [
        Figure(
            f"a hand on the roads, {peer.name}",
            f"{ours:.2f} us",
            f"{peer.hand_us:.1f} us",
            ratio,
            "at most 1",
            ratio <= 1,
        ),
        Figure(
            f"derived roads as ours, {peer.name}",
            "",
            f"{agreeing} of {len(right)} shoes",
            None,
            "",
            None,
        ),
    ]


def _hand_us(shoes: Sequence[str], play: Callable[[str], object]) -> float:
    began = time.process_time()
    for shoe in shoes:
        play(shoe)
    return (time.process_time() - began) * 1e6 / sum(map(len, shoes))


def _play(shoe: str) -> None:
    """Five roads laid out, and what both sides would add, after every hand."""
    roads = Roads()
    for side in shoe:
        roads.add(OUTCOMES[side])
        roads.ask(Winner.PLAYER)
        roads.ask(Winner.BANKER)


def _marks(shoe: str) -> Marks:
    roads = Roads(outcomes=(OUTCOMES[side] for side in shoe))
    return ["".join(mark.value[0].upper() for _, _, mark in trail) for trail in roads.derived]


def _pybaccarat(shoes: Sequence[str]) -> Peer:
    scoreboard = pybaccarat_scoreboard()
    cost = median(
        _hand_us(shoes, lambda shoe: _mark_boards(scoreboard, shoe)) for _ in range(REPEATS)
    )
    roads = [_boards_marks(scoreboard, shoe) for shoe in shoes]
    return Peer("pybaccarat 0.18 incremental", cost, roads)


def _mark_boards(scoreboard: Scoreboard, shoe: str) -> list[list[str]]:
    main, *derived = (scoreboard(kind) for kind in range(4))
    marks: list[list[str]] = [[], [], []]
    for side in shoe:
        if side == "T":
            continue
        main.mark(side)
        for board, road in zip(derived, marks, strict=True):
            mark = board.get_cs_mark(main.get_array())
            board.mark(mark)
            road.append(mark)
    return marks


def _boards_marks(scoreboard: Scoreboard, shoe: str) -> Marks:
    colours = {"s": "R", "C": "B", " ": ""}
    return ["".join(colours[mark] for mark in road) for road in _mark_boards(scoreboard, shoe)]


def _baccarat_engine(shoes: Sequence[str]) -> Peer:
    script = Path(__file__).with_name("engine_roads.cjs")
    command = ["node", str(script), str(baccarat_engine())]
    done = subprocess.run(command, input=json.dumps(shoes), capture_output=True, text=True)
    if done.returncode:
        raise PeerError(f"baccarat-engine failed: {done.stderr.strip()[:200]}")
    found = json.loads(done.stdout)
    return Peer("baccarat-engine 1.1.5 redrawn", found["hand_us"], found["roads"])


def _over_the_shoe() -> list[Figure]:
    say(f"roads: parts of {LONG_SHOES} shoes of {LONG_HANDS} hands")
    hands = "".join(dealt_shoes(LONG_SHOES * LONG_HANDS // 75, seed=12))
    shoes = [
        hands[start : start + LONG_HANDS] for start in range(0, LONG_SHOES * LONG_HANDS, LONG_HANDS)
    ]
    rounds = [_part_costs(shoes) for _ in range(REPEATS)]
    first, *later = (median(part) for part in zip(*rounds, strict=True))
    return [
        _part_figure(begin, end, cost, first)
        for (begin, end), cost in zip(PARTS[1:], later, strict=True)
    ]


def _part_figure(begin: int, end: int, cost: float, first: float) -> Figure:
    name = f"a hand on the roads, hands {begin + 1} to {end}"
    ratio = cost / first
    against = f"{first:.2f} us in hands 1 to 20"
    return Figure(name, f"{cost:.2f} us", against, ratio, "at most 1.3", ratio <= 1.3)


def _part_costs(shoes: Sequence[str]) -> list[float]:
    """Microseconds a hand in each part, over all shoes."""
    spent = [0.0] * len(PARTS)
    for shoe in shoes:
        roads, done = Roads(), 0
        for part, (begin, end) in enumerate(PARTS):
            for side in shoe[done:begin]:
                roads.add(OUTCOMES[side])
            began = time.thread_time()
            for side in shoe[begin:end]:
                roads.add(OUTCOMES[side])
                roads.ask(Winner.PLAYER)
                roads.ask(Winner.BANKER)
            spent[part] += time.thread_time() - began
            done = end
    return [time_s * 1e6 / len(shoes) / 20 for time_s in spent]
