import { and, asc, eq, inArray, lt } from "drizzle-orm"
import type { Id } from "../../contract/id.ts"
import type { Database } from "./database.ts"
import { doomFilesOf, type ImageRow, imageKeys, isOneOf, type MediaType, skuKeyOf } from "./image.ts"
import { image } from "./schema.ts"

/** What has become of a file by the time its row is written. */
export type UploadState =
  | { status: "Uploading"; uploadId: string }
  | { status: "Ingesting"; bytes: number; mediaType: MediaType }
  | { status: "Failed"; failureReason: string }

/**
 * The row of a file: while its bytes arrive, with R2's upload id so that a sweep can abort what a lost request leaves open,
 * or once they are all at its source key. False, and nothing written, where its request key has made an image before: look
 * for that one then.
 */
export async function insertUpload(
  db: Database,
  row: {
    id: Id
    userId: string
    name: string
    categoryId: string | null
    halfStars: number
    requestKey: string | null
    nowMs: number
  },
  state: UploadState,
): Promise<boolean> {
  const { nowMs, ...rest } = row
  const rows = await db
    .insert(image)
    .values({
      ...rest,
      ...state,
      skuKey: skuKeyOf(row.name),
      sourceKey: state.status === "Failed" ? null : imageKeys(row.id).source,
      isOpaque: false,
      createdAt: nowMs,
      updatedAt: nowMs,
    })
    .onConflictDoNothing({ target: [image.userId, image.requestKey] })
    .returning({ id: image.id })
  return rows.length === 1
}

/** What this request key has made, if it has. */
export async function findUploadByRequest(
  db: Database,
  userId: string,
  requestKey: string,
): Promise<Pick<ImageRow, "id" | "name" | "status" | "failureReason"> | null> {
  const [row] = await db
    .select({ id: image.id, name: image.name, status: image.status, failureReason: image.failureReason })
    .from(image)
    .where(and(eq(image.userId, userId), eq(image.requestKey, requestKey)))
  return row ?? null
}

/** The bytes are all there: Uploading → Ingesting. False when the row has moved on. */
export async function markUploaded(
  db: Database,
  id: Id,
  file: { bytes: number; mediaType: MediaType; nowMs: number },
): Promise<boolean> {
  const rows = await db
    .update(image)
    .set({
      status: "Ingesting",
      bytes: file.bytes,
      mediaType: file.mediaType,
      uploadId: null,
      updatedAt: file.nowMs,
    })
    .where(and(eq(image.id, id), eq(image.status, "Uploading")))
    .returning({ id: image.id })
  return rows.length === 1
}

/** Category and score that came after the files they are for. */
export async function setUploadFields(
  db: Database,
  userId: string,
  ids: readonly string[],
  fields: { categoryId: string | null; halfStars: number },
): Promise<void> {
  await db
    .update(image)
    .set(fields)
    .where(and(eq(image.userId, userId), isOneOf(ids)))
}

/** An upload that was broken off leaves nothing: the row goes, and the key is doomed in case bytes arrived. */
export async function deleteUpload(db: Database, id: string, nowMs: number): Promise<void> {
  const isUploading = and(eq(image.id, id), eq(image.status, "Uploading"))
  await db.batch([doomFilesOf(db, isUploading, nowMs), db.delete(image).where(isUploading)])
}

/** What ingest measured. */
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
>

/** Ingesting → Ready. False when the row has moved on: then nothing changed. */
export async function markReady(
  db: Database,
  id: string,
  ingested: Ingested,
  nowMs: number,
): Promise<boolean> {
  const rows = await db
    .update(image)
    .set({ ...ingested, status: "Ready", updatedAt: nowMs })
    .where(and(eq(image.id, id), eq(image.status, "Ingesting")))
    .returning({ id: image.id })
  return rows.length === 1
}

/** Uploading or Ingesting → Failed, with words for the seller; its files are doomed. False when it has moved on. */
export async function markFailed(db: Database, id: string, reason: string, nowMs: number): Promise<boolean> {
  const isOpen = and(eq(image.id, id), inArray(image.status, ["Uploading", "Ingesting"]))
  const [, rows] = await db.batch([
    doomFilesOf(db, isOpen, nowMs),
    db
      .update(image)
      .set({
        status: "Failed",
        failureReason: reason,
        sourceKey: null,
        masterKey: null,
        previewKey: null,
        uploadId: null,
        updatedAt: nowMs,
      })
      .where(isOpen)
      .returning({ id: image.id }),
  ])
  return rows.length === 1
}

/** Images that have been in this state since before `beforeMs`, oldest first. */
export async function listStalledImages(
  db: Database,
  status: "Uploading" | "Ingesting",
  beforeMs: number,
  limit: number,
): Promise<ImageRow[]> {
  return db
    .select()
    .from(image)
    .where(and(eq(image.status, status), lt(image.updatedAt, beforeMs)))
    .orderBy(asc(image.updatedAt))
    .limit(limit)
}

/** Starts the waiting time anew, for rows that were queued again. */
export async function touchImages(db: Database, ids: readonly string[], nowMs: number): Promise<void> {
  await db.update(image).set({ updatedAt: nowMs }).where(isOneOf(ids))
}
