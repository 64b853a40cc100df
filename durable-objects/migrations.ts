/**
 * The storage steps, each run once in this order. Append only: never edit a deployed step, because
 * objects that slept since before it continue the list from where they stopped.
 */
const migrations: readonly string[] = [
  `CREATE TABLE hub (
     one INTEGER PRIMARY KEY CHECK (one = 1),
     user_id TEXT,
     -- The newest event's number, and the newest one that is gone from the log.
     event_seq INTEGER NOT NULL DEFAULT 0,
     event_floor INTEGER NOT NULL DEFAULT 0
   ) STRICT;
   INSERT INTO hub (one) VALUES (1);

   CREATE TABLE entry (
     seq INTEGER PRIMARY KEY,
     id TEXT NOT NULL,
     kind TEXT NOT NULL CHECK (kind IN ('grant', 'hold', 'capture', 'release', 'refund')),
     credits INTEGER NOT NULL CHECK (credits > 0),
     note TEXT NOT NULL,
     available_after INTEGER NOT NULL CHECK (available_after >= 0),
     used_after INTEGER NOT NULL CHECK (used_after >= 0),
     held_after INTEGER NOT NULL CHECK (held_after >= 0),
     owed_after INTEGER NOT NULL CHECK (owed_after >= 0 AND (owed_after = 0 OR available_after = 0)),
     created_at_ms INTEGER NOT NULL
   ) STRICT;
   CREATE UNIQUE INDEX entry_opens ON entry (id) WHERE kind IN ('grant', 'hold', 'refund');
   CREATE UNIQUE INDEX entry_ends ON entry (id) WHERE kind IN ('capture', 'release');
   CREATE INDEX entry_id ON entry (id);
   CREATE TRIGGER entry_stays BEFORE UPDATE ON entry BEGIN SELECT RAISE(ABORT, 'the ledger only appends'); END;
   CREATE TRIGGER entry_remains BEFORE DELETE ON entry BEGIN SELECT RAISE(ABORT, 'the ledger only appends'); END;

   CREATE TABLE outbox (
     one INTEGER PRIMARY KEY CHECK (one = 1),
     seq INTEGER NOT NULL,
     attempts INTEGER NOT NULL,
     due_at_ms INTEGER NOT NULL
   ) STRICT;

   CREATE TABLE event (
     seq INTEGER PRIMARY KEY,
     key TEXT NOT NULL UNIQUE,
     name TEXT NOT NULL,
     data TEXT NOT NULL,
     created_at_ms INTEGER NOT NULL
   ) STRICT;`,
  // The account's calls of each kind, in a window that begins with the first of them.
  `CREATE TABLE call_count (
     key TEXT PRIMARY KEY,
     window_end_ms INTEGER NOT NULL,
     count INTEGER NOT NULL
   ) STRICT;`,
]

/** Migrates an object's tables; reads one row if they are up to date. */
export function migrate(storage: DurableObjectStorage): void {
  const { sql } = storage
  sql.exec("CREATE TABLE IF NOT EXISTS migration (version INTEGER PRIMARY KEY) STRICT")
  const { version } = sql
    .exec<{ version: number }>("SELECT COALESCE(MAX(version), 0) AS version FROM migration")
    .one()
  for (let next = version; next < migrations.length; next++) {
    storage.transactionSync(() => {
      sql.exec(migrations[next])
      sql.exec("INSERT INTO migration (version) VALUES (?)", next + 1)
    })
  }
}
