import { createHash } from "node:crypto"
import { PREVIEW_PX } from "../../../contract/limit.ts"
import type { Mend, PlaceTexts } from "../../../sheet/mend/mend.ts"
import { ArtworkError, type ByteSource } from "../../../sheet/raster/artwork.ts"
import { type ArtworkReport, inspectArtwork } from "../../../sheet/raster/inspect-artwork.ts"
import { makeMaster } from "../../../sheet/raster/make-master.ts"
import type { FindFonts } from "../../../sheet/raster/svg/text-faces.ts"
import { type Ingested, KEPT_WARNING } from "../../data/artwork/image-progress.ts"
import {
  areTextsMended,
  fieldsAndLayersOf,
  type ImageRow,
  imageKeys,
  isMendedOtherwise,
  madeMendsOf,
  mendsOf,
  mendsOn,
  outlinesKey,
} from "../../data/artwork/image-rows.ts"
import type { NewOwnInk } from "../../data/artwork/ink-rows.ts"
import { databaseOf } from "../../data/database.ts"
import { forgetDeletedObjects } from "../../data/operations/object-to-delete-rows.ts"
import type { SheetTemplateRow } from "../../data/prints/sheet-template-rows.ts"
import type { Env } from "../../env.ts"
import { byteSourceOf } from "../../files/r2-read.ts"
import { storeStream } from "../../files/r2-upload.ts"
import { findFontsOf } from "../../flows/artwork/find-fonts.ts"
import { ownInkSettings } from "../../flows/artwork/find-ink.ts"
import { rasterHost } from "../../raster/raster-host.ts"
import { sharedBase } from "../pieces/piece-drawer.ts"
import { storeMended } from "./mended-master.ts"
import { openOwnInk } from "./own-ink.ts"
import { storeSampleLook, TEXT_WARNING } from "./sample-look.ts"
import { sampledArtwork } from "./sampled-artwork.ts"
import { openWithTexts } from "./sampled-texts.ts"

type ReadArtwork = Ingested & { ink: NewOwnInk | null }

/**
 * Reads an upload: measures, preview and silhouette, and a master if the original is slow to read. An
 * SVG with text has a master too, with outlines in place of the text: stamps need no fonts, and their
 * keys change with the text's look, and with the account's fonts, whose other letters no sample may have. The master of an
 * image with mends is its picture with them, which is what is measured. A new image whose mends cannot be made is read
 * without them, and they are switched off. `template` is the account's default one, if it is known. Throws an ArtworkError
 * for the seller.
 */
export async function readArtwork(
  env: Env,
  row: ImageRow,
  template: SheetTemplateRow | null = null,
): Promise<ReadArtwork> {
  const mends = mendsOn(mendsOf(row))
  try {
    return await readWith(env, row, mends, template)
  } catch (error) {
    if (!(error instanceof ArtworkError) || row.status !== "Ingesting" || mends.length === 0) throw error
    const read = await readWith(env, row, [], template)
    return {
      ...read,
      mends: JSON.stringify(mendsOf(row).map((mend) => ({ ...mend, isOn: false }))),
      warnings: [...read.warnings, `${error.message} So its mends were switched off.`],
    }
  }
}

async function readWith(
  env: Env,
  row: ImageRow,
  mends: readonly Mend[],
  template: SheetTemplateRow | null,
): Promise<ReadArtwork> {
  const { source: original, fields } = await sampledArtwork(env, row)
  const find = findFontsOf(env, row)
  let own: Awaited<ReturnType<typeof find>>["own"] = []
  const findFonts: FindFonts = async (faces, embedded) => {
    const found = await find(faces, embedded)
    own = found.own
    return found
  }
  const mending = { source: original, mends, findFonts, ownFonts: () => own }
  const mended = mends.length > 0 ? await storeMended(env, row, mending) : null
  const source = mended ? byteSourceOf(env.FILES, mended.key) : original
  const settings = await ownInkSettings(databaseOf(env), row.userId, template)
  const ink = openOwnInk(env, row, settings, mended ?? {})
  const report = await inspectArtwork(source, rasterHost, {
    previewPx: PREVIEW_PX,
    findFonts,
    watch: ink.watch,
  })
  const { text } = report
  const openWhole = areTextsMended(row, mends)
    ? (place: PlaceTexts) => openWithTexts(env, row, mends, place)
    : null
  const masterKey =
    mended?.key ??
    (text ? await storeOutlines(env, row, text.outlines, own) : await storeMaster(env, row, report, original))
  const below = { look: report, sourceKey: masterKey }
  const { textWarnings, ...look } = await storeSampleLook(env, row, below, fields, openWhole)
  const measured = {
    masterKey,
    ...look,
    widthPx: report.widthPx,
    heightPx: report.heightPx,
    missingFonts: mended?.missingFonts ?? text?.missing ?? [],
    madeMends: JSON.stringify(mends),
  }
  return {
    ...measured,
    ink: await ink.finish(measured, source),
    isOpaque: report.isOpaque,
    softShare: report.softShare,
    warnings: [...(mended ?? report).warnings, ...textWarnings],
    fields: JSON.stringify(fields),
  }
}

/**
 * Reads a Ready image once more, as its fields, its texts, their fonts and its mends are by now. A picture of
 * pixels stays as it is below its texts, so it is not measured again unless it is mended otherwise.
 */
export async function readArtworkAgain(env: Env, row: ImageRow): Promise<ReadArtwork> {
  const isWhole = row.mediaType === "image/svg+xml" || areTextsMended(row, madeMendsOf(row))
  if (isWhole || isMendedOtherwise(row)) return readArtwork(env, row)
  const base = await sharedBase(env, row)
  const { isOpaque, softShare } = base
  const { textWarnings, ...look } = await storeSampleLook(env, row, base, fieldsAndLayersOf(row).fields)
  const { masterKey, madeMends, widthPx, heightPx, fields, missingFonts } = row
  const warnings = row.warnings.filter(
    (words) => !words.startsWith(TEXT_WARNING) && !words.startsWith(KEPT_WARNING),
  )
  return {
    ...{ masterKey, madeMends, widthPx, heightPx, isOpaque, softShare, fields, missingFonts },
    ...look,
    warnings: [...warnings, ...textWarnings],
    ink: null,
  }
}

/** Returns the key of what stamps are made from: the original, or a PNG if that is slow to read, which is made once. */
async function storeMaster(
  env: Env,
  { id }: ImageRow,
  { kind, needsMaster }: ArtworkReport,
  source: ByteSource,
): Promise<string> {
  const { master, source: original } = imageKeys(id)
  if (!needsMaster || kind === "svg") return original
  if (!(await env.FILES.head(master)))
    await storeStream(env.FILES, master, makeMaster(source, kind, rasterHost), { contentType: "image/png" })
  return master
}

async function storeOutlines(
  env: Env,
  { id }: ImageRow,
  outlines: string,
  own: readonly unknown[],
): Promise<string> {
  const parts = createHash("sha256").update(outlines)
  if (own.length > 0) parts.update(JSON.stringify(own))
  const key = outlinesKey(id, parts.digest("hex").slice(0, 16))
  // An earlier reading's outlines may wait for their deletion under this key, before the row names them again.
  await forgetDeletedObjects(databaseOf(env), [key])
  await env.FILES.put(key, outlines, { httpMetadata: { contentType: "image/svg+xml" } })
  return key
}
