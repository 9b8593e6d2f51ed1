"""The floor's wall: every table of a room at a glance, for staff behind a log-in."""
