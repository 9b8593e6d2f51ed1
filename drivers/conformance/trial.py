"""What a check has at hand: the device's line, both kinds of host, and hands."""

from pathlib import Path
from typing import Final

from config.wire_document import WireDocument, load_wire
from drivers.conformance.hands import Hands
from drivers.conformance.linked_host import LinkedHost
from drivers.conformance.raw_host import RawHost
from drivers.conformance.wire_line import WireLine
from drivers.requirement import Action, conduct_of, demand
from drivers.wire.codec import WireMessage
from drivers.wire.device_session import UNCOUNTED

PATIENCE_S: Final = 3.0


class Trial:
    """One device, tried by one requirement after the other."""

    def __init__(self, kind: str, port: Path, hands: Hands, patience_s: float = PATIENCE_S) -> None:
        self.hands = hands
        self.identity = ""
        # Where a check left the device's parts, so that the next need not begin again; a check that
        # fails leaves nothing anyone could rely on.
        self.standing: dict[str, int] = {}
        self.conduct = conduct_of(kind)
        self._line = WireLine(load_wire(kind), port, hands, patience_s)
        self._stirred = 0

    @property
    def kind(self) -> str:
        """The device's kind."""
        return self.document.kind

    @property
    def document(self) -> WireDocument:
        """The wire document of the device."""
        return self._line.document

    def greet(self) -> RawHost:
        """A host that has opened the port and said nothing yet."""
        self._line.open()
        self._line.forget()
        return RawHost(self._line)

    def raw(self) -> RawHost:
        """A host led by the check, linked with a device that keeps nothing."""
        host = self.greet()
        host.link()
        return host

    def linked(self) -> LinkedHost:
        """The real host session, linked with a device that keeps nothing."""
        self.raw()
        return LinkedHost(self._line, self.hands.is_person)

    def reopen(self) -> None:
        """Close the port; the next host opens it again."""
        self._line.close()

    def stir(self, host: RawHost) -> None:
        """Make the device report something: by hand, or by an order where there are only orders."""
        self._stirred += 1
        ways, order = self.conduct.stirrings, self.conduct.stirring_order
        if ways:
            self.hands.perform(ways[(self._stirred - 1) % len(ways)])
        elif order:
            host.order(host.command_frame(order(self._stirred), host.next_sequence()))

    def restarted(self) -> WireMessage:
        """Cut the device's power for a moment; gives the hello that follows."""
        self.standing.clear()
        self.hands.perform(Action("reboot", "switch the device off and on"))
        heard = self._line.until(lambda each: each.name == "hello", "a hello after the start", True)
        assert heard.message is not None
        return heard.message

    def must_count(self, told: int) -> None:
        """The hello after a power cut says how many were told, or that nothing is counted."""
        count = self.restarted().integer("count")
        said = f"the hello after a power cut says {count}; {told} were reported before it"
        demand(count in (told, UNCOUNTED), f"{said} ({UNCOUNTED} says that nothing is counted)")

    def settle(self) -> None:
        """Leave lid or door closed, after an odd number of stirrings."""
        ways = self.conduct.stirrings
        if len(ways) == 2 and ways[1].name.startswith("close") and self._stirred % 2:
            self._stirred += 1
            self.hands.perform(ways[1])

    def close(self) -> None:
        """Give the port back."""
        self._line.close()
