"""What a driver process runs on: ports, pins, the way to the daemon."""
