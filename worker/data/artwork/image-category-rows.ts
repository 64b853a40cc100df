import { and, count, eq, getTableColumns, sql } from "drizzle-orm"
import type { Id } from "../../../contract/id.ts"
import { MAX_IMAGE_CATEGORIES } from "../../../contract/limit.ts"
import type { Pagination } from "../../../contract/list.ts"
import type { Database } from "../database.ts"
import { insertFrom } from "../insert-from.ts"
import { contains, type Page } from "../paging.ts"
import { readJsonPage, sortingBy } from "../place.ts"
import { namedBatch } from "../prints/named-batch.ts"
import type { Reader } from "../reader.ts"
import { keepCategory } from "../undo/undo-images.ts"
import type { NewUndo } from "../undo/undo-rows.ts"
import { imageCategory } from "./tables.ts"

export type ImageCategoryRow = typeof imageCategory.$inferSelect & { imageCount: number }
type ListedCategory = Pick<ImageCategoryRow, "id" | "name" | "imageCount">
type CategoryQuery = Page & { search: string; sortBy: "name" | "createdAt"; sort: "asc" | "desc" }

// Column names are written out: in a single-table select drizzle omits the table, and both have
// them.
const imageCount = sql<number>`(SELECT COUNT(*) FROM image WHERE image.user_id = image_category.user_id AND image.category_id = image_category.id)`
const columns = { ...getTableColumns(imageCategory), imageCount }

export async function listImageCategories(
  read: Reader,
  userId: Id,
  query: CategoryQuery,
): Promise<{ rows: ListedCategory[]; pagination: Pagination }> {
  const condition = and(
    eq(imageCategory.userId, userId),
    query.search ? contains(imageCategory.name, query.search) : undefined,
  )
  const column = query.sortBy === "name" ? imageCategory.nameKey : imageCategory.createdAt
  const sorting = sortingBy(query, sql`${column}`, sql`${imageCategory.id}`)
  return readJsonPage(read, query, sorting, {
    from: sql`${imageCategory}`,
    isFound: condition,
    row: sql`json_object('id', ${imageCategory.id}, 'name', ${imageCategory.name}, 'imageCount', ${imageCount})`,
  })
}

export async function findImageCategory(db: Database, userId: Id, id: Id): Promise<ImageCategoryRow | null> {
  const [row] = await db
    .select(columns)
    .from(imageCategory)
    .where(and(eq(imageCategory.id, id), eq(imageCategory.userId, userId)))
  return row ?? null
}

export async function countImageCategories(db: Database, userId: Id): Promise<number> {
  const [{ total }] = await db
    .select({ total: count() })
    .from(imageCategory)
    .where(eq(imageCategory.userId, userId))
  return total
}

/** Adds a category; false, with nothing written, if its name is taken or the account is full. */
export async function insertImageCategory(
  db: Database,
  row: { id: Id; userId: Id; name: string; nowMs: number },
): Promise<boolean> {
  const { nowMs, ...rest } = row
  const rows = await insertFrom(
    db,
    imageCategory,
    { ...rest, nameKey: nameKey(row.name), createdAt: nowMs },
    sql`WHERE (SELECT count(*) FROM ${imageCategory} WHERE ${imageCategory.userId} = ${row.userId}) < ${MAX_IMAGE_CATEGORIES}`,
  )
    .onConflictDoNothing()
    .returning({ id: imageCategory.id })
  return rows.length === 1
}

/** Renames a category; false, with nothing written, if another one has the name. */
export async function renameImageCategory(
  db: Database,
  change: { id: Id; userId: Id; name: string },
): Promise<boolean> {
  const key = nameKey(change.name)
  const rows = await db
    .update(imageCategory)
    .set({ name: change.name, nameKey: key })
    .where(
      and(
        eq(imageCategory.id, change.id),
        eq(imageCategory.userId, change.userId),
        sql`NOT EXISTS (SELECT 1 FROM image_category other WHERE other.user_id = ${change.userId} AND other.name_key = ${key} AND other.id <> ${change.id})`,
      ),
    )
    .returning({ id: imageCategory.id })
  return rows.length === 1
}

/** Deletes a category but keeps its images. False if this user has none. */
export async function deleteImageCategory(db: Database, id: Id, undo: NewUndo): Promise<boolean> {
  const own = sql`${imageCategory.id} = ${id} AND ${imageCategory.userId} = ${undo.userId}`
  const { deleted } = await namedBatch(db, {
    kept: keepCategory(db, undo, own),
    deleted: db.delete(imageCategory).where(own).returning({ id: imageCategory.id }),
  })
  return deleted.length === 1
}

function nameKey(name: string): string {
  return name.trim().normalize("NFKC").toLowerCase()
}
