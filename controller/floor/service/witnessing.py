"""The floor as a witness: it vouches for a table's notes as long as its record only grows."""

import time
from pathlib import Path

from controller.facts.failure import OperatorError
from controller.record.note import NoteError, public_key_of
from controller.record.witness import RefusalError, Witness, request_of

NAME = "floor"
VOUCHED = "vouched"


class FloorWitness:
    """A witness that learns a table's key when it first hears of it, and keeps to it."""

    def __init__(self, folder: Path) -> None:
        try:
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        except OSError as error:
            raise OperatorError(
                f"floor: cannot make {folder} ({error.strerror}); name another witness folder"
            ) from None
        self._witness = Witness(folder, NAME)
        # Tables whose notes contradict what was vouched for, and why.
        self.contradicted: dict[str, str] = {}

    @property
    def key(self) -> str:
        """The key by which its word is known."""
        return self._witness.public.text

    def answer(self, table: str, text: str) -> str:
        """`vouched SIZE` and the signature, `known SIZE` to prove from, or `refused WHY`.

        The first line of a request is the table's key; a note under its name in another room would
        be another record, so the room stands before it here.
        """
        key_line, _, rest = text.partition("\n")
        try:
            key = public_key_of(key_line)
            request = request_of(rest)
            self._witness.trust(key)
            line = self._witness.add(request, int(time.time()))
        except RefusalError as refusal:
            return self._refused(table, refusal)
        except NoteError as error:
            return f"refused {error}"
        self.contradicted.pop(table, None)
        vouched = request.note._replace(signatures=(line,)).text.partition("\n\n")[2]
        return f"{VOUCHED} {request.note.size}\n{vouched}"

    def _refused(self, table: str, refusal: RefusalError) -> str:
        if refusal.status == 409 and "other rows" not in str(refusal):
            return f"known {refusal.size}"
        self.contradicted[table] = str(refusal)
        return f"refused {refusal}"
