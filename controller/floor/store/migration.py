"""Bringing a database to the schema of this version."""

from controller.floor.store import schema
from controller.floor.store.database import Database, StoreError


def migrate(database: Database) -> None:
    """Do the steps that are not done yet; a database of a newer version is refused."""
    with database.transaction():
        database.lock_schema()
        database.fetch(schema.CREATE_SCHEMA)
        [(version,)] = database.fetch(schema.VERSION)
        done = version or 0
        if done > len(schema.MIGRATIONS):
            raise StoreError(
                f"floor: the database has schema {done}, this version knows"
                f" {len(schema.MIGRATIONS)}; update underfelt"
            )
        for number, statements in enumerate(schema.MIGRATIONS[done:], done + 1):
            for statement in statements:
                database.fetch(statement.format_map(database.forms))
            database.change(schema.MIGRATED, [(number,)])
