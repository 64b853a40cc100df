import { and, asc, eq, type SQL, sql } from "drizzle-orm"
import type { Id } from "../../../contract/id.ts"
import { MAX_FONTS } from "../../../contract/limit.ts"
import type { Database } from "../database.ts"
import { insertFrom } from "../insert-from.ts"
import { objectToDelete } from "../operations/tables.ts"
import { namedBatch } from "../prints/named-batch.ts"
import { keepFont } from "../undo/undo-fonts.ts"
import { goneAtMs, type NewUndo } from "../undo/undo-rows.ts"
import { imagesOfFontsReadAgain, imagesReadAgain } from "./image-progress.ts"
import { sweptAtMs } from "./image-turn-rows.ts"
import { font } from "./tables.ts"

export type FontRow = typeof font.$inferSelect

/** Returns the R2 key of an own font's file; the public path `files/fonts/{id}` names the same. */
export function fontKey(id: Id): string {
  return `fonts/${id}`
}

/** Lists all fonts of an account, at most MAX_FONTS, by family, weight and style. */
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

/** Finds the font of this account in this family, style and weight, if there is one. */
export async function findFontFace(
  db: Database,
  { userId, familyKey, style, weight }: Pick<FontRow, "userId" | "familyKey" | "style" | "weight">,
): Promise<FontRow | null> {
  const [row] = await db
    .select()
    .from(font)
    .where(
      and(
        eq(font.userId, userId),
        eq(font.familyKey, familyKey),
        eq(font.style, style),
        eq(font.weight, weight),
      ),
    )
  return row ?? null
}

export async function countFonts(db: Database, userId: Id): Promise<number> {
  return db.$count(font, eq(font.userId, userId))
}

/**
 * Adds a font, and has these images read again, and those that may find it by name. Returns false, with no font written,
 * at MAX_FONTS or if the account has such a face by now.
 */
export async function insertFont(db: Database, row: FontRow, imageIds: readonly Id[]): Promise<boolean> {
  const hasRoom = sql`(SELECT count(*) FROM ${font} WHERE ${font.userId} = ${row.userId}) < ${MAX_FONTS}`
  const { inserted } = await namedBatch(db, {
    inserted: insertFrom(db, font, row, sql`WHERE ${hasRoom}`)
      .onConflictDoNothing()
      .returning({ id: font.id }),
    byName: imagesOfFontsReadAgain(db, row.userId, sql`${row.id}`, row.createdAt),
    images: imagesReadAgain(db, imageIds, row.createdAt),
  })
  return inserted.length === 1
}

/**
 * Deletes a font; its file is noted for deletion once an undo is over. Images whose texts may be set in it
 * are read again. Returns false if there is none.
 */
export async function deleteFont(db: Database, id: Id, undo: NewUndo): Promise<boolean> {
  const own = sql`${font.id} = ${id} AND ${font.userId} = ${undo.userId}`
  const { deleted } = await namedBatch(db, {
    kept: keepFont(db, undo, own),
    files: fontFilesDelete(db, own, undo.nowMs, goneAtMs(undo)),
    images: imagesOfFontsReadAgain(db, undo.userId, sql`${id}`, sweptAtMs(undo.nowMs)),
    deleted: db.delete(font).where(own).returning({ id: font.id }),
  })
  return deleted.length === 1
}

/** Notes the files of these fonts for deletion, at `retryAt` or now, for a batch. */
export function fontFilesDelete(db: Database, where: SQL, nowMs: number, retryAt: number | null = null) {
  return insertFrom(
    db,
    objectToDelete,
    { key: sql`${font.fileKey}`, createdAt: nowMs, retryAt },
    sql`FROM ${font} WHERE ${where}`,
  ).onConflictDoNothing()
}
