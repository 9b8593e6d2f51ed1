"""The rules daemon, its functional core, the record, the bus and the command line."""
