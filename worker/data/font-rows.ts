import { and, asc, eq, sql } from "drizzle-orm"
import type { Id } from "../../contract/id.ts"
import type { Database } from "./database.ts"
import { font } from "./schema.ts"

export type FontRow = typeof font.$inferSelect

/** R2 key of an own font's file; the public path `files/fonts/{id}` names the same. */
export function fontKey(id: Id): string {
  return `fonts/${id}`
}

/** All fonts of an account, at most MAX_FONTS, by family, weight and style. */
export function listFontRows(db: Database, userId: Id): Promise<FontRow[]> {
  return db
    .select()
    .from(font)
    .where(eq(font.userId, userId))
    .orderBy(asc(font.familyKey), asc(font.weight), sql`${font.style} DESC`)
}

export async function findFontRow(db: Database, userId: Id, id: Id): Promise<FontRow | null> {
  const [row] = await db
    .select()
    .from(font)
    .where(and(eq(font.id, id), eq(font.userId, userId)))
  return row ?? null
}
