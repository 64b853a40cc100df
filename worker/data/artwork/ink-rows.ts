import { and, eq, sql } from "drizzle-orm"
import type { InkCode } from "../../../contract/artwork/ink.ts"
import type { Id } from "../../../contract/id.ts"
import type { Database } from "../database.ts"
import { insertFrom, jsonParts, member } from "../insert-from.ts"
import { namedBatch } from "../prints/named-batch.ts"
import type { SheetTemplateRow } from "../prints/sheet-template-rows.ts"
import type { Reader } from "../reader.ts"
import type { ImageRow } from "./image-rows.ts"
import { image, imageInk } from "./tables.ts"
import { areTurnsMoving, countWaiting, endTurn, waitingSince } from "./waiting-rows.ts"

export type InkRow = typeof imageInk.$inferSelect
type InkKey = Pick<InkRow, "imageId" | "digest">

/** The checks that an account keeps: those that somebody has looked at last, some 20 MB. */
const MAX_KEPT = 20_000

/** The columns of an image that a check of its ink depends on. */
export type InkImage = Pick<
  ImageRow,
  | "id"
  | "userId"
  | "status"
  | "mediaType"
  | "masterKey"
  | "madeMends"
  | "widthPx"
  | "heightPx"
  | "trimX"
  | "trimY"
  | "trimWidth"
  | "trimHeight"
  | "inkDigest"
  | "fields"
  | "layers"
> & {
  missingFonts: string
  /** JSON: the fonts that its placed texts name, and that its account has no more. */
  lostFonts: string
  inkAccepted: string
  inkRules: string
}

/** The own fonts that the placed texts of `image` name in vain; those of the library are always there. */
const lostFonts = sql<string>`(SELECT json_group_array(DISTINCT value ->> 'fontId' ORDER BY value ->> 'fontId')
  FROM json_each(image.layers) WHERE value ->> 'fontId' NOT LIKE 'library:%'
    AND NOT EXISTS (SELECT 1 FROM font WHERE font.id = value ->> 'fontId' AND font.user_id = image.user_id))`

const inkColumns = sql`image.id, image.user_id AS "userId", status, media_type AS "mediaType", master_key AS "masterKey", made_mends AS "madeMends",
  width_px AS "widthPx", height_px AS "heightPx", trim_x AS "trimX", trim_y AS "trimY", trim_width AS "trimWidth",
  trim_height AS "trimHeight", ink_digest AS "inkDigest", fields, layers, missing_fonts AS "missingFonts", ${lostFonts} AS "lostFonts",
  ink_accepted AS "inkAccepted", (SELECT ink_rules FROM user WHERE user.id = image.user_id) AS "inkRules"`

export async function findInkImages(read: Reader, ids: readonly Id[]): Promise<InkImage[]> {
  const [rows] = await read(
    sql<InkImage>`SELECT ${inkColumns} FROM image WHERE image.id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`,
  )
  return rows
}

/** Deletes waiting checks of an image that are of no use any more. */
export async function dropInk(
  db: Database,
  imageId: Id,
  checks: readonly Pick<InkRow, "digest">[],
): Promise<void> {
  const digests = JSON.stringify(checks.map(({ digest }) => digest))
  await db
    .delete(imageInk)
    .where(
      sql`${imageInk.imageId} = ${imageId} AND ${imageInk.state} = 'waiting' AND ${imageInk.digest} IN (SELECT value FROM json_each(${digests}))`,
    )
}

/** The columns of a template that decide about ink. */
export type InkTemplate = Pick<SheetTemplateRow, "id" | "userId" | "trim" | "dpi" | "ink" | "destinationId">

/**
 * Finds images with a template of this user, or with the default one for null or where there is no such. It is null if
 * there is none, or no image.
 */
export async function findInkImagesUnder(
  read: Reader,
  { userId, ids, sheetTemplateId }: { userId: Id; ids: readonly Id[]; sheetTemplateId: Id | null },
): Promise<{ images: InkImage[]; template: InkTemplate | null }> {
  const chosen = sql`(SELECT id FROM sheet_template WHERE user_id = ${userId} AND (id = ${sheetTemplateId} OR is_default = 1)
    ORDER BY id IS ${sheetTemplateId} DESC LIMIT 1)`
  const [rows] = await read(
    sql<InkImage & { template: string | null }>`SELECT ${inkColumns}, CASE WHEN template.id IS NOT NULL
      THEN json_object('id', template.id, 'trim', template.trim, 'dpi', template.dpi, 'ink', json(template.ink), 'destinationId', template.destination_id) END AS "template"
      FROM image LEFT JOIN sheet_template AS template ON template.id = ${chosen}
      WHERE image.id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`,
  )
  const { template: json = null } = rows.at(0) ?? {}
  const template = json === null ? null : JSON.parse(json)
  return { images: rows, template: template && { ...template, userId, trim: template.trim === 1 } }
}

/** A check as it was stored: `findings` is JSON. */
export type KnownInk = Pick<InkRow, "imageId" | "digest" | "state" | "failureReason" | "lastUsedAt"> & {
  findings: string
}

/** Finds those of these checks that were ever asked for. */
export async function findInkRows(
  read: Reader,
  keys: readonly Pick<InkRow, "imageId" | "digest">[],
): Promise<KnownInk[]> {
  const parts = jsonParts(keys).map(
    (
      part,
    ) => sql<KnownInk>`SELECT image_ink.image_id AS "imageId", digest, state, failure_reason AS "failureReason", findings, last_used_at AS "lastUsedAt"
      FROM json_each(${part}) AS wanted CROSS JOIN image_ink
      ON image_ink.image_id = wanted.value ->> 'imageId' AND image_ink.digest = wanted.value ->> 'digest'`,
  )
  return (await read(...parts)).flat()
}

/** Notes that these checks are still looked at. */
export async function touchInk(
  db: Database,
  keys: readonly Pick<InkRow, "imageId" | "digest">[],
  nowMs: number,
): Promise<void> {
  await namedBatch(db, {
    touched: jsonParts(keys.map(({ imageId, digest }) => ({ imageId, digest }))).map((part) =>
      db
        .update(imageInk)
        .set({ lastUsedAt: nowMs })
        .where(
          sql`(${imageInk.imageId}, ${imageInk.digest}) IN (SELECT ${member("imageId")}, ${member("digest")} FROM json_each(${part}))`,
        ),
    ),
  })
}

type NewInk = {
  rows: readonly Pick<InkRow, "imageId" | "digest" | "asked">[]
  /** The most checks that the account may have waiting in all. */
  most: number
  nowMs: number
}

/**
 * Adds checks that the press has to make, as many as there is room for, and forgets those that nobody has looked at
 * for longest, beyond what an account keeps. Returns how many are new, and whether turns were under way before, which
 * make them as well; a repeat adds nothing.
 */
export async function insertInkRows(
  db: Database,
  userId: Id,
  { rows, most, nowMs }: NewInk,
): Promise<{ wereMoving: boolean; added: number }> {
  const waiting = countWaiting(imageInk, sql`${userId}`)
  const { before, added } = await namedBatch(db, {
    before: db.select({ isMoving: areTurnsMoving(imageInk, userId, nowMs) }).from(sql`(SELECT 1)`),
    added: jsonParts(rows).map((part) =>
      insertFrom(
        db,
        imageInk,
        {
          imageId: member("imageId"),
          userId,
          digest: member("digest"),
          asked: member("asked"),
          state: "waiting",
          retryAt: nowMs,
          createdAt: nowMs,
          lastUsedAt: nowMs,
        },
        sql`FROM json_each(${part}) WHERE EXISTS (SELECT 1 FROM ${image} WHERE ${image.id} = ${member("imageId")})
          ORDER BY key LIMIT max(0, ${most} - ${waiting})`,
      )
        .onConflictDoNothing()
        .returning({ digest: imageInk.digest }),
    ),
    dropped: db.delete(imageInk).where(
      sql`${imageInk}.rowid IN (SELECT rowid FROM ${imageInk} WHERE ${imageInk.userId} = ${userId} AND ${imageInk.retryAt} IS NULL
        ORDER BY ${imageInk.lastUsedAt} DESC LIMIT -1 OFFSET ${MAX_KEPT})`,
    ),
  })
  return { wereMoving: before[0].isMoving === 1, added: added.flat().length }
}

/** Ends checks that have waited since before `beforeMs`, with the reason why they were not made. */
export async function giveUpInk(
  db: Database,
  failureReason: string,
  { beforeMs, limit }: { beforeMs: number; limit: number },
): Promise<void> {
  await db
    .update(imageInk)
    .set({ state: "failed", failureReason, retryAt: null })
    .where(sql`${imageInk}.rowid IN ${waitingSince(imageInk, beforeMs, limit)}`)
}

/** Names the check at an image's own width, and takes over its marks if it was made. */
export async function setOwnInk(
  db: Database,
  { imageId, digest }: Pick<InkRow, "imageId" | "digest">,
): Promise<void> {
  const made = sql`(SELECT ${marks} FROM ${imageInk} WHERE ${isRow({ imageId, digest })} AND ${imageInk.state} = 'ready')`
  await db
    .update(image)
    .set({ inkDigest: digest, inkMarks: sql`coalesce(${made}, ${image.inkMarks})` })
    .where(eq(image.id, imageId))
}

/** The findings of a check in short, as JSON, in their order. */
const marks = sql`(SELECT json_group_array(json_object('code', value ->> 'code', 'severity', value ->> 'severity') ORDER BY key)
  FROM json_each(${imageInk.findings}))`

/** What a check has found, or why it was not made. */
export type InkOutcome = Pick<InkRow, "failureReason" | "findings"> & { state: "ready" | "failed" }
export type MadeInk = InkKey & InkOutcome

/** Ends a turn, as `endTurn` does, and stores what it has found. A check that was stored before stays as it is. */
export async function endInkTurn(
  db: Database,
  userId: Id,
  { made, ...unmade }: { made: readonly MadeInk[]; others: readonly InkKey[]; failed: readonly InkKey[] },
  nowMs: number,
): ReturnType<typeof endTurn> {
  const stored = (made.length > 0 ? jsonParts(made) : []).flatMap((part) => [
    db
      .update(imageInk)
      .set({
        state: member("state"),
        failureReason: member("failureReason"),
        findings: member("findings"),
        retryAt: null,
      })
      .from(sql`json_each(${part})`)
      .where(
        sql`${imageInk.imageId} = ${member("imageId")} AND ${imageInk.digest} = ${member("digest")} AND ${imageInk.state} = 'waiting'`,
      ),
    db
      .update(image)
      .set({
        inkMarks: sql`(SELECT ${marks} FROM ${imageInk} WHERE ${imageInk.imageId} = ${image.id} AND ${imageInk.digest} = ${image.inkDigest})`,
      })
      .where(
        sql`(${image.id}, ${image.inkDigest}) IN (SELECT ${member("imageId")}, ${member("digest")} FROM json_each(${part}))`,
      ),
  ])
  return endTurn(db, imageInk, userId, { ...unmade, stored }, nowMs)
}

/** The check at an image's own width, as its reading made it. */
export type NewOwnInk = Pick<InkRow, "digest" | "asked"> & InkOutcome

/** Returns the columns of an image that tell of the check at its own width. */
export function ownInkSet(ink: NewOwnInk | null) {
  if (ink === null) return {}
  return {
    inkDigest: ink.digest,
    inkMarks: ink.findings.map(({ code, severity }) => ({ code, severity })),
  }
}

/** Stores that check, once the image names it, as a statement for a batch. */
export function ownInkInsert(
  db: Database,
  { id: imageId, userId }: Pick<ImageRow, "id" | "userId">,
  ink: NewOwnInk,
  nowMs: number,
) {
  return insertFrom(
    db,
    imageInk,
    { ...ink, imageId, userId, createdAt: nowMs, lastUsedAt: nowMs },
    sql`WHERE EXISTS (SELECT 1 FROM ${image} WHERE ${image.id} = ${imageId} AND ${image.inkDigest} = ${ink.digest})`,
  ).onConflictDoNothing()
}

/** Remembers the codes of findings that a seller knows; false if this user has no such image. */
export async function setInkAccepted(
  db: Database,
  { id, userId }: { id: Id; userId: Id },
  codes: readonly InkCode[],
): Promise<boolean> {
  const rows = await db
    .update(image)
    .set({ inkAccepted: [...new Set(codes)] })
    .where(and(eq(image.id, id), eq(image.userId, userId)))
    .returning({ id: image.id })
  return rows.length === 1
}

function isRow({ imageId, digest }: InkKey) {
  return and(eq(imageInk.imageId, imageId), eq(imageInk.digest, digest))
}
