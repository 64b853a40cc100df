import { writeNames } from "./font-names.ts"
import { readTables, writeTables } from "./font-tables.ts"

/** Returns the same font under other family names, so that a renderer finds it by these alone. */
export function renameFont(bytes: Uint8Array, families: readonly string[]): Uint8Array<ArrayBuffer> {
  const tables = readTables(bytes)
  tables.set("name", writeNames(families))
  return writeTables(tables)
}
