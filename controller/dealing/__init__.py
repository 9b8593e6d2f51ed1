"""The dealer's policy: what people at a table do when something is expected of them. Pure."""
