import type { RenderMessage } from "../../contract/message.ts"
import { ArtworkError } from "../../sheet/raster/artwork.ts"
import { makeStamp } from "../../sheet/raster/make-stamp.ts"
import { type AttemptStampRow, findAttemptStamp } from "../data/attempt-stamp-rows.ts"
import { databaseOf } from "../data/database.ts"
import { hasStamp, noteStamp } from "../data/stamp-rows.ts"
import type { Env } from "../env.ts"
import { byteSourceOf, MissingObjectError } from "../files/r2-read.ts"
import { storeStream } from "../files/r2-upload.ts"
import { AttemptOverError } from "../flows/attempt-progress.ts"
import { findRenderWork, type RenderWork } from "../flows/render-work.ts"
import { rasterHost, runAlone } from "../raster/raster-host.ts"

type StampMessage = Extract<RenderMessage, { kind: "stamp" }>

/**
 * Makes a stamp and queues the sheets if it was the attempt's last. A second message finds it made.
 * If the attempt has ended, the stamp is kept for later prints until it counts as unused.
 */
export async function renderStamp(env: Env, message: StampMessage): Promise<void> {
  const { attemptId, stampKey, writingId = null } = message
  const work = await findRenderWork(env, attemptId, writingId)
  const row = await findAttemptStamp(databaseOf(env), attemptId, stampKey)
  if (work?.stage !== "stamping" || !row) return
  // Two writings may wait for one stamp.
  if (row.isDone) return work.goOn()
  try {
    const bytes = (await knownBytes(env, stampKey)) ?? (await runAlone(() => make(env, work, row)))
    await work.stampDone({ stampKey, imageId: row.imageId, bytes, nowMs: Date.now() })
  } catch (error) {
    if (error instanceof AttemptOverError) return
    const reason = refusalOf(error, work)
    if (reason === null) throw error
    await work.fail(`"${row.imageName}" could not be printed. ${reason}`)
  }
}

/** Every try failed for a reason other than the artwork. */
export async function giveUpStamp(env: Env, message: StampMessage): Promise<void> {
  const { attemptId, stampKey, writingId = null } = message
  const work = await findRenderWork(env, attemptId, writingId)
  const row = await findAttemptStamp(databaseOf(env), attemptId, stampKey)
  if (!work || !row || row.isDone) return
  await work.fail(
    `"${row.imageName}" could not be prepared because of a technical problem. ${work.artworkAdvice}`,
  )
}

/** Another print may have made the same stamp meanwhile. */
async function knownBytes(env: Env, stampKey: string): Promise<number | null> {
  if (!(await hasStamp(databaseOf(env), stampKey))) return null
  return (await env.FILES.head(stampKey))?.size ?? null
}

async function make(env: Env, work: RenderWork, row: AttemptStampRow): Promise<number> {
  await noteStamp(databaseOf(env), row.stampKey, row.imageId, Date.now())
  const progress = await work.openProgress("stamping")
  const spec = {
    trim: { x: row.trimX, y: row.trimY, width: row.trimWidth, height: row.trimHeight },
    widthPx: row.widthPx,
    heightPx: row.heightPx,
    rotated: row.rotated,
    halfTurned: row.halfTurned,
    mirror: row.mirror,
  }
  const source = byteSourceOf(env.FILES, row.sourceKey)
  const { bytes } = await storeStream(
    env.FILES,
    row.stampKey,
    makeStamp(source, row.kind, spec, rasterHost),
    { contentType: "application/octet-stream", beforePart: progress.beat },
  )
  progress.report(row.heightPx)
  return bytes
}

/** An error's message if the seller can act on it; otherwise null. */
function refusalOf(error: unknown, work: RenderWork): string | null {
  if (error instanceof ArtworkError) return error.message
  if (error instanceof MissingObjectError) return work.lostArtworkAdvice
  return null
}
