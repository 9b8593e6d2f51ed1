"""Reading cards and dice from a camera."""
