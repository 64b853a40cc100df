import { and, eq, type SQL, sql } from "drizzle-orm"
import type { Id } from "../../../contract/id.ts"
import { MAX_PRINTED_PIECES } from "../../../contract/limit.ts"
import { image, imageVariant } from "../artwork/tables.ts"
import { areTurnsMoving, countWaiting, waitingSince } from "../artwork/waiting-rows.ts"
import type { Database } from "../database.ts"
import { insertFrom, jsonParts, member } from "../insert-from.ts"
import { objectToDelete } from "../operations/tables.ts"
import { namedBatch } from "../prints/named-batch.ts"
import type { Reader } from "../reader.ts"

export type VariantRow = typeof imageVariant.$inferSelect

/** Returns the R2 keys of an image with one set of values; its public paths use the same nouns. */
export function variantKeys(
  imageId: Id,
  digest: string,
): { master: string; mended: string; look: string; preview: string; silhouette: string } {
  const folder = `images/${imageId}/variants/${digest}`
  return {
    master: `${folder}/master`,
    /** The picture with mends in place of that drawing. */
    mended: `${folder}/mended`,
    look: `${folder}/look`,
    /** The parts of the look as versions before stored them, beside an `overlay`, which the piece's row names. */
    preview: `${folder}/preview`,
    silhouette: `${folder}/silhouette`,
  }
}

/** Returns the folder of the piece that a stamp is cut from, by its files; null without values. */
export function pieceFolderOf(stamp: { overlayKey: string | null; sourceKey: string }): string | null {
  const key = stamp.overlayKey ?? stamp.sourceKey
  return /^images\/[^/]+\/variants\/[^/]+(?=\/)/.exec(key)?.[0] ?? null
}

/** The columns of an image on which its pieces depend. */
export type PieceImage = Pick<
  typeof image.$inferSelect,
  | "id"
  | "userId"
  | "status"
  | "mediaType"
  | "masterKey"
  | "madeMends"
  | "fields"
  | "layers"
  | "fontReplacements"
>
type KnownVariant = Pick<
  VariantRow,
  | "imageId"
  | "digest"
  | "fieldValues"
  | "state"
  | "failureReason"
  | "sourceKey"
  | "overlayKey"
  | "widthPx"
  | "heightPx"
  | "trimX"
  | "trimY"
  | "trimWidth"
  | "trimHeight"
  | "softShare"
  | "lastUsedAt"
> & { isOpaque: number; baseBox: string | null }

/** Finds the images of these pieces, and every variant that was ever made with such values. */
export async function findVariants(
  read: Reader,
  wanted: readonly { imageId: Id; fieldValues: string }[],
): Promise<{ images: PieceImage[]; variants: KnownVariant[] }> {
  const ids = JSON.stringify([...new Set(wanted.map(({ imageId }) => imageId))])
  const images = sql<PieceImage>`SELECT id, user_id AS "userId", status, media_type AS "mediaType", master_key AS "masterKey", made_mends AS "madeMends", fields, layers, font_replacements AS "fontReplacements"
    FROM image WHERE id IN (SELECT value FROM json_each(${ids}))`
  const known = jsonParts(wanted).map(
    (part) => sql<KnownVariant>`
    SELECT image_variant.image_id AS "imageId", digest, field_values AS "fieldValues", state, failure_reason AS "failureReason",
      source_key AS "sourceKey", base_box AS "baseBox", overlay_key AS "overlayKey", width_px AS "widthPx", height_px AS "heightPx", trim_x AS "trimX", trim_y AS "trimY",
      trim_width AS "trimWidth", trim_height AS "trimHeight", is_opaque AS "isOpaque", soft_share AS "softShare", last_used_at AS "lastUsedAt"
    FROM json_each(${part}) AS wanted CROSS JOIN image_variant
      ON image_variant.image_id = wanted.value ->> 'imageId' AND image_variant.field_values = wanted.value ->> 'fieldValues'`,
  )
  const [pieceImages, ...variants] = await read<[PieceImage, ...KnownVariant[]]>(images, ...known)
  return { images: pieceImages, variants: variants.flat() }
}

type NewVariants = {
  userId: Id
  rows: readonly Pick<VariantRow, "imageId" | "digest" | "fieldValues" | "printed">[]
  /** The most pieces that the account may have waiting in all; null: any number, and of printed sizes as well. */
  most: number | null
  nowMs: number
}

/**
 * Adds an account's pieces that wait to be drawn, each part whole or not at all. Returns how many
 * waited before, whether turns were under way that draw these as well, how many are new, and whether there was no room for
 * those of printed sizes; those of images that are gone are not added.
 */
export async function insertVariants(
  db: Database,
  { userId, rows, most, nowMs }: NewVariants,
): Promise<{ waitedBefore: number; wereMoving: boolean; added: number; isFull: boolean }> {
  const waiting = countWaiting(imageVariant, sql`${userId}`)
  const room = (part: string) =>
    most === null
      ? sql`true`
      : sql`${waiting} + json_array_length(${part}) <= ${most} AND (${member("printed")} IS NULL OR ${printedRoom(userId)} > 0)`
  const printed = rows.filter((row) => row.printed !== null).length
  const inserts = jsonParts(rows).map((part) =>
    insertFrom(
      db,
      imageVariant,
      {
        imageId: member("imageId"),
        digest: member("digest"),
        fieldValues: member("fieldValues"),
        userId: sql`iif(${member("printed")} IS NULL, NULL, ${userId})`,
        printed: member("printed"),
        state: "waiting",
        isOpaque: false,
        retryAt: nowMs,
        createdAt: nowMs,
        lastUsedAt: nowMs,
      },
      sql`FROM json_each(${part}) WHERE ${room(part)} AND EXISTS (SELECT 1 FROM ${image} WHERE ${image.id} = ${member("imageId")})`,
    )
      .onConflictDoNothing()
      .returning({ imageId: imageVariant.imageId, digest: imageVariant.digest }),
  )
  const [[before], ...added] = await db.batch([
    db
      .select({
        total: waiting,
        isMoving: areTurnsMoving(imageVariant, userId, nowMs),
        room: printed === 0 || most === null ? sql<null>`NULL` : printedRoom(userId),
      })
      .from(sql`(SELECT 1)`),
    ...inserts,
  ])
  return {
    waitedBefore: before.total,
    wereMoving: before.isMoving === 1,
    added: added.flat().length,
    isFull: before.room !== null && before.room <= 0,
  }
}

/** Counts, as an expression, the pieces of printed sizes that an account may still have drawn. */
function printedRoom(userId: Id): SQL<number> {
  return sql`(SELECT ${MAX_PRINTED_PIECES} + owner.used_credits - (SELECT count(*) FROM image_variant AS kept WHERE kept.user_id = owner.id)
    FROM user AS owner WHERE owner.id = ${userId})`
}

/** Notes that these pieces are still used. */
export async function touchVariants(
  db: Database,
  rows: readonly Pick<VariantRow, "imageId" | "digest">[],
  nowMs: number,
): Promise<void> {
  await namedBatch(db, {
    touched: jsonParts(rows).map((part) =>
      db
        .update(imageVariant)
        .set({ lastUsedAt: nowMs })
        .where(
          sql`(${imageVariant.imageId}, ${imageVariant.digest}) IN (SELECT ${member("imageId")}, ${member("digest")} FROM json_each(${part}))`,
        ),
    ),
  })
}

/** The look of a piece, or why it cannot be printed. */
export type DrawnVariant = Pick<
  VariantRow,
  | "digest"
  | "state"
  | "failureReason"
  | "sourceKey"
  | "baseBox"
  | "overlayKey"
  | "widthPx"
  | "heightPx"
  | "trimX"
  | "trimY"
  | "trimWidth"
  | "trimHeight"
  | "isOpaque"
  | "softShare"
>

/** Stores drawn pieces in one statement. A piece that was stored before, or is gone, stays as it is. */
export async function markVariants(db: Database, imageId: Id, drawn: readonly DrawnVariant[]): Promise<void> {
  await namedBatch(db, {
    marked: (drawn.length > 0 ? jsonParts(drawn) : []).map((part) =>
      db
        .update(imageVariant)
        .set({
          state: member("state"),
          failureReason: member("failureReason"),
          sourceKey: member("sourceKey"),
          baseBox: member("baseBox"),
          overlayKey: member("overlayKey"),
          widthPx: member("widthPx"),
          heightPx: member("heightPx"),
          trimX: member("trimX"),
          trimY: member("trimY"),
          trimWidth: member("trimWidth"),
          trimHeight: member("trimHeight"),
          isOpaque: member("isOpaque"),
          softShare: member("softShare"),
          retryAt: null,
        })
        .from(sql`json_each(${part})`)
        .where(
          and(
            eq(imageVariant.imageId, imageId),
            eq(imageVariant.digest, member("digest")),
            eq(imageVariant.state, "waiting"),
          ),
        ),
    ),
  })
}

/** Forgets waiting pieces whose image has another look by now, with the files that may exist of them. */
export async function dropVariants(
  db: Database,
  imageId: Id,
  rows: readonly Pick<VariantRow, "digest">[],
  nowMs: number,
): Promise<void> {
  const digests = JSON.stringify(rows.map(({ digest }) => digest))
  const isDropped = sql`${imageVariant.imageId} = ${imageId} AND ${imageVariant.state} = 'waiting' AND ${imageVariant.digest} IN (SELECT value FROM json_each(${digests}))`
  await namedBatch(db, {
    files: variantFilesDelete(db, isDropped, nowMs),
    dropped: db.delete(imageVariant).where(isDropped),
  })
}

/** Forgets pieces that have waited since before `beforeMs`: the next request queues one again. */
export async function dropHopelessVariants(
  db: Database,
  beforeMs: number,
  limit: number,
  nowMs: number,
): Promise<void> {
  const isHopeless = sql`${imageVariant}.rowid IN ${waitingSince(imageVariant, beforeMs, limit)}`
  await namedBatch(db, {
    files: variantFilesDelete(db, isHopeless, nowMs),
    dropped: db.delete(imageVariant).where(isHopeless),
  })
}

/** Deletes pieces unused since `beforeMs`, files included; returns how many. */
export async function deleteUnusedVariants(
  db: Database,
  beforeMs: number,
  limit: number,
  nowMs: number,
): Promise<number> {
  const isUnused = sql`${imageVariant}.rowid IN (SELECT rowid FROM ${imageVariant} WHERE ${imageVariant.lastUsedAt} < ${beforeMs}
    ORDER BY ${imageVariant.lastUsedAt} LIMIT ${limit})`
  const { deleted } = await namedBatch(db, {
    files: variantFilesDelete(db, isUnused, nowMs),
    deleted: db.delete(imageVariant).where(isUnused).returning({ digest: imageVariant.digest }),
  })
  return deleted.length
}

/** Notes the files of these pieces for deletion, at `retryAt` or now, for a batch. */
export function variantFilesDelete(db: Database, where: SQL, nowMs: number, retryAt: number | null = null) {
  return insertFrom(
    db,
    objectToDelete,
    {
      key: sql`'images/' || ${imageVariant.imageId} || '/variants/' || ${imageVariant.digest} || '/' || noun.value`,
      createdAt: nowMs,
      retryAt,
    },
    sql`FROM ${imageVariant}, json_each('["master", "mended", "look", "overlay", "preview", "silhouette"]') AS noun WHERE ${where}`,
  ).onConflictDoNothing()
}
