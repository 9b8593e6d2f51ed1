"""What must never be: a promise that a run of the storm saw broken."""


class BrokenPromiseError(Exception):
    """A broken promise, by its name, with what was seen."""

    def __init__(self, name: str, seen: str) -> None:
        super().__init__(f"{name}: {seen}")
        self.name = name
        self.seen = seen

    def __reduce__(self) -> tuple[type["BrokenPromiseError"], tuple[str, str]]:
        """Told from one process to another."""
        return BrokenPromiseError, (self.name, self.seen)
