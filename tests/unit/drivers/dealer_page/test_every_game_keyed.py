"""Every game can be dealt with no device but the house dealer's page."""

from collections import Counter
from pathlib import Path

import pytest

from config.words import languages
from controller.facts.decisions import IrregularityFound, RoundClosed, RoundVoided
from controller.families.catalogue import game_ids
from drivers.dealer_page.offered import every_control
from tests.command import underfelt
from tests.conftest import game_rules, header_of
from tests.unit.drivers.dealer_page.keyed_play import KeyedTable, NotOfferedError
from tests.unit.drivers.dealer_page.keyed_tables import write_keyed_table

ROUNDS = 12
# A wager of theirs stays until the cards decide it.
DECIDED_BY_CARDS = ("capitol/supreme-baccarat",)
KEYED = {
    "entry-pad": "pad-web",
    "shoe": "shoe-1",
    "shuffler": "shuffler-1",
    "dice-cup": "dice-cup-1",
}


def play(game_id: str, by_hand: bool = False) -> KeyedTable:
    rules = game_rules(game_id, by_hand=by_hand)
    kinds = {kind for kind in rules.game.equipment if kind in KEYED}
    table = KeyedTable(rules, {kind: KEYED[kind] for kind in kinds}, seed=7, language="en")
    play_on(table)
    return table


def play_on(table: KeyedTable) -> None:
    while sum(isinstance(each, RoundClosed) for each in table.decided) < ROUNDS:
        table.step()


@pytest.mark.parametrize("game_id", game_ids())
def test_rounds_are_played_by_touches_alone(game_id: str) -> None:
    table = play(game_id)
    found = Counter(type(each) for each in table.decided)
    assert (found[RoundVoided], found[IrregularityFound]) == (0, 0)


BY_HAND = [
    game_id
    for game_id in game_ids()
    if header_of(game_id).family == "baccarat" and game_id not in DECIDED_BY_CARDS
]


@pytest.mark.parametrize("game_id", BY_HAND)
def test_results_are_keyed_in_where_nobody_tells_the_cards(game_id: str) -> None:
    table = play(game_id, by_hand=True)
    assert {"enter", "player", "banker"} <= set(table.touches)
    assert not any(isinstance(each, IrregularityFound) for each in table.decided)


@pytest.mark.parametrize("language", languages())
def test_every_key_has_a_label_in_every_language(language: str) -> None:
    labels: dict[str, str] = {}
    for game_id in ("oaks/super-pan-9", "lucky-derby/ultimate-texas-holdem", "oaks/pure-21.5"):
        table = KeyedTable(game_rules(game_id), KEYED, seed=7, language=language)
        for _ in range(120):
            labels |= {each.key: each.label for each in every_control(table.offer)}
            table.step()
    assert [key for key, label in labels.items() if not label or "{" in label] == []
    left = [key for key, label in labels.items() if label.casefold() == key.replace("-", " ")]
    assert language == "en" or left == []


def test_a_device_that_is_not_the_page_has_no_keys_on_it() -> None:
    rules = game_rules("oaks/super-pan-9")
    table = KeyedTable(rules, {"entry-pad": "pad-web"}, seed=7, language="en")
    with pytest.raises(NotOfferedError, match="ShoeLoaded"):
        play_on(table)
    assert {
        act.device for each in every_control(table.offer) for act in (*each.acts, *each.held)
    } == {"pad-web"}


@pytest.mark.parametrize("game_id", game_ids())
def test_a_table_file_may_name_no_device_but_the_page(tmp_path: Path, game_id: str) -> None:
    file = write_keyed_table(tmp_path, game_id)
    checked = underfelt("check-config", str(file))
    assert (checked.returncode, checked.stderr) == (0, "")
