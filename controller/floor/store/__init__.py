"""The floor's database: rows, rounds, tables and alarms, in PostgreSQL or in one SQLite file."""
