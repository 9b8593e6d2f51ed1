"""Chinese poker: thirteen cards in three hands."""

from controller.families.chinese_poker import naming, steps, verdict
from controller.families.chinese_poker.sections import ChinesePoker
from controller.table.family import Family, Unread

FAMILY = Family(
    name="chinese-poker",
    game=ChinesePoker,
    unread=Unread(13, set_as=(3, 5, 5)),
    called=naming.called,
    steps=(steps.SHOWDOWN,),
    fewest_wagers=steps.FEWEST_PLAYERS,
    on_bets_closed=steps.give_seats,
    finished=steps.finished,
    laps=verdict.laps,
    exchanges=verdict.exchanges,
)
