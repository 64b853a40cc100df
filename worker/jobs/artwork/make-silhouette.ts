import type { SilhouetteMessage } from "../../../contract/message.ts"
import { ArtworkError } from "../../../sheet/raster/artwork.ts"
import { inspectArtwork } from "../../../sheet/raster/inspect-artwork.ts"
import { boxSilhouette, type Silhouette } from "../../../sheet/silhouette.ts"
import { findAnyImage, type ImageRow, imageKeys } from "../../data/artwork/image-rows.ts"
import { databaseOf } from "../../data/database.ts"
import type { Env } from "../../env.ts"
import { byteSourceOf } from "../../files/r2-read.ts"
import { isSilhouetteOf, storeSilhouette } from "../../flows/prints/stored-silhouette.ts"
import { logWarning } from "../../log.ts"
import { rasterHost, runAlone } from "../../raster/raster-host.ts"

/** The width of a preview that inspecting also makes; nobody sees this one. */
const UNSEEN_PREVIEW_PX = 16

/**
 * Makes the silhouette of a Ready image's master, just as ingest does, if it was read before silhouettes existed, or a
 * reading that was not kept has left its own. The master's is kept, so a second message changes nothing. A file that can
 * no longer be read counts as ink all over.
 */
export async function makeSilhouette(env: Env, { imageId }: SilhouetteMessage): Promise<void> {
  const row = await findAnyImage(databaseOf(env), imageId)
  if (row?.status !== "Ready" || row.masterKey === null) return
  const { id, masterKey } = row
  await runAlone(async () => {
    const stored = await env.FILES.head(imageKeys(id).silhouette)
    if (stored && isSilhouetteOf(stored, masterKey)) return
    await storeSilhouette(env, { id, masterKey }, await read(env, row, masterKey))
  })
}

async function read(env: Env, row: ImageRow, masterKey: string): Promise<Silhouette> {
  const source = byteSourceOf(env.FILES, masterKey)
  try {
    return (await inspectArtwork(source, rasterHost, { previewPx: UNSEEN_PREVIEW_PX })).silhouette
  } catch (error) {
    const { widthPx, heightPx } = row
    if (!(error instanceof ArtworkError) || !widthPx || !heightPx) throw error
    logWarning("silhouette not made", { imageId: row.id, error })
    return boxSilhouette(widthPx, heightPx)
  }
}
