"""The kinds of things that events and rules speak of, each spelled once."""

from typing import Literal

# Faults that a person sees and a rule book names.
SeenFault = Literal[
    "ace-or-joker-exposed",
    "cards-exposed",
    "card-exposed",
    "eight-cards-in-pile",
    "eight-cards-at-end",
    "action-pile-looked-at",
    "action-pile-misplaced",
    "card-off-table",
    "hand-fouled",
    "cards-touched",
    "bank-opened-early",
    "identical-cards",
    "wrong-card-count",
    "boxed-cards",
    "foreign-card-seen",
]

# What a supervisor may rule on a hold, on a hand of the shoe, and of either.
HoldRuling = Literal[
    "resume",
    "accept",
    "use-card",
    "use-dice",
    "void-round",
    "lose-maximum",
    "win-minimum",
]
HandRuling = Literal["correct-hand", "undo-hand", "insert-hand", "free-hand"]
Ruling = Literal[HoldRuling, HandRuling]
