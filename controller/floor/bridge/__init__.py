"""The bridge of one table: follows its record, read-only, and sends every row to the floor."""
