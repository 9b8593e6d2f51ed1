"""Quick rounds of games whose cards no device reads, laid out whole."""

from typing import Final

from config.game import Game
from controller.odds.quick.place import BANK, SEAT, Faces, cards_of, staked
from controller.settlement.finished import BankRound, FinishedRound, SeatRound
from controller.simulate.unseen import Unseen, with_unseen

NOBODY: Final = FinishedRound(bank=BankRound(seat=BANK), seats={str(SEAT): SeatRound(wagers={})})


def laid_out(
    game: Game, bank: Faces, seat: Faces, times: int | None, community: Faces | None = None
) -> FinishedRound:
    """A round as it lies there, for how many times its Ante it is played, 0 where it is folded."""
    centre = () if community is None else cards_of(community)
    dealt = Unseen({BANK: cards_of(bank), SEAT: cards_of(seat)}, {}, centre)
    whole = with_unseen(game, NOBODY, dealt)
    assert whole.bank is not None
    held = whole.seats[str(SEAT)].model_copy(update={"folded": times == 0})
    return staked(game, whole.bank, held, times or 0, whole.community)
