"""One number for everything a wire document says, so that a report can name it."""

import hashlib

from config.wire_document import WireDocument


def document_hash(document: WireDocument) -> str:
    """The hash of a document, the session's messages included, however its file is written."""
    return hashlib.sha256(document.model_dump_json().encode()).hexdigest()
