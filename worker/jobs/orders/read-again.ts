import type { ReadingMessage } from "../../../contract/message.ts"
import { ArtworkError } from "../../../sheet/raster/artwork.ts"
import { discardFiles, keepAsItWas, markReadAgain } from "../../data/artwork/image-progress.ts"
import { findAnyImage } from "../../data/artwork/image-rows.ts"
import { databaseOf } from "../../data/database.ts"
import type { Env } from "../../env.ts"
import { MissingObjectError } from "../../files/r2-read.ts"
import { publishReadAgain } from "../../flows/artwork/end-image.ts"
import { findOwnInk, ownInkSettings } from "../../flows/artwork/find-ink.ts"
import { runAlone } from "../../raster/raster-host.ts"
import { readArtworkAgain } from "../artwork/read-artwork.ts"

/**
 * Reads a Ready image once more, because its fields or texts have changed, or one of their fonts has
 * come or gone. The image stays Ready, and running prints keep their stamps. An image that cannot be
 * drawn stays as it was, with a warning. A second message changes nothing.
 */
export async function readAgain(env: Env, { imageId }: ReadingMessage): Promise<void> {
  const db = databaseOf(env)
  const row = await findAnyImage(db, imageId)
  if (row?.status !== "Ready" || row.retryAt === null) return
  try {
    const { ink, ...read } = await runAlone(() => readArtworkAgain(env, row))
    if (await markReadAgain(db, row, { read, ink }, Date.now())) {
      // The ink of pixels below other texts is checked in its turn.
      if (ink === null) await findOwnInk(env, row.id, await ownInkSettings(db, row.userId))
      await publishReadAgain(env, row)
    } else await discardFiles(db, row.id, Date.now())
  } catch (error) {
    if (!(error instanceof ArtworkError || error instanceof MissingObjectError)) throw error
    const words = error instanceof ArtworkError ? error.message : "Its file is missing."
    await keepAsItWas(db, row, `It could not be drawn again and was not changed. ${words}`)
    await publishReadAgain(env, row)
  }
}
