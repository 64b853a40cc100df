import { createHash } from "node:crypto"
import { PREVIEW_PX } from "../../../contract/limit.ts"
import { inspectArtwork } from "../../../sheet/raster/inspect-artwork.ts"
import { makeMaster } from "../../../sheet/raster/make-master.ts"
import type { FindFonts } from "../../../sheet/raster/svg/text-faces.ts"
import type { Ingested } from "../../data/artwork/image-progress.ts"
import { fieldsAndLayersOf, type ImageRow, imageKeys, outlinesKey } from "../../data/artwork/image-rows.ts"
import type { NewOwnInk } from "../../data/artwork/ink-rows.ts"
import { databaseOf } from "../../data/database.ts"
import { forgetDeletedObjects } from "../../data/operations/object-to-delete-rows.ts"
import type { SheetTemplateRow } from "../../data/prints/sheet-template-rows.ts"
import type { Env } from "../../env.ts"
import { storeStream } from "../../files/r2-upload.ts"
import { findFontsOf } from "../../flows/artwork/find-fonts.ts"
import { ownInkSettings } from "../../flows/artwork/find-ink.ts"
import { rasterHost } from "../../raster/raster-host.ts"
import { sharedBase } from "../pieces/piece-drawer.ts"
import { openOwnInk } from "./own-ink.ts"
import { storeSampleLook, TEXT_WARNING } from "./sample-look.ts"
import { sampledArtwork } from "./sampled-artwork.ts"

type ReadArtwork = Ingested & { ink: NewOwnInk | null }

/**
 * Reads an upload: measures, preview and silhouette, and a master if the original is slow to read. An
 * SVG with text has a master too, with outlines in place of the text: stamps need no fonts, and their
 * keys change with the text's look, and with the account's fonts, whose other letters no sample may have. `template` is
 * the account's default one, if it is known. Throws an ArtworkError for the seller.
 */
export async function readArtwork(
  env: Env,
  row: ImageRow,
  template: SheetTemplateRow | null = null,
): Promise<ReadArtwork> {
  const keys = imageKeys(row.id)
  const { source, fields } = await sampledArtwork(env, row)
  const find = findFontsOf(env, row)
  let own: Awaited<ReturnType<typeof find>>["own"] = []
  const findFonts: FindFonts = async (faces, embedded) => {
    const found = await find(faces, embedded)
    own = found.own
    return found
  }
  const ink = openOwnInk(env, row, await ownInkSettings(databaseOf(env), row.userId, template))
  const report = await inspectArtwork(source, rasterHost, {
    previewPx: PREVIEW_PX,
    findFonts,
    watch: ink.watch,
  })
  const { kind, text } = report
  const { textWarnings, ...look } = await storeSampleLook(env, row, report, fields)
  const needsMaster = report.needsMaster && kind !== "svg"
  if (needsMaster) {
    await storeStream(env.FILES, keys.master, makeMaster(source, kind, rasterHost), {
      contentType: "image/png",
    })
  }
  const measured = {
    masterKey: text
      ? await storeOutlines(env, row, text.outlines, own)
      : needsMaster
        ? keys.master
        : keys.source,
    ...look,
    widthPx: report.widthPx,
    heightPx: report.heightPx,
    missingFonts: text?.missing ?? [],
  }
  return {
    ...measured,
    ink: await ink.finish(measured, source),
    isOpaque: report.isOpaque,
    softShare: report.softShare,
    warnings: [...report.warnings, ...textWarnings],
    fields: JSON.stringify(fields),
  }
}

/**
 * Reads a Ready image once more, as its fields, its texts and their fonts are by now. A picture of
 * pixels stays as it is below its texts, so it is not measured again.
 */
export async function readArtworkAgain(env: Env, row: ImageRow): Promise<ReadArtwork> {
  if (row.mediaType === "image/svg+xml") return readArtwork(env, row)
  const { look: base, isOpaque, softShare } = await sharedBase(env, row)
  const { textWarnings, ...look } = await storeSampleLook(env, row, base, fieldsAndLayersOf(row).fields)
  const { masterKey, widthPx, heightPx, fields, missingFonts } = row
  const warnings = row.warnings.filter((words) => !words.startsWith(TEXT_WARNING))
  return {
    ...{ masterKey, widthPx, heightPx, isOpaque, softShare, fields, missingFonts },
    ...look,
    warnings: [...warnings, ...textWarnings],
    ink: null,
  }
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
