import { createHash } from "node:crypto"
import { PREVIEW_PX } from "../../contract/limit.ts"
import { inspectArtwork } from "../../sheet/raster/inspect-artwork.ts"
import { makeMaster } from "../../sheet/raster/make-master.ts"
import { encodePicture } from "../../sheet/raster/picture-file.ts"
import { encodeSilhouette } from "../../sheet/silhouette.ts"
import type { Ingested } from "../data/image-progress.ts"
import { type ImageRow, imageKeys, outlinesKey } from "../data/image-rows.ts"
import type { Env } from "../env.ts"
import { storeStream } from "../files/r2-upload.ts"
import { findFontsOf } from "../flows/find-fonts.ts"
import { rasterHost } from "../raster/raster-host.ts"
import { sampledArtwork } from "./sampled-artwork.ts"

/**
 * Reads an upload: measures, preview and silhouette, and a master if the original is slow to read.
 * An SVG with text has a master too, with outlines in the place of the text: stamps need no fonts,
 * and their keys change with what the text looks like. Throws an ArtworkError in words for the
 * seller.
 */
export async function readArtwork(env: Env, row: ImageRow): Promise<Ingested> {
  const keys = imageKeys(row.id)
  const { source, fields } = await sampledArtwork(env, row)
  const findFonts = findFontsOf(env, row.userId)
  const report = await inspectArtwork(source, rasterHost, { previewPx: PREVIEW_PX, findFonts })
  const { kind, trim, text } = report
  const contentType = "image/png"
  const preview = await encodePicture(report.preview, rasterHost)
  await env.FILES.put(keys.preview, preview, { httpMetadata: { contentType } })
  await env.FILES.put(keys.silhouette, encodeSilhouette(report.silhouette))
  const needsMaster = report.needsMaster && kind !== "svg"
  if (needsMaster) {
    await storeStream(env.FILES, keys.master, makeMaster(source, kind, rasterHost), {
      contentType,
    })
  }
  return {
    masterKey: text ? await storeOutlines(env, row, text.outlines) : needsMaster ? keys.master : keys.source,
    previewKey: keys.preview,
    widthPx: report.widthPx,
    heightPx: report.heightPx,
    trimX: trim.x,
    trimY: trim.y,
    trimWidth: trim.width,
    trimHeight: trim.height,
    isOpaque: report.isOpaque,
    softShare: report.softShare,
    warnings: report.warnings,
    fields: JSON.stringify(fields),
    missingFonts: text?.missing ?? [],
  }
}

async function storeOutlines(env: Env, { id }: ImageRow, outlines: string): Promise<string> {
  const key = outlinesKey(id, createHash("sha256").update(outlines).digest("hex").slice(0, 16))
  await env.FILES.put(key, outlines, { httpMetadata: { contentType: "image/svg+xml" } })
  return key
}
