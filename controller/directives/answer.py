"""What a table answers to a directive, signed by the key that signs its record."""

from typing import Literal

from pydantic import ValidationError

from controller.directives.signed import SignedText, signed_text
from controller.facts.fact import Fact, Text
from controller.facts.failure import OperatorError
from controller.record.keys import SigningKey
from controller.record.note import NoteError, PublicKey

Outcome = Literal["taken", "waiting", "refused", "rolled-back"]
ENDING = ".answer"


class DirectiveAnswer(Fact):
    """One table's word on one directive; `row` of its record has it."""

    table: Text
    directive: Text
    version: int
    digest: Text
    outcome: Outcome
    reason: Text = ""
    row: int | None = None
    at_ms: int
    program: Text = ""

    @property
    def file(self) -> str:
        """The file it is in."""
        return f"{self.table}.{self.digest}{ENDING}"


class AnswerError(OperatorError):
    """An answer cannot be read or is not the table's; the text says why and what to do."""


def signed_answer(answer: DirectiveAnswer, key: SigningKey) -> str:
    """The answer as a file."""
    return SignedText(answer.model_dump_json(indent=1) + "\n").signed(key).text


def answer_of(text: str, key: PublicKey | None = None) -> DirectiveAnswer:
    """Read an answer; with a table's key its signature must be under it."""
    try:
        signed = signed_text(text)
        answer = DirectiveAnswer.model_validate_json(signed.body)
    except (NoteError, ValidationError):
        raise AnswerError("an answer cannot be read; let the table write it anew") from None
    if key is not None and not signed.signers([key]):
        raise AnswerError(f"the answer of {answer.table} is not signed by its key; ask there")
    return answer
