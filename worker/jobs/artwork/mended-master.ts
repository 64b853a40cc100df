import { createHash } from "node:crypto"
import { kindOfMedia } from "../../../contract/artwork/artwork-kind.ts"
import type { Mend } from "../../../sheet/mend/mend.ts"
import { type MendedArtwork, openMended } from "../../../sheet/mend/mended-artwork.ts"
import type { ByteSource } from "../../../sheet/raster/artwork.ts"
import { makePng } from "../../../sheet/raster/make-master.ts"
import { openArtwork } from "../../../sheet/raster/open-artwork.ts"
import type { FindFonts } from "../../../sheet/raster/svg/text-faces.ts"
import { type ImageRow, imageKeys, isMended, mendedKey } from "../../data/artwork/image-rows.ts"
import { databaseOf } from "../../data/database.ts"
import { forgetDeletedObjects } from "../../data/operations/object-to-delete-rows.ts"
import type { Env } from "../../env.ts"
import { byteSourceOf } from "../../files/r2-read.ts"
import { storeStream } from "../../files/r2-upload.ts"
import { rasterHost } from "../../raster/raster-host.ts"

/** A part of the name of all artwork with mends. Raise it when the same mends give other pixels or another drawing. */
const MEND_VERSION = 7
/** The same for artwork that is traced. */
const TRACE_VERSION = 1

/** The artwork to mend: `ownFonts` names, once it is open, the account's fonts that its text is drawn in. */
export type Mending = {
  source: ByteSource
  mends: readonly Mend[]
  findFonts: FindFonts
  ownFonts: () => readonly unknown[]
}

/** A stored artwork with mends, and what its file does not tell of the original. */
export type MendedMaster = {
  key: string
  warnings: string[]
  droppedProfile: string | null
  /** The families that the original's text names in vain. */
  missingFonts: string[]
}

/**
 * Stores an image with mends, a drawing as SVG and pixels as PNG, unless it is there: its key is by content, so a second call
 * changes nothing. Throws an ArtworkError if it cannot be made, or if nothing is left of it.
 */
export async function storeMended(
  env: Env,
  row: ImageRow,
  { source, mends, findFonts, ownFonts }: Mending,
): Promise<MendedMaster> {
  const mended = await openMended(source, kindOf(row), mends, rasterHost, { findFonts })
  const { text, warnings, droppedProfile } = mended.original
  const drawing = text ? [text.outlines, ownFonts()] : []
  const traced = mends.some(({ kind }) => kind === "trace") ? [TRACE_VERSION] : []
  const parts = JSON.stringify([MEND_VERSION, row.sourceKey, mends, ...drawing, ...traced])
  const digest = createHash("sha256").update(parts).digest("hex").slice(0, 16)
  const key = mendedKey(row.id, digest, mended.kind === "drawing")
  // An earlier reading's picture may wait for its deletion under this key, before the row names it again.
  await forgetDeletedObjects(databaseOf(env), [key])
  if (!(await env.FILES.head(key))) await store(env, key, mended)
  return { key, warnings, droppedProfile, missingFonts: text?.missing ?? [] }
}

async function store(env: Env, key: string, mended: MendedArtwork): Promise<void> {
  if (mended.kind === "drawing")
    await env.FILES.put(key, mended.drawing, { httpMetadata: { contentType: "image/svg+xml" } })
  else await storeStream(env.FILES, key, makePng(mended.rows, rasterHost), { contentType: "image/png" })
}

/** Returns the warning of the original of a picture with mends about its colour profile. */
export async function droppedProfileOf(env: Env, row: ImageRow): Promise<string | null> {
  const kind = kindOf(row)
  if (!isMended(row) || kind === "svg") return null
  const source = byteSourceOf(env.FILES, imageKeys(row.id).source)
  return (await openArtwork(source, kind, rasterHost, null)).droppedProfile
}

/** Returns the kind of an image's file. */
export function kindOf({ id, mediaType }: ImageRow) {
  if (mediaType === null) throw new Error(`image ${id} has no kind`)
  return kindOfMedia(mediaType)
}
