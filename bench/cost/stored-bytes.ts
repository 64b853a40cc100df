import { readdirSync } from "node:fs"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"

/** Bytes by table, its indexes included. */
export type TableBytes = Record<string, number>

/**
 * Returns the bytes in use in all SQLite files below a folder: rows and index entries with their
 * overhead, but not the free room that pages keep.
 */
export function storedBytes(dir: string): TableBytes {
  const bytes: TableBytes = {}
  for (const name of readdirSync(dir, { recursive: true, encoding: "utf8" }))
    if (name.endsWith(".sqlite") && !name.endsWith("metadata.sqlite"))
      for (const [table, used] of usedBytes(join(dir, name))) bytes[table] = (bytes[table] ?? 0) + used
  return bytes
}

function usedBytes(file: string): [string, number][] {
  const database = new DatabaseSync(file, { readOnly: true })
  try {
    const rows = database
      .prepare(
        `SELECT sqlite_schema.tbl_name AS name, sum(pgsize - unused) AS bytes
        FROM dbstat JOIN sqlite_schema ON sqlite_schema.name = dbstat.name GROUP BY 1`,
      )
      .all()
    return rows.map(({ name, bytes }) => [String(name), Number(bytes)])
  } finally {
    database.close()
  }
}
