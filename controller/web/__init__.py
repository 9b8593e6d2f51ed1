"""What every web process of a table does: whom it lets in, where it listens, what pages share."""
