import { createHash } from "node:crypto"
import type { ArtworkValues } from "../../../contract/artwork/artwork-field.ts"
import type { ShownPiece } from "../../../contract/artwork/artwork-piece.ts"
import { canonicalValues, valueProblems, valuesJson } from "../../../contract/artwork/artwork-values.ts"
import { findLibraryFont } from "../../../contract/artwork/library-fonts.ts"
import type { PrintedAt } from "../../../contract/artwork/mend.ts"
import { DAY_MS } from "../../../contract/duration.ts"
import { ApiError } from "../../../contract/error.ts"
import type { Id } from "../../../contract/id.ts"
import { MAX_PRINTED_PIECES, MAX_WAITING_PIECES } from "../../../contract/limit.ts"
import { type FontRow, listFontRows } from "../../data/artwork/font-rows.ts"
import {
  fieldsAndLayersOf,
  fontReplacementsOf,
  hasOwnText,
  madeMendsOf,
  trimOf,
} from "../../data/artwork/image-rows.ts"
import { type Database, databaseOf } from "../../data/database.ts"
import {
  findVariants,
  insertVariants,
  type PieceImage,
  touchVariants,
} from "../../data/pieces/variant-rows.ts"
import { readerOf } from "../../data/reader.ts"
import type { Env } from "../../env.ts"
import { queueFirstTurns } from "../artwork/queue-turns.ts"
import { type PieceSize, printedAt } from "./printed-size.ts"

/** A part of every digest. Raise it when the same values give other pixels. */
const PIECE_VERSION = 3
/** The same for pieces that are choked. */
const CHOKED_VERSION = 2
/** The interval of noting uses, so that looking at a print writes nothing most of the time. */
const NOTED_USE_MS = DAY_MS

/** An image with values, and the size that its mends are made at: without one, that of its own picture. */
export type WantedPiece = { imageId: Id; values: ArtworkValues; size?: PieceSize | undefined }

/**
 * An image with values in its fields. `source` is the origin of its stamps, once it is ready. `printed` is the size that its
 * mends are made at, and `picture` that of the picture that was made so; null: those of the image, for every size.
 */
export type Piece = Omit<ShownPiece, "values"> & {
  source: PieceSource | null
  printed: PrintedAt | null
  picture: PiecePicture | null
}
type PiecePicture = { widthPx: number; heightPx: number; printedPx: number }
type PieceSource = {
  sourceKey: string
  /** The ink that all pieces share, in the image's pixels; null if nothing is shared. */
  baseBox: { x: number; y: number; width: number; height: number } | null
  overlayKey: string | null
}

/**
 * Returns the pieces of images with values, in order; null for an image that is the same on each piece at
 * every size, or is not ready. A new piece is `waiting`, and so is one that is being drawn.
 */
export async function findPieces(db: Database, wanted: readonly WantedPiece[]): Promise<(Piece | null)[]> {
  const { pieces } = await lookUp(db, wanted)
  return pieces
}

/**
 * The treatment of pieces beyond MAX_WAITING_PIECES. `refuse`: the call. `leave`: they wait, and are
 * asked for again by the next look. `add`: they are drawn, as a paid print needs them.
 */
type WhenFull = "refuse" | "leave" | "add"

/** Returns `findPieces`, and queues new ones to be drawn. A repeat adds nothing. */
export async function askForPieces(
  env: Env,
  wanted: readonly WantedPiece[],
  whenFull: WhenFull,
): Promise<(Piece | null)[]> {
  const db = databaseOf(env)
  const { pieces, unknown, stale } = await lookUp(db, wanted)
  const nowMs = Date.now()
  const leftOut = new Set<string>()
  if (stale.length > 0) await touchVariants(db, stale, nowMs)
  // A print belongs to one account, and so do pieces that are shown together.
  for (const [userId, rows] of Map.groupBy(unknown, (row) => row.userId)) {
    const most = whenFull === "add" ? null : MAX_WAITING_PIECES
    const { isFull, ...inserted } = await insertVariants(db, { userId, rows, most, nowMs })
    const { waitedBefore, wereMoving, added } = inserted
    if (isFull) for (const { digest, printed } of rows) if (printed !== null) leftOut.add(digest)
    if (whenFull === "refuse" && waitedBefore + rows.length > MAX_WAITING_PIECES && added === 0)
      throw tooMany()
    // A turn that is under way has others follow until none remains.
    if (!wereMoving && added > 0) await queueFirstTurns(env, { kind: "turn", userId }, added)
  }
  return pieces.map((piece) =>
    piece && leftOut.has(piece.digest) ? { ...piece, state: "failed", reason: NO_ROOM } : piece,
  )
}

/** The reason why a piece is not drawn where the account has no room for more. */
const NO_ROOM = `The account has ${MAX_PRINTED_PIECES.toLocaleString("en-US")} pieces drawn at their printed sizes that it has not printed: no more are drawn. Delete artwork that is not needed, or wait: what nobody looks at for 30 days is forgotten.`

function tooMany(): ApiError {
  const many = MAX_WAITING_PIECES.toLocaleString("en-US")
  return new ApiError(
    "too-many-requests",
    `Up to ${many} pieces with texts of their own can wait to be drawn. Please try again in a minute.`,
    { retryAfterS: 60 },
  )
}

/** Returns how a picture that was made for its printed width counts: all across that width. */
export function pictureLook({ widthPx, heightPx, printedPx }: PiecePicture) {
  return { widthPx, heightPx, shownTrim: { x: 0, y: 0, width: printedPx, height: heightPx } }
}

/** Returns a piece's name: it covers all that decides the piece's look. `fonts` are the account's. */
export function pieceDigest(
  image: PieceImage,
  { values, printed }: { values: ArtworkValues; printed: PrintedAt | null },
  fonts: readonly Pick<FontRow, "id" | "checksum">[],
): string {
  const { layers } = fieldsAndLayersOf(image)
  const checksums = new Map<string, string>(fonts.map(({ id, checksum }) => [id, checksum]))
  const inLayers = layers.map(({ fontId }) => findLibraryFont(fontId)?.checksum ?? checksums.get(fontId))
  // The artwork's own text finds its fonts by their families.
  const inArtwork = hasOwnText(image) ? [...checksums.values()].sort() : []
  const replaced = fontReplacementsOf(image)
  const parts = [
    ...[PIECE_VERSION, image.masterKey, layers, inLayers, inArtwork, canonicalValues(values)],
    // Artwork without replaced fonts keeps the digests from before replacements existed.
    ...(replaced.length === 0 ? [] : [replaced]),
    ...(printed === null ? [] : [printedParts(image, printed)]),
  ]
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 32)
}

/** Returns what tells an image's printed size from others, in a fixed order. */
export function printedParts(
  image: Pick<PieceImage, "madeMends">,
  { widthPx, dpi, trim, mends = [] }: PrintedAt,
): unknown[] {
  const isChoked = [...madeMendsOf(image), ...mends].some(({ kind }) => kind === "choke")
  return [widthPx, dpi, trim, ...(mends.length > 0 ? [mends] : []), ...(isChoked ? [CHOKED_VERSION] : [])]
}

type LookedUp = {
  pieces: (Piece | null)[]
  /** The pieces that have no row yet, each once. */
  unknown: { imageId: Id; userId: Id; digest: string; fieldValues: string; printed: PrintedAt | null }[]
  /** The pieces whose use was noted too long ago. */
  stale: { imageId: Id; digest: string }[]
}

async function lookUp(db: Database, wanted: readonly WantedPiece[]): Promise<LookedUp> {
  if (wanted.length === 0) return { pieces: [], unknown: [], stale: [] }
  const rows = wanted.map(({ imageId, values }) => ({ imageId, fieldValues: valuesJson(values) }))
  // A print may have an image at many sizes.
  const asked = new Map(rows.map((row) => [`${row.imageId} ${row.fieldValues}`, row]))
  const { images, variants } = await findVariants(readerOf(db), [...asked.values()])
  const imageOf = new Map(images.map((image) => [image.id, image]))
  const variantOf = new Map(variants.map((variant) => [`${variant.imageId} ${variant.digest}`, variant]))
  const fonts = await fontsOf(db, images)
  const nowMs = Date.now()
  const unknown = new Map<string, LookedUp["unknown"][number]>()
  const stale = new Map<string, LookedUp["stale"][number]>()
  const pieces = wanted.map(({ imageId, values, size }, i): Piece | null => {
    const image = imageOf.get(imageId)
    if (image?.status !== "Ready") return null
    const { fields, layers } = fieldsAndLayersOf(image)
    const printed = size ? printedAt(image, size) : null
    if (fields.length + layers.length === 0 && printed === null) return null
    const digest = pieceDigest(image, { values, printed }, fonts.get(image.userId) ?? [])
    const [problem] = valueProblems(fields, canonicalValues(values))
    const waiting = waitingPiece(digest, printed)
    if (problem) return { ...waiting, state: "failed", reason: problem.message }
    const key = `${imageId} ${digest}`
    const variant = variantOf.get(key)
    if (!variant) {
      unknown.set(key, {
        ...{ imageId, userId: image.userId, digest },
        ...{ fieldValues: rows[i].fieldValues, printed },
      })
      return waiting
    }
    if (nowMs - variant.lastUsedAt > NOTED_USE_MS) stale.set(key, { imageId, digest })
    const { state, failureReason, sourceKey, overlayKey, baseBox, softShare, widthPx, heightPx } = variant
    if (state !== "ready") return { ...waiting, state, reason: failureReason }
    return {
      digest,
      state,
      reason: null,
      previewFile: { path: `files/images/${imageId}/variants/${digest}/preview` },
      trim: trimOf(variant),
      isOpaque: variant.isOpaque === 1,
      softShare,
      source: sourceKey === null ? null : { sourceKey, overlayKey, baseBox: baseBox && JSON.parse(baseBox) },
      printed,
      picture: printed && widthPx && heightPx ? { widthPx, heightPx, printedPx: printed.widthPx } : null,
    }
  })
  return { pieces, unknown: [...unknown.values()], stale: [...stale.values()] }
}

function waitingPiece(digest: string, printed: PrintedAt | null): Piece {
  const look = { previewFile: null, trim: null, isOpaque: false, softShare: 0 }
  return { digest, state: "waiting", reason: null, ...look, source: null, printed, picture: null }
}

/** Returns the fonts of the accounts whose pieces depend on them. */
async function fontsOf(db: Database, images: readonly PieceImage[]): Promise<Map<Id, FontRow[]>> {
  const needing = images.filter((image) => {
    const { layers } = fieldsAndLayersOf(image)
    return hasOwnText(image) || layers.some(({ fontId }) => !findLibraryFont(fontId))
  })
  const userIds = [...new Set(needing.map(({ userId }) => userId))]
  const rows = await Promise.all(
    userIds.map(async (userId) => [userId, await listFontRows(db, userId)] as const),
  )
  return new Map(rows)
}
