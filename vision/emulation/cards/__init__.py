"""The shoe window, drawn: decks of our own, what else may lie there, and cards that slide by."""
