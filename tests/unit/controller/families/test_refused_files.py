"""Game files that name what there is not, each refused with the reason and what to write."""

import pytest

from config.document import DocumentError, parse_document
from controller.families.catalogue import build_game, game_file
from tests.conftest import SUPPLIED

PURE = "oaks/pure-21.5"
CHINESE = "casino-99/chinese-poker"
SIGN = "signage-only/signage-only"
TILES = "capitol/pai-gow-tiles"


def problems(game_id: str, old: str, new: str) -> str:
    file = game_file(game_id)
    text = file.read_text(encoding="utf-8")
    assert old in text
    changed = parse_document(file, text.replace(old, new, 1))
    with pytest.raises(DocumentError) as refused:
        build_game(changed, SUPPLIED.get(game_id, {}), game_id)
    return "\n".join(map(str, refused.value.problems))


@pytest.mark.parametrize(
    ("game_id", "old", "new", "words"),
    [
        (PURE, 'family = "twenty-one"', 'family = "canasta"', "no family 'canasta'; use one of"),
        (TILES, 'house_way = "capitol-tiles"', 'house_way = "guess"', "no chart 'guess'"),
        (CHINESE, "front = { three-of-a-kind", "front = { blaze", "'blaze' is no hand; use"),
        (
            SIGN,
            "steps = []",
            'steps = [["bets-closed"], ["settle"]]',
            "signage has neither steps nor wagers",
        ),
        (PURE, "option = 2", "option = 1", "option 1 stands here twice"),
        (PURE, "{ buster = 1,", "{ blaster = 1,", "no wager 'blaster' in this game"),
    ],
)
def test_a_file_that_names_what_there_is_not_is_refused(
    game_id: str, old: str, new: str, words: str
) -> None:
    assert words in problems(game_id, old, new)
