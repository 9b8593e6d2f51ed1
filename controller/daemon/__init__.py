"""The rules daemon: keeps the state and the record, listens to devices, tells the feed."""
