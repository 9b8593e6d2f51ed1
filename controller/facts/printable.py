"""Text that others wrote, as a log or a terminal may show it."""


def printable(text: str) -> str:
    """Write out what would move a cursor, break a line or turn the direction of writing."""
    if text.isprintable():
        return text
    return "".join(char if char.isprintable() else _written(char) for char in text)


def _written(char: str) -> str:
    return char.encode("unicode_escape").decode("ascii")


def plain_cell(text: str) -> str:
    """A spreadsheet takes what begins so for a formula."""
    return f"'{text}" if text[:1] in ("=", "+", "-", "@", "\t") else text
