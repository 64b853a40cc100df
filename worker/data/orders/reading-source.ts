import { type SQL, sql } from "drizzle-orm"
import { artworkRule, image } from "../artwork/tables.ts"

/** The version of contract/reading/: raise it when that changes, and waiting items are read again. */
const READER_VERSION = 2

/** The sources of an item's reading besides its own row: its artwork's fields and its rule. */
export const readingSource: SQL<string | null> = sql`(
  ${sql.raw(String(READER_VERSION))} || ' ' || ${image.id} || ' ' || ${image.updatedAt} || ' ' || length(${image.fields}) || ' ' || coalesce(${artworkRule.updatedAt}, ''))`
