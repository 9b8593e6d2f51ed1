"""A device's port by what its USB device says, looked up anew each time it is opened."""

from collections.abc import Callable
from pathlib import Path

from config.device import PortMatch
from drivers.finding.matching import matching, why_not
from drivers.finding.sources import PortsFileError, candidates, changed_at
from drivers.runtime.candidate import Candidate
from drivers.runtime.port import PortError


class MatchedPlace:
    """Leads to the one port that fits, whatever number it has after a replug."""

    def __init__(
        self, match: PortMatch, look: Callable[[], tuple[Candidate, ...]] = candidates
    ) -> None:
        self._match = match
        self._look = look

    def find(self) -> Path:
        """The port that fits; PortError when none does, or more than one."""
        try:
            found = matching(self._match, self._look())
        except PortsFileError as error:
            raise PortError("unusable", str(error)) from None
        problem = why_not(self._match, found)
        if problem is not None:
            raise PortError("ambiguous" if found else "missing", problem)
        return found[0].file

    def glance(self) -> object:
        """Changes when ports come or go."""
        return changed_at()
