"""Settings from the floor: directives that a room signs and its tables check, take and answer."""
