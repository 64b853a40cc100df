import { type SQL, sql } from "drizzle-orm"
import { artworkRule, image } from "../artwork/tables.ts"

/** Raise it where contract/reading/ reads otherwise, and waiting items are read again. */
const READER_VERSION = 2

/** What an item's reading comes from, beside its own row: its artwork's fields and its rule. */
export const readingSource: SQL<string | null> = sql`(
  ${sql.raw(String(READER_VERSION))} || ' ' || ${image.id} || ' ' || ${image.updatedAt} || ' ' || length(${image.fields}) || ' ' || coalesce(${artworkRule.updatedAt}, ''))`
