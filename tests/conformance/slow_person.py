"""A person at a rig who takes so long for everything, and says so at a terminal."""

import os
import queue
import threading
import time
from collections.abc import Callable

from drivers.conformance.hands import Hands, PersonHands
from drivers.requirement import Action, NotPerformedError


class SlowPerson(PersonHands):
    """Does one thing after the other with another's hands; `Enter` where it is asked for."""

    def __init__(self, seconds: float, hands: Hands) -> None:
        self.asked: list[str] = []
        self._seconds = seconds
        self._hands = hands
        self._requests: queue.Queue[Callable[[], None] | None] = queue.Queue()
        heard, self._spoken = os.pipe()
        self._terminal = os.fdopen(heard)
        super().__init__(self.asked.append, self._terminal)
        self._thread = threading.Thread(target=self._work)
        self._thread.start()

    def perform(self, action: Action) -> None:
        super().perform(action)
        self._requests.put(lambda: self._do(action))

    def arrange(self, action: Action) -> None:
        super().arrange(action)
        self._requests.put(lambda: self._do(action))
        self._requests.put(self._enter)

    def leave(self) -> None:
        self._requests.put(None)
        self._thread.join()
        os.close(self._spoken)
        self._terminal.close()

    def _work(self) -> None:
        while (request := self._requests.get()) is not None:
            request()

    def _do(self, action: Action) -> None:
        time.sleep(self._seconds)
        try:
            self._hands.perform(action)
        except NotPerformedError as error:
            self.asked.append(f"could not: {error}")

    def _enter(self) -> None:
        os.write(self._spoken, b"\n")
