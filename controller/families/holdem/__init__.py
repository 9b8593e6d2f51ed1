"""Hold'em against a bank."""
