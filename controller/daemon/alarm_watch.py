"""The alarms of a running table: looked at after every change and once a second."""

from collections.abc import Iterable

from controller.alarms import occurrences
from controller.alarms.conditions import Cause, Watched, causes
from controller.alarms.occurrences import QUIET, Moment, Occurrence
from controller.alarms.readings import Readings
from controller.bus.desk_messages import AcknowledgeAlarm, PauseSound
from controller.daemon.keeper import Admission, Arrival
from controller.facts.alarms import AlarmsView
from controller.facts.decisions import Decision, HoldReleased, TableHeld
from controller.facts.events import AlarmAcknowledged, SoundPaused
from controller.facts.phrase import Phrase, phrase
from controller.table.devices import BY_ITSELF

AlarmRequest = AcknowledgeAlarm | PauseSound
Signalled = AlarmAcknowledged | SoundPaused


class AlarmWatch:
    """Keeps the occurrences; a start of the daemon raises anew what is still wrong."""

    def __init__(self) -> None:
        self._alarms = QUIET
        self._holds = 0
        self.readings = Readings()
        self._now = Moment(0, 0)
        # Looked at after every change and once a second, and mostly as it was.
        self._watched = Watched()
        self._causes: dict[str, Cause] = {}

    @property
    def holds(self) -> int:
        """How many holds there were."""
        return self._holds

    def follow(self, decisions: Iterable[Decision]) -> None:
        """Tell two holds apart; whoever ends one has seen it."""
        for decision in decisions:
            if isinstance(decision, TableHeld):
                self._holds += 1
            elif isinstance(decision, HoldReleased) and decision.by != BY_ITSELF:
                for each in self._of_hold():
                    self._alarms = occurrences.acknowledge(self._alarms, each.number, decision.by)

    def count(self, told: Iterable[Arrival], admission: Admission, now_s: float) -> None:
        """Count the readings that are in the record now: what is told again counts once."""
        recorded = {(row.source, row.boot, row.sequence) for row in admission.rows}
        for arrival in told:
            if (arrival.source, arrival.boot, arrival.sequence) in recorded:
                self.readings.take(arrival.source, arrival.event, int(now_s * 1000))

    def look(self, watched: Watched, now: Moment) -> bool:
        """Raise and close; tell whether a page would show anything else than before."""
        before = self._alarms.raised, occurrences.sounding(self._alarms, self._now)
        self._now = now
        if watched != self._watched:
            self._watched, self._causes = watched, causes(watched)
        self._alarms = occurrences.look(self._alarms, self._causes, now)
        return before != (self._alarms.raised, occurrences.sounding(self._alarms, now))

    def view(self) -> AlarmsView | None:
        """The alarms as of the last look; None where there is nothing to show."""
        view = occurrences.view(self._alarms, self._now)
        return view if view.alarms or view.pause_left_ms else None

    def asked(self, request: AlarmRequest, person: str) -> Signalled | Phrase:
        """The event of what a person asks for, or why it cannot be."""
        if isinstance(request, PauseSound):
            return SoundPaused(person=person, seconds=request.seconds)
        found = occurrences.find(self._alarms, request.number)
        if found is None:
            return phrase("alarm-over")
        if found.by:
            return phrase("alarm-seen", person=found.by)
        cause = found.cause.found
        return AlarmAcknowledged(
            person=person,
            condition=found.cause.condition.name,
            cause=cause.key,
            since_ms=found.since_ms,
        )

    def take(self, request: AlarmRequest, person: str) -> None:
        """Do what is in the record now."""
        if isinstance(request, PauseSound):
            self._alarms = occurrences.pause(self._alarms, request.seconds, self._now)
        else:
            self._alarms = occurrences.acknowledge(self._alarms, request.number, person)

    def _of_hold(self) -> list[Occurrence]:
        kinds = ("held", "device-awaited", "misread")
        return [e for e in self._alarms.raised.values() if e.cause.condition.name in kinds]
