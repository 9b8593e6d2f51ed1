"""The floor's service: takes rows as they arrive, proves and keeps them, answers and watches."""
