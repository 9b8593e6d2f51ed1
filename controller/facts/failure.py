"""How anything fails that a person can mend: what is wrong; what to do."""

from typing import ClassVar


class OperatorError(Exception):
    """Sentences for the operator, a line each; bad input or configuration ends a process with 2."""

    exit_code: ClassVar[int] = 2

    def __init__(self, *sentences: str) -> None:
        super().__init__("\n".join(sentences))
        self.sentences = sentences


class CheckFailedError(OperatorError):
    """What was asked for was tried, and is not so or cannot be had; ends a process with 1."""

    exit_code = 1
