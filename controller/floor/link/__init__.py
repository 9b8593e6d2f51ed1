"""The way between tables and floor: NATS."""
