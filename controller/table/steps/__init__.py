"""Steps that several families use."""
