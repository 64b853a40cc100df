import { ArtworkError } from "../../../sheet/raster/artwork.ts"
import { discardFiles, keepAsItWas, markReadAgain } from "../../data/artwork/image-progress.ts"
import { findAnyImage, type ImageRow } from "../../data/artwork/image-rows.ts"
import { putOffReadAgain } from "../../data/artwork/image-turn-rows.ts"
import { databaseOf } from "../../data/database.ts"
import type { Env } from "../../env.ts"
import { MissingObjectError } from "../../files/r2-read.ts"
import { publishReadAgain } from "../../flows/artwork/end-image.ts"
import { findOwnInk, ownInkSettings } from "../../flows/artwork/find-ink.ts"
import { BusyError } from "../../isolate/isolate-lock.ts"
import { logError } from "../../log.ts"
import { runAlone } from "../../raster/raster-host.ts"
import { readArtworkAgain } from "../artwork/read-artwork.ts"

/**
 * Reads Ready images once more, the first at least, because their fields, texts or mends have changed, or one of their fonts
 * has come or gone. Returns how many of them, from the first on, are finished. One that fails for a technical reason is
 * put off, so that it does not delay the rest.
 */
export async function readAgain(
  env: Env,
  claimed: readonly ImageRow[],
  mayBegin: () => boolean,
): Promise<number> {
  let done = 0
  for (const row of claimed) {
    if (done > 0 && !mayBegin()) break
    try {
      await readOneAgain(env, row)
    } catch (error) {
      if (error instanceof BusyError) {
        if (done > 0) break
        throw error
      }
      logError("image not read again", { imageId: row.id, error })
      await putOffReadAgain(databaseOf(env), row, Date.now())
    }
    done += 1
  }
  return done
}

/**
 * Reads an image once more that a turn has claimed; one that has changed since then waits for another. It stays Ready,
 * and running prints keep their stamps. An image that cannot be drawn stays as it was, with a warning.
 */
async function readOneAgain(env: Env, { id, retryAt }: ImageRow): Promise<void> {
  const db = databaseOf(env)
  const row = await findAnyImage(db, id)
  if (row?.status !== "Ready" || row.retryAt !== retryAt) return
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
    await keepAsItWas(db, row, words)
    await publishReadAgain(env, row)
  }
}
