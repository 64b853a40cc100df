import type { SilhouetteMessage } from "../../../contract/message.ts"
import { ArtworkError } from "../../../sheet/raster/artwork.ts"
import { inspectArtwork } from "../../../sheet/raster/inspect-artwork.ts"
import { boxSilhouette, encodeSilhouette, type Silhouette } from "../../../sheet/silhouette.ts"
import { findAnyImage, type ImageRow, imageKeys, isMended } from "../../data/artwork/image-rows.ts"
import { databaseOf } from "../../data/database.ts"
import type { Env } from "../../env.ts"
import { byteSourceOf } from "../../files/r2-read.ts"
import { logWarning } from "../../log.ts"
import { rasterHost, runAlone } from "../../raster/raster-host.ts"
import { sampledArtwork } from "./sampled-artwork.ts"

/** The width of a preview that inspecting also makes; nobody sees this one. */
const UNSEEN_PREVIEW_PX = 16

/**
 * Makes the silhouette of a Ready image that was read before silhouettes existed, from the upload, just
 * as ingest does. An existing one is kept, so a second message changes nothing. A file that can no
 * longer be read counts as ink all over.
 */
export async function makeSilhouette(env: Env, { imageId }: SilhouetteMessage): Promise<void> {
  const row = await findAnyImage(databaseOf(env), imageId)
  if (row?.status !== "Ready") return
  const { silhouette: key } = imageKeys(row.id)
  await runAlone(async () => {
    if (await env.FILES.head(key)) return
    await env.FILES.put(key, encodeSilhouette(await read(env, row)))
  })
}

async function read(env: Env, row: ImageRow): Promise<Silhouette> {
  const master = isMended(row) ? row.masterKey : null
  const source = master === null ? (await sampledArtwork(env, row)).source : byteSourceOf(env.FILES, master)
  try {
    return (await inspectArtwork(source, rasterHost, { previewPx: UNSEEN_PREVIEW_PX })).silhouette
  } catch (error) {
    const { widthPx, heightPx } = row
    if (!(error instanceof ArtworkError) || !widthPx || !heightPx) throw error
    logWarning("silhouette not made", { imageId: row.id, error })
    return boxSilhouette(widthPx, heightPx)
  }
}
