"""An emulated camera's pictures: nothing that reads, and no table without one, imports this."""
