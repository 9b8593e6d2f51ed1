"""What was planted is found, what is fair is not, and too little is called too little."""

from collections.abc import Iterator
from itertools import chain
from random import Random

import pytest

from controller.audit.check import LEVEL
from controller.audit.report import AuditReport, audit
from controller.audit.told import Told
from controller.facts.cards import Card
from controller.facts.decisions import (
    BettingEnded,
    HoldReleased,
    IrregularityFound,
    RoundClosed,
    RoundOpened,
    RulingRefused,
    TableHeld,
)
from controller.facts.events import CardDrawn, DiceRead, RulingGiven, ShoeLoaded
from controller.facts.phrase import phrase
from tests.unit.controller.audit.told_record import (
    PLAIN_DECK,
    aces_late,
    four_riffles,
    loaded_die,
    shoes,
    throws,
    with_marked_card,
)

FAIR_RECORDS = 60


def audited(*facts: Iterator[Told]) -> AuditReport:
    return audit(chain(*facts), PLAIN_DECK)


def suspects(report: AuditReport) -> set[str]:
    return {check.name for check in report.suspects}


def a_fair_record(seed: int) -> AuditReport:
    chance = Random(seed)
    decks, count = ((8, 3), (1, 24), (6, 4), (2, 12))[seed % 4]
    return audited(throws(chance, 350), shoes(chance, count, decks))


def test_fair_dice_and_shuffles_are_called_suspect_no_oftener_than_promised() -> None:
    wrong = sum(bool(a_fair_record(seed).suspects) for seed in range(FAIR_RECORDS))
    # Of sixty reports at one in a hundred, four or more come once in three thousand campaigns.
    assert LEVEL == 0.01
    assert wrong <= 3


def test_chances_of_fair_records_are_spread_evenly() -> None:
    chances: list[float] = []
    for seed in range(12):
        chances += [
            check.chance for check in a_fair_record(seed).checks if check.chance is not None
        ]
    assert len(chances) > 60
    assert 0.4 < sum(chances) / len(chances) < 0.6
    assert sum(chance < 0.1 for chance in chances) < 0.2 * len(chances)


def test_a_loaded_die_is_found_and_named() -> None:
    report = audited(throws(Random(1), 1500, loaded_die))
    assert "die-faces" in suspects(report)
    [faces] = [check for check in report.suspects if check.name == "die-faces"]
    assert faces.most is not None
    assert faces.most.what == "6"


def test_one_loaded_die_of_three_is_found_at_its_place() -> None:
    chance = Random(2)
    facts = [
        told._replace(fact=DiceRead(dice=(*told.fact.dice[:2], loaded_die(chance))))
        for told in throws(chance, 4000)
        if isinstance(told.fact, DiceRead)
    ]
    found = [check.subject for check in audited(iter(facts)).suspects if check.name == "die-place"]
    assert found == ["cup-1 3"]


def test_throws_that_repeat_are_found_though_every_face_is_fair() -> None:
    facts = []
    for number, told in enumerate(throws(Random(3), 900)):
        facts += [told._replace(number=2 * number), told._replace(number=2 * number + 1)]
    assert suspects(audited(iter(facts))) == {"die-runs"}


def test_dice_told_in_the_order_of_their_values_are_not_called_loaded() -> None:
    facts = [
        told._replace(fact=DiceRead(dice=tuple(sorted(told.fact.dice))))
        for told in throws(Random(4), 1500)
        if isinstance(told.fact, DiceRead)
    ]
    report = audited(iter(facts))
    # Places are not even asked for; sums do not depend on the order in which dice are told.
    assert "die-place" not in {check.name for check in report.checks}
    assert suspects(report) <= {"die-sums"}


@pytest.mark.parametrize(("decks", "count"), [(8, 14), (1, 30)])
def test_a_shuffle_that_keeps_the_order_is_found(decks: int, count: int) -> None:
    found = suspects(audited(shoes(Random(5), count, decks, four_riffles)))
    assert "best-guess" in found
    assert ("rising-sequences" in found) == (decks == 1)


def test_ranks_that_come_late_shoe_after_shoe_are_found() -> None:
    report = audited(shoes(Random(6), 20, 8, aces_late))
    assert "card-place" in suspects(report)


def test_a_marked_card_is_found_by_what_the_reader_makes_of_it() -> None:
    chance = Random(7)
    marked = Card("7h")
    report = audited(with_marked_card(shoes(chance, 6, 8, misread=0.0), marked, chance))
    [found] = [check for check in report.suspects if check.name == "misread-card"]
    assert found.most is not None
    assert found.most.what == "7h"
    assert report.misreads.cards["7h"] == found.most.seen
    [ruled] = report.incidents.rulings
    assert (ruled.by, ruled.ruling) == ("Ann Lee", "use-card")


def test_misreads_of_one_shoe_stand_out() -> None:
    chance = Random(8)
    good = [*shoes(chance, 5, 8, misread=0.005)]
    bad = [told._replace(number=told.number + 10_000) for told in shoes(chance, 1, 8, misread=0.08)]
    assert suspects(audited(iter(good), iter(bad))) >= {"misread-shoes"}


def test_a_card_beyond_its_decks_is_certain_and_needs_no_chance() -> None:
    drawn = [CardDrawn(card=Card("Ks")), CardDrawn(card=Card("Ks")), CardDrawn(card=Card("2c"))]
    facts = [Told(1, 1000, "shoe-1", ShoeLoaded(decks=1))]
    facts += [Told(n, 1000 * n, "shoe-1", fact) for n, fact in enumerate(drawn, start=2)]
    [found] = audited(iter(facts)).surplus
    assert (found.card, found.shoe, found.times, found.copies, found.row) == ("Ks", 1, 2, 1, 3)


def test_little_is_called_too_little_and_how_much_is_wanted_is_said() -> None:
    report = audited(throws(Random(9), 20), shoes(Random(9), 1, 1))
    assert {check.outcome for check in report.checks} == {"too-few"}
    assert all(check.samples < check.needed for check in report.checks)


def test_nothing_at_all_is_a_report_too() -> None:
    report = audited(iter(()))
    assert (report.facts, report.checks, report.first_ms) == (0, (), None)


def a_round(number: int, start_ms: int, betting_ms: int, length_ms: int) -> list[Told]:
    return [
        Told(number, start_ms, "daemon", RoundOpened(round=number, bank=1, turn=1)),
        Told(number, start_ms + betting_ms, "daemon", BettingEnded(wagers=(2,))),
        Told(number, start_ms + length_ms, "daemon", RoundClosed(round=number)),
    ]


def test_tempo_is_rounds_an_hour_of_play_and_the_time_of_each_step() -> None:
    facts = [*a_round(1, 0, 20_000, 60_000), *a_round(2, 7_200_000, 10_000, 60_000)]
    tempo = audited(iter(facts)).tempo
    assert tempo.rounds == 2
    assert tempo.per_hour == pytest.approx(60.0)
    assert tempo.hours == {0: 1, 2: 1}
    betting = next(step for step in tempo.steps if step.of == "betting")
    assert (betting.count, betting.median_s, betting.longest_s) == (2, 15.0, 20.0)


def test_a_card_is_unexplained_outside_a_round_or_when_none_was_due() -> None:
    early = Told(1, 0, "shoe-1", CardDrawn(card=Card("2c")), 1)
    due = Told(5, 5, "shoe-1", CardDrawn(card=Card("3c")), 5)
    lost = Told(6, 6, "daemon", irregularity("device-lost"), 6)
    extra = Told(7, 6, "shoe-1", CardDrawn(card=Card("4c")), 7)
    out_of_turn = Told(8, 6, "daemon", irregularity("card-out-of-turn"), 7)
    opened, _, closed = a_round(1, 1, 2, 20)
    report = audited(iter([early, opened, due, lost, extra, out_of_turn, closed]))
    cards = report.incidents.cards
    assert [(c.row, c.card, c.irregularity, c.in_round) for c in cards] == [
        (1, "2c", "", False),
        (7, "4c", "card-out-of-turn", True),
    ]
    assert report.incidents.irregularities == {"device-lost": 1, "card-out-of-turn": 1}


def irregularity(name: str) -> IrregularityFound:
    return IrregularityFound(name=name, seen=phrase("seen-bets-closed"))


def test_a_ruling_that_was_refused_is_none() -> None:
    facts = [
        Told(1, 0, "desk:Ann Lee", RulingGiven(by="Ann Lee", ruling="resume"), 1),
        Told(2, 0, "daemon", RulingRefused(reason=phrase("no-hold")), 1),
        Told(3, 10, "daemon", TableHeld(name="floor-called"), 3),
        Told(4, 20, "desk:Bo", RulingGiven(by="Bo", ruling="resume"), 4),
        Told(5, 20, "daemon", HoldReleased(name="floor-called", by="Bo", ruling="resume"), 4),
    ]
    rulings = audited(iter(facts)).incidents.rulings
    assert [(each.by, each.count, each.causes) for each in rulings] == [
        ("Bo", 1, {"floor-called": 1})
    ]


def test_holds_are_told_by_cause_and_length_and_rulings_by_person() -> None:
    ruled = RulingGiven(by="Ann Lee", ruling="resume")
    facts = [
        Told(1, 0, "daemon", TableHeld(name="floor-called")),
        Told(2, 30_000, "desk:Ann Lee", ruled),
        Told(3, 30_000, "daemon", HoldReleased(name="floor-called", by="Ann Lee", ruling="resume")),
        Told(4, 40_000, "daemon", TableHeld(name="device-lost")),
        Told(
            5, 42_000, "daemon", HoldReleased(name="device-lost", by="the device", ruling="resume")
        ),
        Told(6, 50_000, "daemon", TableHeld(name="dice-unreadable")),
        Told(
            7,
            51_000,
            "daemon",
            HoldReleased(name="dice-unreadable", by="the house dealer", ruling="use-dice"),
        ),
        Told(8, 60_000, "daemon", TableHeld(name="shuffler-jam")),
    ]
    incidents = audited(iter(facts)).incidents
    holds = {times.of: times.longest_s for times in incidents.holds}
    assert holds == {"floor-called": 30.0, "device-lost": 2.0, "dice-unreadable": 1.0}
    assert incidents.held_by == "shuffler-jam"
    assert [(each.by, each.ruling, each.causes) for each in incidents.rulings] == [
        ("Ann Lee", "resume", {"floor-called": 1}),
        ("the house dealer", "use-dice", {"dice-unreadable": 1}),
    ]
