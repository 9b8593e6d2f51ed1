"""Fairness and game protection, from the record: what chance explains, and what it does not."""
