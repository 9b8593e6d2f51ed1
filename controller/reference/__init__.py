"""Documents made from the code: events, game files, the wire."""
