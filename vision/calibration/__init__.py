"""Finding where a camera sees the window or the cup, and saying what to change about it."""
