"""A process of the table: where it keeps things, who watches it, whom it tells."""
