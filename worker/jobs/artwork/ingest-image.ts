import type { IngestMessage } from "../../../contract/message.ts"
import { ArtworkError } from "../../../sheet/raster/artwork.ts"
import { discardFiles, markReady } from "../../data/artwork/image-progress.ts"
import { findImageToRead } from "../../data/artwork/image-rows.ts"
import { databaseOf } from "../../data/database.ts"
import type { Env } from "../../env.ts"
import { MissingObjectError } from "../../files/r2-read.ts"
import { endReading, failImage, publishFailed } from "../../flows/artwork/end-image.ts"
import { runAlone } from "../../raster/raster-host.ts"
import { readArtwork } from "./read-artwork.ts"

const FILE_LOST = "The uploaded file is incomplete. Please upload it again."

/**
 * Reads an uploaded image, which becomes Ready with measures, preview and, if the original is slow to
 * read, a PNG master; or Failed with words for the seller. A second message changes nothing.
 */
export async function ingestImage(env: Env, { imageId }: IngestMessage): Promise<void> {
  const db = databaseOf(env)
  const { row, template } = (await findImageToRead(db, imageId)) ?? { row: null, template: null }
  // The last try may have written the row only; its event has a key, so sending it again is
  // harmless.
  if (row?.status === "Ready") return endReading(env, row)
  if (row?.status === "Failed") return publishFailed(env, row)
  if (row?.status !== "Ingesting") return
  try {
    const { ink, ...read } = await runAlone(() => readArtwork(env, row, template))
    const marked = await markReady(db, row, { read, ink }, Date.now())
    if (marked) await endReading(env, row, marked)
    else await discardFiles(db, row.id, Date.now())
  } catch (error) {
    if (error instanceof ArtworkError) await failImage(env, row, error.message)
    else if (error instanceof MissingObjectError) await failImage(env, row, FILE_LOST)
    else throw error
  }
}
