import { and, asc, count, desc, eq, getTableColumns, inArray, type SQL, sql } from "drizzle-orm"
import { type Id, idSchema } from "../../contract/id.ts"
import type { Image, ImageListQuery } from "../../contract/image.ts"
import type { Pagination } from "../../contract/list.ts"
import type { Database } from "./database.ts"
import { insertFrom } from "./insert-from.ts"
import { contains, readPage } from "./paging.ts"
import { doomedObject, image, imageCategory, printItem, stamp } from "./schema.ts"

export type ImageRow = typeof image.$inferSelect

export type ImageWithCategory = ImageRow & { categoryName: string | null }

export type MediaType = NonNullable<ImageRow["mediaType"]>

/** R2 keys of an image; the public paths `files/images/{id}/…` are built on the same nouns. */
export function imageKeys(id: string): {
  source: string
  master: string
  preview: string
  /** Where the ink is, for nesting; images read before there were silhouettes have none. */
  silhouette: string
} {
  const folder = `images/${id}`
  return {
    source: `${folder}/source`,
    master: `${folder}/master`,
    preview: `${folder}/preview`,
    silhouette: `${folder}/silhouette`,
  }
}

/** What an order's SKU is compared with: lower case, without extension, spaces and dashes. */
export function skuKeyOf(name: string): string {
  return name
    .replace(/\.(png|jpe?g|svg)$/i, "")
    .replace(/[\s\-–—_]/g, "")
    .toLowerCase()
}

const sortColumns = {
  name: sql`${image.name} COLLATE NOCASE`,
  createdAt: image.createdAt,
  score: image.halfStars,
  usedInPrint: image.usedInPrint,
}

/** No two columns of one name: D1's batches answer rows by name. */
const withCategory = (db: Database) =>
  db
    .select({
      ...getTableColumns(image),
      categoryName: sql<string | null>`${imageCategory.name}`.as("category_name"),
    })
    .from(image)
    .leftJoin(imageCategory, eq(imageCategory.id, image.categoryId))

export async function listImages(
  db: Database,
  userId: string,
  query: ImageListQuery,
): Promise<{ rows: ImageWithCategory[]; pagination: Pagination }> {
  const found = and(
    eq(image.userId, userId),
    query.imageCategory ? eq(image.categoryId, query.imageCategory) : undefined,
    query.search ? contains(image.name, query.search) : undefined,
  )
  const direction = query.sort === "asc" ? asc : desc
  return readPage(query, async (offset) => {
    const [[{ total }], rows] = await db.batch([
      db.select({ total: count() }).from(image).where(found),
      withCategory(db)
        .where(found)
        .orderBy(direction(sortColumns[query.sortBy]), direction(image.id))
        .limit(query.limit)
        .offset(offset),
    ])
    return { rows, total }
  })
}

export async function findImage(db: Database, userId: string, id: Id): Promise<ImageWithCategory | null> {
  const [found] = await withCategory(db).where(and(eq(image.id, id), eq(image.userId, userId)))
  return found ?? null
}

/** Whoever it belongs to: for jobs, which act for the product. */
export async function findAnyImage(db: Database, id: string): Promise<ImageRow | null> {
  const [row] = await db.select().from(image).where(eq(image.id, id))
  return row ?? null
}

/** Null when this user has no such image. `undefined` leaves a field as it is. */
export async function updateImage(
  db: Database,
  change: {
    id: Id
    userId: string
    name?: string
    categoryId?: string | null
    halfStars?: number
    nowMs: number
  },
): Promise<ImageWithCategory | null> {
  const { id, userId, nowMs, name, ...rest } = change
  await db
    .update(image)
    .set({
      ...rest,
      ...(name === undefined ? {} : { name, skuKey: skuKeyOf(name) }),
      updatedAt: nowMs,
    })
    .where(and(eq(image.id, id), eq(image.userId, userId)))
  return findImage(db, userId, id)
}

/** Moves images to categories, all in one batch; ids of other people's images change nothing. Answers how many moved. */
export async function moveImages(
  db: Database,
  userId: string,
  moves: readonly { _id: string; imageCategoryId: string | null }[],
  nowMs: number,
): Promise<number> {
  const idsOfCategory = new Map<string | null, string[]>()
  for (const move of moves) {
    idsOfCategory.set(move.imageCategoryId, [...(idsOfCategory.get(move.imageCategoryId) ?? []), move._id])
  }
  let moved = 0
  for (const [categoryId, ids] of idsOfCategory) {
    const rows = await db
      .update(image)
      .set({ categoryId, updatedAt: nowMs })
      .where(and(eq(image.userId, userId), isOneOf(ids)))
      .returning({ id: image.id })
    moved += rows.length
  }
  return moved
}

/**
 * Deletes images in one batch: items that used them remember that they had one, and every object in R2 is doomed.
 * Answers the ids deleted; ids of other people's images change nothing.
 */
export async function deleteImages(
  db: Database,
  userId: string,
  ids: readonly string[],
  nowMs: number,
): Promise<string[]> {
  const own = and(eq(image.userId, userId), isOneOf(ids))
  const ownIds = db.select({ id: image.id }).from(image).where(own)
  const [, , , rows] = await db.batch([
    doomFilesOf(db, own, nowMs),
    insertFrom(
      db,
      doomedObject,
      { key: sql`${stamp.key}`, createdAt: nowMs },
      sql`FROM ${stamp} WHERE ${stamp.imageId} IN ${ownIds}`,
    ).onConflictDoNothing(),
    db
      .update(printItem)
      .set({ imageId: null, wasImageDeleted: true })
      .where(inArray(printItem.imageId, ownIds)),
    db.delete(image).where(own).returning({ id: image.id }),
  ])
  return rows.map((row) => row.id)
}

/** The row as it crosses the wire. */
export function imageReply(row: ImageWithCategory): Image {
  const hasFile = row.status === "Ingesting" || row.status === "Ready"
  return {
    _id: idSchema.parse(row.id),
    name: row.name,
    status: row.status,
    failureReason: row.failureReason,
    mediaType: row.mediaType,
    file: hasFile ? { path: imagePath(row.id, "source"), name: row.name } : null,
    previewFile: row.status === "Ready" ? { path: imagePath(row.id, "preview") } : null,
    imageCategory:
      row.categoryId !== null && row.categoryName !== null
        ? { _id: idSchema.parse(row.categoryId), name: row.categoryName }
        : null,
    score: row.halfStars / 2,
    widthPx: row.widthPx,
    heightPx: row.heightPx,
    bytes: row.bytes,
    trim: trimOf(row),
    isOpaque: row.isOpaque,
    softShare: row.softShare,
    warnings: row.warnings,
    usedInPrint: row.usedInPrint,
    createdAt: new Date(row.createdAt).toISOString(),
    updatedAt: new Date(row.updatedAt).toISOString(),
  }
}

/** Below `/api/`. */
export function imagePath(id: string, noun: "source" | "preview"): string {
  return `files/images/${id}/${noun}`
}

export function trimOf(row: Pick<ImageRow, "trimX" | "trimY" | "trimWidth" | "trimHeight">): Image["trim"] {
  const { trimX, trimY, trimWidth, trimHeight } = row
  if (trimX === null || trimY === null || trimWidth === null || trimHeight === null) return null
  return { x: trimX, y: trimY, width: trimWidth, height: trimHeight }
}

/** Dooms every object that these images may have in R2. */
export function doomFilesOf(db: Database, where: SQL | undefined, nowMs: number) {
  return insertFrom(
    db,
    doomedObject,
    { key: sql`'images/' || ${image.id} || '/' || noun.value`, createdAt: nowMs },
    sql`FROM ${image}, json_each('["source", "master", "preview", "silhouette"]') AS noun WHERE ${where}`,
  ).onConflictDoNothing()
}

/** D1 binds at most 100 parameters a statement: a list of ids travels as one. */
export function isOneOf(ids: readonly string[]) {
  return sql`${image.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`
}
