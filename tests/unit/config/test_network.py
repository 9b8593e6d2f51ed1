"""A table file that would open pages to others says what is missing."""

import pytest
from pydantic import ValidationError

from config.table import DeskPages, Scoreboard


def problem(model: type[Scoreboard | DeskPages], **keys: object) -> str:
    with pytest.raises(ValidationError) as caught:
        model.model_validate(keys)
    return str(caught.value.errors()[0]["msg"])


def test_a_scoreboard_for_others_needs_a_key() -> None:
    assert "add key" in problem(Scoreboard, host="192.0.2.7")
    assert Scoreboard(host="192.0.2.7", key="a-key-of-screens").is_remote
    assert not Scoreboard().is_remote


def test_a_desk_for_others_needs_a_certificate() -> None:
    assert "underfelt desk certificate" in problem(DeskPages, host="192.0.2.7")
    assert "belong together" in problem(DeskPages, certificate="desk.pem")
    DeskPages(host="192.0.2.7", certificate="desk.pem", private_key="desk.key")


def test_every_address_of_a_machine_needs_the_names_it_is_called_by() -> None:
    for model in (Scoreboard, DeskPages):
        assert "add names" in problem(model, host="0.0.0.0")
    board = Scoreboard(host="0.0.0.0", names=("table-7.local",), key="a-key-of-screens")
    assert board.own_names == ("0.0.0.0", "table-7.local")
