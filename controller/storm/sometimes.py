"""What a campaign must have met: a storm in which these never happen proves nothing."""

from collections.abc import Mapping
from typing import Final

SOMETIMES: Final = (
    "bus-message-lost",
    "card-misread",
    "card-named-on-the-pad",
    "checkpoint-poisoned",
    "crash-inside-commit",
    "daemon-started",
    "decision:bank_offered",
    "decision:button_placed",
    "decision:hold_released",
    "decision:irregularity_found",
    "decision:outcome_decided",
    "decision:round_closed",
    "decision:round_voided",
    "decision:ruling_refused",
    "decision:shoe_ended",
    "device-lost-reports",
    "event:card_unreadable",
    "event:cut_card_drawn",
    "event:daemon_restarted",
    "event:device_lost",
    "event:driver_fell_silent",
    "event:driver_returned",
    "event:timer_ended",
    "fault:cut-inside-commit",
    "fault:cut-power",
    "fault:edit-settings",
    "fault:fail-disk",
    "fault:fill-disk",
    "fault:reboot-unheard",
    "fault:step-clock",
    "fault:stop-all",
    "fault:wrong-key",
    "frame-corrupt",
    "frame-doubled",
    "frame-late",
    "frame-lost",
    "hold:card-before-betting-ended",
    "hold:card-missing",
    "hold:card-unreadable",
    "hold:daemon-restarted",
    "hold:device-lost",
    "hold:floor-called",
    "ruling:void-round",
    "unsynced-write-suffered",
)


def missed(seen: Mapping[str, int]) -> tuple[str, ...]:
    """The facts that no run of a campaign met."""
    return tuple(fact for fact in SOMETIMES if not seen.get(fact))
