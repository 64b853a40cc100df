import { PREVIEW_PX } from "../../contract/limit.ts"
import type { IngestMessage } from "../../contract/message.ts"
import { ArtworkError } from "../../sheet/raster/artwork.ts"
import { inspectArtwork } from "../../sheet/raster/inspect-artwork.ts"
import { makeMaster } from "../../sheet/raster/make-master.ts"
import { encodePicture } from "../../sheet/raster/picture-file.ts"
import { encodeSilhouette } from "../../sheet/silhouette.ts"
import { databaseOf } from "../data/database.ts"
import { discardFiles, type Ingested, markReady } from "../data/image-progress.ts"
import { findAnyImage, type ImageRow, imageKeys } from "../data/image-rows.ts"
import type { Env } from "../env.ts"
import { MissingObjectError } from "../files/r2-read.ts"
import { storeStream } from "../files/r2-upload.ts"
import { failImage, publishFailed, publishReady } from "../flows/end-image.ts"
import { rasterHost, runAlone } from "../raster/raster-host.ts"
import { sampledArtwork } from "./sampled-artwork.ts"

const FILE_LOST = "The uploaded file did not arrive whole. Please upload it again."

/**
 * Reads an uploaded image. Ingesting → Ready with measures, preview and, if the original is slow to
 * read, a PNG master; or → Failed with words for the seller. A second message changes nothing.
 */
export async function ingestImage(env: Env, { imageId }: IngestMessage): Promise<void> {
  const db = databaseOf(env)
  const row = await findAnyImage(db, imageId)
  // The last try may have written the row only; its event has a key, so sending it again is
  // harmless.
  if (row?.status === "Ready") return publishReady(env, row)
  if (row?.status === "Failed") return publishFailed(env, row)
  if (row?.status !== "Ingesting") return
  try {
    const ingested = await runAlone(() => inspect(env, row))
    const isReady = await markReady(db, row.id, ingested, Date.now())
    if (isReady) await publishReady(env, row)
    else await discardFiles(db, row.id, Date.now())
  } catch (error) {
    if (error instanceof ArtworkError) await failImage(env, row, error.message)
    else if (error instanceof MissingObjectError) await failImage(env, row, FILE_LOST)
    else throw error
  }
}

async function inspect(env: Env, row: ImageRow): Promise<Ingested> {
  const keys = imageKeys(row.id)
  const { source, fields } = await sampledArtwork(env, row)
  const report = await inspectArtwork(source, rasterHost, { previewPx: PREVIEW_PX })
  const { kind, trim } = report
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
    masterKey: needsMaster ? keys.master : keys.source,
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
  }
}
