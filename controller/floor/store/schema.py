"""The schema of the floor's database: numbered steps, each done once, the same for both kinds.

PostgreSQL wants the column that parts a table in its key, so `month` is in it; that no number of
a table comes twice is kept by `head`, which moves on only from the row before.
"""

from typing import Final

_FIRST: Final = (
    """CREATE TABLE head (
  table_id text PRIMARY KEY,
  number bigint NOT NULL,
  hash bytea NOT NULL,
  first_number bigint NOT NULL,
  -- The round in play, as JSON.
  so_far text NOT NULL,
  -- What stands at the table now: hold, devices away, misreads; as JSON.
  standing text NOT NULL
)""",
    """CREATE TABLE entry (
  table_id text NOT NULL,
  number bigint NOT NULL,
  -- 202611 is November 2026, by the clock of the table and in UTC.
  month bigint NOT NULL,
  at_ms bigint NOT NULL,
  source text NOT NULL,
  boot bigint,
  sequence bigint,
  part text NOT NULL,
  kind text NOT NULL,
  -- now, later or never: when its body may leave the table.
  leaves text NOT NULL,
  body bytea,
  hash bytea NOT NULL,
  PRIMARY KEY (table_id, number, month)
) {by_month}""",
    "CREATE INDEX entry_at ON entry (table_id, at_ms)",
    "CREATE INDEX entry_held_back ON entry (table_id, number)"
    " WHERE leaves = 'later' AND body IS NULL",
    """CREATE TABLE played_round (
  table_id text NOT NULL,
  last_row bigint NOT NULL,
  month bigint NOT NULL,
  first_row bigint NOT NULL,
  round bigint NOT NULL,
  shoe bigint NOT NULL,
  dealer text NOT NULL,
  opened_ms bigint NOT NULL,
  closed_ms bigint NOT NULL,
  outcome text NOT NULL,
  result text NOT NULL,
  is_void bigint NOT NULL,
  held_ms bigint NOT NULL,
  -- Codes and names with a line's end before and after each, so that one is found whole.
  irregularities text NOT NULL,
  people text NOT NULL,
  PRIMARY KEY (table_id, last_row, month)
) {by_month}""",
    "CREATE INDEX played_round_closed ON played_round (closed_ms)",
    """CREATE TABLE table_state (
  table_id text PRIMARY KEY,
  -- By the clock of the floor: when it was last heard of.
  heard_ms bigint NOT NULL,
  beat text NOT NULL,
  board text NOT NULL
)""",
    """CREATE TABLE alarm (
  number {identity},
  table_id text NOT NULL,
  -- What is wrong, once each: a device, the hold, the chain.
  cause text NOT NULL,
  condition text NOT NULL,
  priority text NOT NULL,
  -- A phrase as JSON: its code and arguments.
  told text NOT NULL,
  raised_ms bigint NOT NULL,
  ended_ms bigint
)""",
    "CREATE UNIQUE INDEX alarm_open ON alarm (table_id, cause) WHERE ended_ms IS NULL",
    "CREATE INDEX alarm_raised ON alarm (raised_ms)",
    """CREATE TABLE acknowledgement (
  alarm bigint PRIMARY KEY,
  by_whom text NOT NULL,
  at_ms bigint NOT NULL,
  note text NOT NULL
)""",
)
# An index for the few rows whose body is still to come cost every row a look at it.
_HELD_FROM: Final = (
    # No body is to come of a row before this one.
    "ALTER TABLE head ADD COLUMN held_from bigint NOT NULL DEFAULT 0",
    "UPDATE head SET held_from = coalesce((SELECT min(entry.number) FROM entry"
    " WHERE entry.table_id = head.table_id AND leaves = 'later' AND body IS NULL), number + 1)",
    "DROP INDEX entry_held_back",
)
# A step is never changed once it has been released; a new one follows.
MIGRATIONS: Final[tuple[tuple[str, ...], ...]] = (_FIRST, _HELD_FROM)
BY_MONTH: Final = ("entry", "played_round")

CREATE_SCHEMA: Final = "CREATE TABLE IF NOT EXISTS floor_schema (version bigint NOT NULL)"
VERSION: Final = "SELECT max(version) FROM floor_schema"
MIGRATED: Final = "INSERT INTO floor_schema (version) VALUES (?)"
