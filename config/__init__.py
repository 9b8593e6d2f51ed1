"""Games, tables and wire documents, and the models that validate them."""
