"""Twenty-one and its rooms' variants."""
