"""The roads of a shoe: from the marks of its hands to the cells players read. Pure."""
