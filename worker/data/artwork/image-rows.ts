import { and, eq, getTableColumns, inArray, type SQL, sql } from "drizzle-orm"
import { doerOf } from "../../../contract/accounts/doer.ts"
import type { ArtworkField, ArtworkLayer } from "../../../contract/artwork/artwork-field.ts"
import { withRuleMends } from "../../../contract/artwork/asked-mends.ts"
import type { FontReplacement } from "../../../contract/artwork/font.ts"
import type { Image, ImageListQuery } from "../../../contract/artwork/image.ts"
import { type InkCode, type InkMark, ruledInk } from "../../../contract/artwork/ink.ts"
import { type Mend, printedKinds } from "../../../contract/artwork/mend.ts"
import type { Id } from "../../../contract/id.ts"
import { MAX_IMAGES } from "../../../contract/limit.ts"
import type { Pagination } from "../../../contract/list.ts"
import { type Looker, mayLook } from "../accounts/looker.ts"
import { nameOfMark } from "../accounts/member-rows.ts"
import type { Database } from "../database.ts"
import { insertFrom } from "../insert-from.ts"
import { objectToDelete } from "../operations/tables.ts"
import { contains } from "../paging.ts"
import { variantFilesDelete } from "../pieces/variant-rows.ts"
import { countedUpTo, placeIn, readPlacedPage, sortingBy } from "../place.ts"
import { namedBatch } from "../prints/named-batch.ts"
import { printItem, sheetTemplate, stamp } from "../prints/tables.ts"
import { listOf, type Reader, readerOf } from "../reader.ts"
import { keepImages } from "../undo/undo-images.ts"
import { goneAtMs, type NewUndo } from "../undo/undo-rows.ts"
import { sweptAtMs } from "./image-turn-rows.ts"
import { image, imageVariant } from "./tables.ts"

type StoredImage = typeof image.$inferSelect
/** An image's row. Who uploaded it is read for replies alone. */
export type ImageRow = Omit<StoredImage, "uploadedBy">

/** Returns the R2 keys of an image; the public paths `files/images/{id}/…` use the same nouns. */
export function imageKeys(id: Id): {
  source: string
  master: string
  preview: string
  /** The ink's outline for nesting; older images get one when it is first needed. */
  silhouette: string
  /** The preview without the texts that are placed on it, for the part that its pieces share. */
  basePreview: string
  baseSilhouette: string
} {
  const folder = `images/${id}`
  return {
    source: `${folder}/source`,
    master: `${folder}/master`,
    preview: `${folder}/preview`,
    silhouette: `${folder}/silhouette`,
    basePreview: `${folder}/base-preview`,
    baseSilhouette: `${folder}/base-silhouette`,
  }
}

/** Returns the R2 key of an SVG whose text is outlines: `digest` is of these, and of the account's fonts in them. */
export function outlinesKey(id: Id, digest: string): string {
  return `${imageKeys(id).master}-${digest}`
}

/** The ending of the keys of mended artwork that is a drawing. */
const DRAWING = ".svg"

/** Returns the R2 key of an image's artwork with its mends, pixels or a drawing: `digest` is of image and mends. */
export function mendedKey(id: Id, digest: string, isDrawing: boolean): string {
  return `images/${id}/mended-${digest}${isDrawing ? DRAWING : ""}`
}

/** Returns true if an image is printed from its picture with mends. */
export function isMended({ madeMends }: Pick<ImageRow, "madeMends">): boolean {
  return madeMends !== "[]"
}

/** The kinds for which a picture is made at each printed size. Texts that are mended too need none by themselves: they lie above. */
const sizedKinds: readonly Mend["kind"][] = printedKinds.filter((kind) => kind !== "include-text")

/** Returns true if a mend makes a picture of its own at each printed size. */
export function isSizedMend({ kind }: Pick<Mend, "kind">): boolean {
  return sizedKinds.includes(kind)
}

/** Returns true if mends are made of the texts that are placed on an image as well: those that are made after the texts. */
export function areTextsMended(
  { layers }: Pick<ImageRow, "layers">,
  mends: readonly Pick<Mend, "kind">[],
): boolean {
  return layers !== "[]" && mends.some(({ kind }) => kind === "include-text") && mends.some(isSizedMend)
}

/** Returns true if mends, those of an image and of its store's rule, make a picture of their own at each printed size. */
export function areMadeBySize(made: readonly Mend[], all: readonly Mend[]): boolean {
  return made.some(isSizedMend) || all.some((mend) => !made.includes(mend) && mend.kind !== "include-text")
}

/** Returns true if an image is to be printed with other mends than those that are in its picture so far. */
export function isMendedOtherwise({ mends, madeMends }: Pick<ImageRow, "mends" | "madeMends">): boolean {
  return JSON.stringify(mendsOn(mendsOf({ mends }))) !== madeMends
}

/** Returns true while an image's other mends are about to be made. Those that could not be made are waited for no more. */
export function waitsForMends(row: Pick<ImageRow, "retryAt" | "mends" | "madeMends">): boolean {
  return row.retryAt !== null && isMendedOtherwise(row)
}

/** Returns the kind of the file that an image is printed from. */
export function masterKindOf(
  row: Pick<ImageRow, "masterKey" | "sourceKey" | "mediaType" | "madeMends">,
): "png" | "jpeg" | "svg" {
  if (isVector(row)) return "svg"
  return row.mediaType === "image/jpeg" && row.masterKey === row.sourceKey ? "jpeg" : "png"
}

/** Returns true if an image is printed from a drawing, which is sharp at every size. */
export function isVector(row: Pick<ImageRow, "mediaType" | "masterKey" | "madeMends">): boolean {
  return isMended(row) ? row.masterKey?.endsWith(DRAWING) === true : row.mediaType === "image/svg+xml"
}

/** Returns the form compared with an order's SKU: lower case, without extension, spaces and dashes. */
export function skuKeyOf(name: string): string {
  return name
    .replace(/\.(png|jpe?g|svg)$/i, "")
    .replace(/[\s\-–—_]/g, "")
    .toLowerCase()
}

const sortColumns = {
  name: sql`image.name COLLATE NOCASE`,
  createdAt: sql`image.created_at`,
  score: sql`image.half_stars`,
  usedInPrint: sql`image.used_in_print`,
}

const {
  userId: _userId,
  skuKey: _skuKey,
  sourceKey: _sourceKey,
  previewKey: _previewKey,
  requestKey: _requestKey,
  inkDigest: _inkDigest,
  ...shownColumns
} = getTableColumns(image)

const { uploadedBy: _uploadedBy, ...columnsInPrint } = getTableColumns(image)

/**
 * The columns of an image in a print's item, which stand beside those of the item, its size and its order: D1
 * returns at most 100 in one row.
 */
export const imageInPrint = columnsInPrint

/** The columns that a reply needs. */
type ShownImage = Omit<
  Pick<StoredImage, keyof typeof shownColumns>,
  "isOpaque" | "warnings" | "missingFonts" | "inkMarks" | "inkAccepted"
> & {
  isOpaque: number
  inkMarks: string
  inkAccepted: string
  inkRules: string
  warnings: string
  missingFonts: string
  categoryName: string | null
  uploadedByName: string | null
}

const inkRules = sql`(SELECT ink_rules FROM user WHERE user.id = image.user_id)`
const shown = sql`${listOf(shownColumns)}, ${inkRules} AS "inkRules", image_category.name AS "categoryName",
  ${nameOfMark(sql`image.uploaded_by`)} AS "uploadedByName"`
const imagesWithCategory = sql`image LEFT JOIN image_category ON image_category.id = image.category_id`

/**
 * The condition of an image with findings that are still to be looked at by its account's rules, its start as in the
 * partial index.
 */
const isInkOpen = sql`image.ink_marks <> '[]' AND EXISTS (SELECT 1 FROM json_each(image.ink_marks) AS mark
  WHERE coalesce(${inkRules} ->> (mark.value ->> 'code'), mark.value ->> 'severity') IN ('bad', 'warn') AND NOT EXISTS (
    SELECT 1 FROM json_each(image.ink_accepted) AS known WHERE known.value = mark.value ->> 'code'))`

export async function listImages(
  read: Reader,
  userId: Id,
  query: ImageListQuery,
): Promise<{ images: Image[]; pagination: Pagination }> {
  const isFound = and(
    sql`image.user_id = ${userId}`,
    query.imageCategory ? sql`image.category_id = ${query.imageCategory}` : undefined,
    query.search ? contains(image.name, query.search) : undefined,
    query.ink === "open" ? isInkOpen : undefined,
    query.ids ? sql`image.id IN (SELECT value FROM json_each(${JSON.stringify(query.ids)}))` : undefined,
  )
  const sorting = sortingBy(query, sortColumns[query.sortBy], sql`image.id`)
  const { rows, pagination } = await readPlacedPage<ShownImage>(read, query, sorting, {
    from: sql`image`,
    isFound,
    total: countedUpTo(sql`FROM image WHERE ${isFound}`, MAX_IMAGES),
    most: MAX_IMAGES,
    select: (behind, limits, total) =>
      sql`SELECT ${shown}, ${placeIn(sorting)} AS "place", ${total} AS "total" FROM ${imagesWithCategory} WHERE ${and(isFound, behind)} ${limits}`,
  })
  return { images: rows.map(imageReply), pagination }
}

export async function findImage(read: Reader, userId: Id, id: Id): Promise<Image | null> {
  const [[row]] = await read(
    sql<ShownImage>`SELECT ${shown} FROM ${imagesWithCategory} WHERE image.id = ${id} AND image.user_id = ${userId}`,
  )
  return row ? imageReply(row) : null
}

/** Reads the fields of these images, by id; images of other users are left out. */
export async function readFields(
  db: Database,
  userId: Id,
  ids: readonly Id[],
): Promise<Map<Id, ArtworkField[]>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({ id: image.id, fields: image.fields })
    .from(image)
    .where(and(sql`+${image.userId} = ${userId}`, isOneOf(ids)))
  return new Map(rows.map(({ id, fields }) => [id, JSON.parse(fields)]))
}

/** Finds any user's image, for jobs. */
export async function findAnyImage(db: Database, id: Id): Promise<ImageRow | null> {
  const [row] = await db.select().from(image).where(eq(image.id, id))
  return row ?? null
}

/** Finds an image, whoever's it is, with its account's default template; null for an account that has none yet. */
export async function findImageToRead(
  db: Database,
  id: Id,
): Promise<{ row: ImageRow; template: typeof sheetTemplate.$inferSelect | null } | null> {
  const [row] = await db
    .select({ row: image, template: sheetTemplate })
    .from(image)
    .leftJoin(sheetTemplate, and(eq(sheetTemplate.userId, image.userId), eq(sheetTemplate.isDefault, true)))
    .where(eq(image.id, id))
  return row ?? null
}

/** Finds images, whoever's they are, by their ids. */
export async function findAnyImages(db: Database, ids: readonly Id[]): Promise<Map<Id, ImageRow>> {
  const rows = await db
    .select()
    .from(image)
    .where(sql`${image.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`)
  return new Map(rows.map((row) => [row.id, row]))
}

/** The columns on which an image's files depend. */
export type FileImage = Pick<
  ImageRow,
  "id" | "name" | "status" | "mediaType" | "sourceKey" | "masterKey" | "madeMends" | "fields" | "layers"
>

/** Finds an image of this user, or anyone's for an admin who may look, for its files. */
export async function findFileImage(read: Reader, looker: Looker, id: Id): Promise<FileImage | null> {
  const { name, status, mediaType, sourceKey, masterKey, madeMends, fields, layers } = getTableColumns(image)
  const columns = { id: image.id, name, status, mediaType, sourceKey, masterKey, madeMends, fields, layers }
  const [[row]] = await read(
    sql<FileImage>`SELECT ${listOf(columns)} FROM image WHERE image.id = ${id} AND ${mayLook(looker, sql`image.user_id`)}`,
  )
  return row ?? null
}

/**
 * Changes an image, except `undefined` fields; null if this user has no such image. With
 * `isReadAgain` its job, or else the sweep, reads it once more.
 */
export async function updateImage(
  db: Database,
  change: {
    id: Id
    userId: Id
    name?: string
    categoryId?: Id | null
    halfStars?: number
    fields?: readonly ArtworkField[] | undefined
    layers?: readonly ArtworkLayer[] | undefined
    fontReplacements?: readonly FontReplacement[] | undefined
    mends?: readonly Mend[] | undefined
    isReadAgain: boolean
    nowMs: number
  },
): Promise<Image | null> {
  const { id, userId, nowMs, name, fields, layers, fontReplacements, mends, isReadAgain, ...rest } = change
  await db
    .update(image)
    .set({
      ...rest,
      ...(name === undefined ? {} : { name, skuKey: skuKeyOf(name) }),
      ...(fields === undefined ? {} : { fields: JSON.stringify(fields) }),
      ...(layers === undefined ? {} : { layers: JSON.stringify(layers) }),
      ...(fontReplacements === undefined ? {} : { fontReplacements: JSON.stringify(fontReplacements) }),
      ...(mends === undefined ? {} : { mends: JSON.stringify(mends) }),
      ...(isReadAgain ? { retryAt: sweptAtMs(nowMs) } : {}),
      updatedAt: nowMs,
    })
    .where(and(eq(image.id, id), eq(image.userId, userId)))
  return findImage(readerOf(db), userId, id)
}

/** Moves images to categories and returns how many; ids of other users' images are ignored. */
export async function moveImages(
  db: Database,
  userId: Id,
  moves: readonly { _id: Id; imageCategoryId: Id | null }[],
  nowMs: number,
): Promise<number> {
  const idsOfCategory = new Map<Id | null, Id[]>()
  for (const move of moves) {
    idsOfCategory.set(move.imageCategoryId, [...(idsOfCategory.get(move.imageCategoryId) ?? []), move._id])
  }
  let moved = 0
  for (const [categoryId, ids] of idsOfCategory) {
    const rows = await db
      .update(image)
      .set({ categoryId, updatedAt: nowMs })
      .where(and(sql`+${image.userId} = ${userId}`, isOneOf(ids)))
      .returning({ id: image.id })
    moved += rows.length
  }
  return moved
}

/**
 * Deletes images in one batch: their items remember that they had one, and their files are noted for
 * deletion, once an undo is over. Ids of other users' images are ignored. Returns the deleted ids.
 */
export async function deleteImages(
  db: Database,
  userId: Id,
  ids: readonly Id[],
  nowMs: number,
  undo: NewUndo | null = null,
): Promise<Id[]> {
  const own = sql`+${image.userId} = ${userId} AND ${isOneOf(ids)}`
  const ownIds = db.select({ id: image.id }).from(image).where(own)
  const retryAt = undo && goneAtMs(undo)
  const { deleted } = await namedBatch(db, {
    kept: undo && keepImages(db, undo, own),
    files: deleteImageFilesLater(db, own, nowMs, retryAt),
    pieces: variantFilesDelete(db, sql`${imageVariant.imageId} IN ${ownIds}`, nowMs, retryAt),
    stamps: insertFrom(
      db,
      objectToDelete,
      { key: sql`${stamp.key}`, createdAt: nowMs, retryAt },
      sql`FROM ${stamp} WHERE ${stamp.imageId} IN ${ownIds}`,
    ).onConflictDoNothing(),
    items: db
      .update(printItem)
      .set({ imageId: null, wasImageDeleted: true })
      .where(inArray(printItem.imageId, ownIds)),
    deleted: db.delete(image).where(own).returning({ id: image.id }),
  })
  return deleted.map((row) => row.id)
}

/** Converts the row to an API reply. */
function imageReply(row: ShownImage): Image {
  const hasFile = row.status === "Ingesting" || row.status === "Ready"
  return {
    _id: row.id,
    name: row.name,
    status: row.status,
    failureReason: row.failureReason,
    mediaType: row.mediaType,
    isVector: isVector(row),
    file: hasFile ? { path: imagePath(row.id, "source"), name: row.name } : null,
    previewFile: row.status === "Ready" ? { path: previewPath(row) } : null,
    imageCategory:
      row.categoryId !== null && row.categoryName !== null
        ? { _id: row.categoryId, name: row.categoryName }
        : null,
    score: row.halfStars / 2,
    widthPx: row.widthPx,
    heightPx: row.heightPx,
    bytes: row.bytes,
    trim: trimOf(row),
    isOpaque: row.isOpaque === 1,
    softShare: row.softShare,
    warnings: JSON.parse(row.warnings),
    ...fieldsAndLayersOf(row),
    missingFonts: JSON.parse(row.missingFonts),
    fontReplacements: fontReplacementsOf(row),
    mends: mendsOf(row),
    ink: marksOf(row),
    usedInPrint: row.usedInPrint,
    uploadedBy: doerOf(row.uploadedBy, row.uploadedByName),
    createdAt: new Date(row.createdAt).toISOString(),
    updatedAt: new Date(row.updatedAt).toISOString(),
  }
}

type MarkedImage = Pick<ShownImage, "inkMarks" | "inkAccepted" | "inkRules">

function marksOf({ inkMarks, inkAccepted, inkRules }: MarkedImage): Image["ink"] {
  const accepted: InkCode[] = JSON.parse(inkAccepted)
  const marks: Omit<InkMark, "isAccepted">[] = JSON.parse(inkMarks)
  return ruledInk(marks, JSON.parse(inkRules)).map((mark) => ({
    ...mark,
    isAccepted: accepted.includes(mark.code),
  }))
}

/** Returns fields and layers, which were parsed when they were stored. */
export function fieldsAndLayersOf({ fields, layers }: Pick<ImageRow, "fields" | "layers">): {
  fields: ArtworkField[]
  layers: ArtworkLayer[]
} {
  return { fields: JSON.parse(fields), layers: JSON.parse(layers) }
}

/** Returns mends, which were parsed when they were stored. */
export function mendsOf({ mends }: Pick<ImageRow, "mends">): Mend[] {
  return JSON.parse(mends)
}

/** Returns the mends that are in an image's picture. */
export function madeMendsOf({ madeMends }: Pick<ImageRow, "madeMends">): Mend[] {
  return JSON.parse(madeMends)
}

/** Returns those mends that are switched on. */
export function mendsOn(mends: readonly Mend[]): Mend[] {
  return mends.filter(({ isOn }) => isOn)
}

/** Returns replacements, which were parsed when they were stored. */
export function fontReplacementsOf({
  fontReplacements,
}: Pick<ImageRow, "fontReplacements">): FontReplacement[] {
  return JSON.parse(fontReplacements)
}

/** Returns the path below `/api/`. */
export function imagePath(id: Id, noun: "source" | "preview"): string {
  return `files/images/${id}/${noun}`
}

/** Returns the path of a preview. One with texts or mends has another path whenever it may have been drawn again. */
export function previewPath(
  row: Pick<ImageRow, "id" | "fields" | "layers" | "madeMends" | "updatedAt">,
): string {
  const path = imagePath(row.id, "preview")
  return hasTexts(row) || isMended(row) ? `${path}.${row.updatedAt.toString(36)}` : path
}

/** Returns true if fields may stand in the artwork's own text, which finds its fonts whenever a piece is drawn. */
export function hasOwnText({ mediaType, fields }: Pick<ImageRow, "mediaType" | "fields">): boolean {
  return mediaType === "image/svg+xml" && fields !== "[]"
}

/** The same, as a condition. */
export const hasOwnTextSql = sql`${image.mediaType} = 'image/svg+xml' AND ${image.fields} <> '[]'`

/**
 * Returns true if an image is printed by pieces of its own: one for each set of values, or for each printed size, which
 * the mends of a store's rule ask for as well, unless the image has them already.
 */
export function hasPieces(
  row: Pick<ImageRow, "fields" | "layers" | "madeMends">,
  shopMends: readonly Mend[],
): boolean {
  const made = madeMendsOf(row)
  return hasTexts(row) || areMadeBySize(made, withRuleMends(made, shopMends))
}

/** Returns true if an image's drawings depend on more than its file. */
export function hasTexts({ fields, layers }: Pick<ImageRow, "fields" | "layers">): boolean {
  return fields !== "[]" || layers !== "[]"
}

export function trimOf(row: Pick<ImageRow, "trimX" | "trimY" | "trimWidth" | "trimHeight">): Image["trim"] {
  const { trimX, trimY, trimWidth, trimHeight } = row
  if (trimX === null || trimY === null || trimWidth === null || trimHeight === null) return null
  return { x: trimX, y: trimY, width: trimWidth, height: trimHeight }
}

/** Returns, as a condition, whether a key is of outlines or of a mended picture, of which an image has one after the other. */
export function isMade(key: SQL | typeof image.masterKey): SQL {
  return sql`(${key} LIKE 'images/%/master-%' OR ${key} LIKE 'images/%/mended-%')`
}

/** Notes all R2 files of these images for deletion, at `retryAt` or now, for a batch. */
export function deleteImageFilesLater(
  db: Database,
  where: SQL | undefined,
  nowMs: number,
  retryAt: number | null = null,
) {
  return insertFrom(
    db,
    objectToDelete,
    {
      key: sql`CASE noun.value WHEN 'made' THEN ${image.masterKey} ELSE 'images/' || ${image.id} || '/' || noun.value END`,
      createdAt: nowMs,
      retryAt,
    },
    sql`FROM ${image}, json_each('["source", "master", "preview", "silhouette", "base-preview", "base-silhouette", "made"]') AS noun
      WHERE (noun.value <> 'made' OR ${isMade(image.masterKey)}) AND ${where}`,
  ).onConflictDoNothing()
}

/** Returns a condition; D1 binds at most 100 parameters per statement, so a list of ids is one parameter. */
function isOneOf(ids: readonly Id[]) {
  return sql`${image.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`
}
