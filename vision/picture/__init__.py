"""What every part of vision stands on: frames, what changed between two, one thread."""
