import { and, eq, type SQL, sql } from "drizzle-orm"
import type { DoerMark } from "../../../contract/accounts/doer.ts"
import type { MediaType } from "../../../contract/artwork/artwork-kind.ts"
import type { Id } from "../../../contract/id.ts"
import { MAX_IMAGES } from "../../../contract/limit.ts"
import { user } from "../accounts/tables.ts"
import type { Database } from "../database.ts"
import { deleteObjectsLater } from "../operations/object-to-delete-rows.ts"
import { objectToDelete } from "../operations/tables.ts"
import { namedBatch } from "../prints/named-batch.ts"
import {
  deleteImageFilesLater,
  hasOwnTextSql,
  type ImageRow,
  imageKeys,
  isMade,
  skuKeyOf,
} from "./image-rows.ts"
import { doReadingsWait } from "./image-turn-rows.ts"
import { type NewOwnInk, ownInkInsert, ownInkSet } from "./ink-rows.ts"
import { image } from "./tables.ts"

/** A completely uploaded file, at its source key. */
export type ArrivedUpload = {
  id: Id
  userId: Id
  name: string
  categoryId: Id | null
  halfStars: number
  requestKey: string | null
  bytes: number
  mediaType: MediaType
  uploadedBy: DoerMark | null
}

/**
 * Writes the rows of one request's files, all or none. Returns for each whether it was written. A file
 * was not if its request key has made an image before; read that one then.
 */
export async function insertUploads(
  db: Database,
  uploads: readonly ArrivedUpload[],
  nowMs: number,
): Promise<boolean[]> {
  const inserts = uploads.map((upload) =>
    db
      .insert(image)
      .values({
        ...upload,
        // The category may have been deleted during the upload.
        categoryId: upload.categoryId && sql`(SELECT id FROM image_category WHERE id = ${upload.categoryId})`,
        status: "Ingesting",
        mends: sql`coalesce((SELECT ${user.mends} FROM ${user} WHERE ${user.id} = ${upload.userId}), '[]')`,
        skuKey: skuKeyOf(upload.name),
        sourceKey: imageKeys(upload.id).source,
        isOpaque: false,
        createdAt: nowMs,
        updatedAt: nowMs,
      })
      .onConflictDoNothing({ target: [image.userId, image.requestKey] })
      .returning({ id: image.id }),
  )
  const { inserted } = await namedBatch(db, { inserted: inserts })
  return inserted.map((rows) => rows.length === 1)
}

/** Returns true if a library has room for an image; concurrent uploads may exceed it by their number. */
export async function hasImageRoom(db: Database, userId: Id): Promise<boolean> {
  const [row] = await db.all<{ hasRoom: number }>(
    sql`SELECT count(*) < ${MAX_IMAGES} AS hasRoom FROM ${image} WHERE ${image.userId} = ${userId}`,
  )
  return row.hasRoom === 1
}

/** Finds the image that this request key made, if any. */
export async function findUploadByRequest(
  db: Database,
  userId: Id,
  requestKey: string,
): Promise<Pick<ImageRow, "id" | "name" | "status" | "failureReason"> | null> {
  const [row] = await db
    .select({ id: image.id, name: image.name, status: image.status, failureReason: image.failureReason })
    .from(image)
    .where(and(eq(image.userId, userId), eq(image.requestKey, requestKey)))
  return row ?? null
}

/** The measurements of ingest; `mends` if they were switched off. */
export type Ingested = Pick<
  ImageRow,
  | "masterKey"
  | "previewKey"
  | "widthPx"
  | "heightPx"
  | "trimX"
  | "trimY"
  | "trimWidth"
  | "trimHeight"
  | "isOpaque"
  | "softShare"
  | "warnings"
  | "fields"
  | "missingFonts"
  | "madeMends"
> & { mends?: string }

/** The reading of an image; `ink` is null where its ink is as it was. */
type Reading = { read: Ingested; ink: NewOwnInk | null }

/**
 * Marks an image as Ready after ingest, and tells whether others of its account wait for their turn; null, with nothing
 * changed, if the row has moved on.
 */
export async function markReady(
  db: Database,
  row: Pick<ImageRow, "id" | "userId">,
  { read, ink }: Reading,
  nowMs: number,
): Promise<{ doOthersWait: boolean } | null> {
  const { marked } = await namedBatch(db, {
    marked: db
      .update(image)
      .set({ ...read, ...ownInkSet(ink), status: "Ready", retryAt: null, updatedAt: nowMs })
      .where(and(eq(image.id, row.id), eq(image.status, "Ingesting")))
      .returning({ doOthersWait: doReadingsWait(row) }),
    undeleted: masterKept(db, row.id),
    ink: ink && ownInkInsert(db, row, ink, nowMs),
  })
  const [first] = marked
  return first ? { doOthersWait: first.doOthersWait === 1 } : null
}

/**
 * Replaces a Ready image's data by those of a new reading; old outlines, and an old
 * picture with mends, go once no print needs them. Returns false, with nothing changed, if its fields, texts, fonts or
 * mends were changed, it was to be read once more, or it was deleted meanwhile.
 */
export async function markReadAgain(
  db: Database,
  row: ImageRow,
  { read, ink }: Reading,
  nowMs: number,
): Promise<boolean> {
  const isSame = sql`${image.id} = ${row.id} AND ${image.status} = 'Ready' AND ${image.retryAt} = ${row.retryAt} AND ${image.fields} = ${row.fields} AND ${image.layers} = ${row.layers} AND ${image.fontReplacements} = ${row.fontReplacements} AND ${image.mends} = ${row.mends}`
  const { marked } = await namedBatch(db, {
    files: deleteObjectsLater(
      db,
      row.masterKey !== null && row.masterKey !== read.masterKey ? [row.masterKey] : [],
      nowMs,
      sql`${isMade(sql`value`)} AND EXISTS (SELECT 1 FROM ${image} WHERE ${isSame})`,
    ),
    marked: db
      .update(image)
      // The file has its fields as before: the seller's stay.
      .set({ ...read, ...ownInkSet(ink), fields: undefined, retryAt: null, updatedAt: nowMs })
      .where(isSame)
      .returning({ id: image.id }),
    undeleted: masterKept(db, row.id),
    ink: ink && ownInkInsert(db, row, ink, nowMs),
  })
  return marked.length === 1
}

/** Keeps the master that an image names, for a batch: its key is by content, and may be that of one before the last. */
function masterKept(db: Database, id: Id) {
  return db
    .delete(objectToDelete)
    .where(sql`${objectToDelete.key} = (SELECT ${image.masterKey} FROM ${image} WHERE ${image.id} = ${id})`)
}

/** The beginning of the warning that an image is shown as it was before a change, until its next reading. */
export const KEPT_WARNING = "It could not be drawn again and was not changed."

/** Notes that a Ready image could not be read again; it is not tried once more until it changes. */
export async function keepAsItWas(
  db: Database,
  { id, retryAt, warnings, fields, layers, fontReplacements, mends }: ImageRow,
  reason: string,
): Promise<void> {
  const others = warnings.filter((words) => !words.startsWith(KEPT_WARNING))
  await db
    .update(image)
    .set({ retryAt: null, warnings: [...others, `${KEPT_WARNING} ${reason}`] })
    .where(
      and(
        eq(image.id, id),
        eq(image.status, "Ready"),
        sql`${image.retryAt} IS ${retryAt}`,
        eq(image.fields, fields),
        eq(image.layers, layers),
        eq(image.fontReplacements, fontReplacements),
        eq(image.mends, mends),
      ),
    )
}

/** Lists images of this account whose text waits for fonts, with the families that it names. */
export function listImagesWithoutFonts(
  db: Database,
  userId: Id,
): Promise<{ id: Id; missingFonts: string[] }[]> {
  return (
    db
      .select({ id: image.id, missingFonts: image.missingFonts })
      .from(image)
      // This is written exactly as in the partial index.
      .where(sql`${image.userId} = ${userId} AND ${image.missingFonts} <> '[]'`)
      .limit(MAX_IMAGES)
  )
}

/** Has these Ready images read again from `atMs` on, as a statement for a batch. */
export function imagesReadAgain(db: Database, ids: readonly Id[], atMs: number) {
  return db
    .update(image)
    .set({ retryAt: atMs })
    .where(
      sql`${image.status} = 'Ready' AND ${image.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`,
    )
}

/**
 * Has images read again, as a statement for a batch, whose texts may be drawn in other fonts once these come or go:
 * those that are set in them by choice, and those whose own text has fields, which finds fonts by name for each piece.
 * `fontIds` selects.
 */
export function imagesOfFontsReadAgain(db: Database, userId: Id, fontIds: SQL, atMs: number) {
  return db
    .update(image)
    .set({ retryAt: atMs })
    .where(
      sql`${image.userId} = ${userId} AND ${image.status} = 'Ready' AND (${hasOwnTextSql} OR EXISTS (
        SELECT 1 FROM (SELECT value FROM json_each(${image.layers}) UNION ALL SELECT value FROM json_each(${image.fontReplacements})) AS named
        WHERE named.value ->> 'fontId' IN (${fontIds})))`,
    )
}

/** Fails an Ingesting image; notes its files for deletion. False if it has moved on. */
export async function markFailed(db: Database, id: Id, reason: string, nowMs: number): Promise<boolean> {
  const isOpen = and(eq(image.id, id), eq(image.status, "Ingesting"))
  const { failed } = await namedBatch(db, {
    files: deleteImageFilesLater(db, isOpen, nowMs),
    failed: db
      .update(image)
      .set({
        status: "Failed",
        failureReason: reason,
        sourceKey: null,
        masterKey: null,
        previewKey: null,
        updatedAt: nowMs,
      })
      .where(isOpen)
      .returning({ id: image.id }),
  })
  return failed.length === 1
}

/** Deletes the files of an image that ended, unless an undo or a later job has brought it back. */
export async function discardFiles(db: Database, id: Id, nowMs: number): Promise<void> {
  const isThere = sql`EXISTS (SELECT 1 FROM ${image} WHERE ${image.id} = ${id} AND ${image.status} IN ('Ready', 'Ingesting'))`
  await deleteObjectsLater(db, Object.values(imageKeys(id)), nowMs, sql`NOT ${isThere}`)
}
