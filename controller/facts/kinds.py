"""The kinds of things that events, rules and wires speak of, each spelled once."""

from typing import Final, Literal, get_args

DeviceKind = Literal["shoe", "shuffler", "dice-cup", "entry-pad", "lamps"]
DEVICE_KINDS: Final[tuple[str, ...]] = get_args(DeviceKind)
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
