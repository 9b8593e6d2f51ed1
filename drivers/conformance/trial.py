"""What a check has at hand: the device's line, both kinds of host, and hands."""

from contextlib import suppress
from pathlib import Path

from config.wire_document import WireDocument, load_wire
from drivers.conformance.hands import Hands
from drivers.conformance.linked_host import LinkedHost
from drivers.conformance.raw_host import QUIET_S, RawHost
from drivers.conformance.trace import Trace
from drivers.conformance.wire_line import Heard, WireLine
from drivers.requirement import Action, NotPerformedError, ViolationError, conduct_of, demand
from drivers.wire.codec import Value, WireMessage
from drivers.wire.device_session import UNCOUNTED


class Trial:
    """One device, tried by one requirement after the other."""

    def __init__(
        self,
        kind: str,
        port: Path,
        hands: Hands,
        patience_s: float | None = None,
        seed: int = 1,
    ) -> None:
        self.hands = hands
        # What the suite draws by chance, noise and numbers, can be drawn again.
        self.seed = seed
        self.identity = ""
        # Where a check left the device's parts, so that the next need not begin again; a check that
        # fails leaves nothing anyone could rely on.
        self.standing: dict[str, int] = {}
        self.conduct = conduct_of(kind)
        self._line = WireLine(load_wire(kind), port, hands, patience_s, seed)
        self._stirred = 0
        self._is_stirring = False

    @property
    def kind(self) -> str:
        """The device's kind."""
        return self.document.kind

    @property
    def document(self) -> WireDocument:
        """The wire document of the device."""
        return self._line.document

    def trace(self, trace: Trace) -> None:
        """Write every byte down from here on."""
        self._line.trace = trace

    def remark(self, text: str) -> None:
        """Let the trace say what is tried."""
        if self._line.trace is not None:
            self._line.trace.remark(text)

    def greet(self) -> RawHost:
        """A host that has opened the port and said nothing yet."""
        self._is_stirring = False
        self._line.pulse = b""
        self._line.open()
        self._line.forget()
        return RawHost(self._line)

    def raw(self) -> RawHost:
        """A host led by the check, linked with a device that keeps nothing."""
        host = self.greet()
        host.link()
        return host

    def linked(self) -> LinkedHost:
        """The real host session, linked with a device that keeps nothing and is closed."""
        host = self.raw()
        if self._is_left_open():
            self.stir(host)
            host.line.until(host.is_event, "the event of what was closed", True)
            host.take_all()
        return LinkedHost(self._line)

    def reopen(self) -> None:
        """Close the port; the next host opens it again."""
        self._line.close()

    def stir(self, host: RawHost) -> None:
        """Make the device report something: by hand, or by an order where there are only orders."""
        if self.conduct.stirrings:
            self.hands.perform(self._next_stirring())
        else:
            self._stir_by_order(host)
        self._stirred += 1
        self._is_stirring = True

    def stir_unseen(self, host: RawHost) -> list[Heard]:
        """Make the device notice what it may not tell yet; gives what it says meanwhile."""
        if not self.conduct.stirrings:
            self.stir(host)
            return self._line.listen(QUIET_S)
        self.hands.arrange(self._next_stirring())
        self._stirred += 1
        self._is_stirring = True
        return self._line.by_hand(QUIET_S)

    def tell(self, host: RawHost) -> None:
        """Make the device report something that has fields."""
        if self.conduct.telling:
            self.standing.clear()
            self.hands.perform(self.conduct.telling[0])
        else:
            self.stir(host)

    def tidy(self, host: RawHost) -> None:
        """Undo what made the device report something with fields."""
        for action in self.conduct.telling[1:]:
            self.hands.perform(action)
            host.line.until(host.is_event, "the event of what was undone", True)
            host.take_all()

    def skipped(self) -> None:
        """The hand that was asked for last did nothing."""
        if self._is_stirring:
            self._stirred -= 1
        self._is_stirring = False

    def restarted(self) -> WireMessage:
        """Cut the device's power for a moment; gives the hello that follows."""
        self.standing.clear()
        # A host that keeps the link up hears no hello but that of a start.
        self.raw()
        self.hands.perform(Action("reboot", "switch the device off and on"))
        heard = self._line.until(lambda each: each.name == "hello", "a hello after the start", True)
        assert heard.message is not None
        return heard.message

    def must_count(self, told: int) -> None:
        """The hello after a power cut says how many were told, or that nothing is counted."""
        count = self.restarted().integer("count")
        said = f"the hello after a power cut says {count}; {told} were reported before it"
        demand(count in (told, UNCOUNTED), f"{said} ({UNCOUNTED} says that nothing is counted)")

    def must_tell(self, name: str, **fields: Value) -> LinkedHost:
        """What is not at rest is told again after a power cut, unless the numbering goes on."""
        before = self.raw().boot
        goes_on = self.restarted().integer("boot") == before
        self.greet()
        host = LinkedHost(self._line)
        if not goes_on:
            host.expect(name, **fields)
        return host

    def close(self) -> None:
        """Leave lid or door closed and give the port back."""
        if self._is_left_open():
            with suppress(NotPerformedError, ViolationError):
                self.hands.perform(self._next_stirring())
        self._line.close()

    def _is_left_open(self) -> bool:
        ways = self.conduct.stirrings
        is_lid = len(ways) == 2 and ways[1].name.startswith("close")
        return is_lid and self._stirred % 2 == 1

    def _next_stirring(self) -> Action:
        ways = self.conduct.stirrings
        return ways[self._stirred % len(ways)]

    def _stir_by_order(self, host: RawHost) -> None:
        order = self.conduct.stirring_order
        if order:
            host.order(host.command_frame(order(self._stirred + 1), host.next_sequence()))
