"""The wire, pure: frames, codec and both halves of a link, without I/O or clock."""
