"""The record: an append-only, hash-chained journal of every event and decision."""
