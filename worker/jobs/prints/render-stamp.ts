import type { StampMessage } from "../../../contract/message.ts"
import { ArtworkError, type Box } from "../../../sheet/raster/artwork.ts"
import { type LaidPiece, makeLaidStamp } from "../../../sheet/raster/make-laid-stamp.ts"
import { makeStamp, type StampSpec } from "../../../sheet/raster/make-stamp.ts"
import { databaseOf } from "../../data/database.ts"
import { addStamps } from "../../data/prints/attempt-layout-rows.ts"
import type { AttemptStampRow, DoneStamp } from "../../data/prints/attempt-stamp-rows.ts"
import { findStampsToMake, type StampToMake } from "../../data/prints/render-rows.ts"
import type { Env } from "../../env.ts"
import { keepSmallStamp } from "../../files/kept-stamps.ts"
import { byteSourceOf, MissingObjectError } from "../../files/r2-read.ts"
import { storeStream } from "../../files/r2-upload.ts"
import { AttemptOverError, type Progress } from "../../flows/prints/attempt-progress.ts"
import { sendStamps } from "../../flows/prints/queue-renders.ts"
import { findRenderWork, type RenderWork } from "../../flows/prints/render-work.ts"
import { keyedStamp, sharedStampOf, withShared } from "../../flows/prints/stamp-key.ts"
import { rasterHost, runAlone } from "../../raster/raster-host.ts"
import { pieceTexts } from "../pieces/piece-look.ts"

/**
 * Makes a message's stamps and queues the sheets if they were the attempt's last. A second message finds them
 * made. If the attempt has ended, they are kept for later prints until they count as unused. A retry leaves each to a
 * message of its own, with tries of its own: one of them has failed, or has ended its isolate with all.
 */
export async function renderStamps(
  env: Env,
  message: StampMessage,
  { isRetry }: { isRetry: boolean },
): Promise<void> {
  const { stored, work, missing } = await stampsOf(env, message)
  if (!stored || work?.stage !== "stamping") return
  // Two writings may wait for one stamp.
  if (missing.length === 0) return work.goOn(stored.stamps.length)
  const madeBefore = stored.stamps.length - missing.length
  if (isRetry && missing.length > 1) {
    if (madeBefore > 0) await work.goOn(madeBefore)
    return sendOneByOne(env, work, missing)
  }
  await addShared(env, work, message, missing)
  const progress = await work.openProgress("stamping")
  const done: DoneStamp[] = []
  let failure: { row: AttemptStampRow; error: unknown } | null = null
  for (const row of missing) {
    try {
      const { stampKey, imageId } = row
      done.push({ stampKey, imageId, bytes: await bytesOfStamp(env, row, progress) })
      progress.report(heightOf(missing.slice(0, done.length)))
    } catch (error) {
      failure = { row, error }
      break
    }
  }
  if (done.length > 0) await work.stampsDone(done, madeBefore + done.length)
  if (failure === null || failure.error instanceof AttemptOverError) return
  const reason = refusalOf(failure.error, work)
  if (reason === null) throw failure.error
  await work.fail(`"${failure.row.imageName}" could not be printed. ${reason}`)
}

/**
 * Adds what stamps of a version before are laid over to their attempt, and queues it. That version made it by the way;
 * this one has it among the attempt's stamps from the beginning.
 */
async function addShared(
  env: Env,
  { attempt }: RenderWork,
  { writingId }: StampMessage,
  missing: readonly AttemptStampRow[],
): Promise<void> {
  const old = missing.filter((row) => row.baseBox !== null && keyedStamp(row).stampKey !== row.stampKey)
  const shared = withShared(old).filter(({ baseBox }) => baseBox === null)
  if (shared.length === 0) return
  await addStamps(databaseOf(env), attempt.id, shared)
  const of = { attemptId: attempt.id, ...(writingId ? { writingId } : {}) }
  await sendStamps(
    env,
    attempt.lane,
    of,
    shared.map(({ stampKey }) => stampKey),
  )
}

function sendOneByOne(env: Env, { attempt }: RenderWork, stamps: readonly AttemptStampRow[]): Promise<void> {
  const keys = stamps.map(({ stampKey }) => stampKey)
  return sendStamps(env, attempt.lane, { attemptId: attempt.id }, keys, 1)
}

/** Gives up after every try failed for a reason other than the artwork. */
export async function giveUpStamps(env: Env, message: StampMessage): Promise<void> {
  const { work, missing } = await stampsOf(env, message)
  const [first] = missing
  if (!work || !first) return
  await work.fail(
    `"${first.imageName}" could not be prepared because of a technical problem. ${work.artworkAdvice}`,
  )
}

/** Finds a message's stamps, those of them that are missing, and the work that they are made for. */
async function stampsOf(env: Env, { attemptId, stampKey, others, writingId }: StampMessage) {
  const stored = await findStampsToMake(databaseOf(env), attemptId, [stampKey, ...others])
  const work = stored && (await findRenderWork(env, stored, writingId ?? null))
  return { stored, work, missing: stored?.stamps.filter(({ isDone }) => !isDone) ?? [] }
}

function heightOf(stamps: readonly AttemptStampRow[]): number {
  return stamps.reduce((sum, { heightPx }) => sum + heightPx, 0)
}

/** Makes a stamp, unless a print has made it before; returns its bytes. */
async function bytesOfStamp(env: Env, row: StampToMake, progress: Progress): Promise<number> {
  const known = row.isMade ? await bytesOf(env, row.stampKey) : null
  return known ?? runAlone(() => make(env, row, progress))
}

/** Returns the bytes of a stamp; null if its object is lost. */
async function bytesOf(env: Env, stampKey: string): Promise<number | null> {
  return (await env.FILES.head(stampKey))?.size ?? null
}

async function make(env: Env, row: AttemptStampRow, { beat }: Progress): Promise<number> {
  const { bytes } = await storeStream(env.FILES, row.stampKey, await stampPieces(env, row), {
    contentType: "application/octet-stream",
    beforePart: beat,
  })
  return bytes
}

/** Returns the stamp's file in pieces: of the artwork itself, or of the text that is laid over what pieces share. */
async function stampPieces(env: Env, row: AttemptStampRow): Promise<AsyncGenerator<Uint8Array>> {
  const laid = await laidPieceOf(env, row)
  if (laid) return keepSmallStamp(row.stampKey, makeLaidStamp(laid, rasterHost))
  return makeStamp(byteSourceOf(env.FILES, row.sourceKey), row.kind, specOf(row), rasterHost)
}

function specOf(row: AttemptStampRow): StampSpec {
  const { widthPx, heightPx, rotated, halfTurned, mirror, gridWidthPx, gridHeightPx } = row
  return {
    trim: trimOf(row),
    ...(gridWidthPx !== null && gridHeightPx !== null
      ? { grid: { widthPx: gridWidthPx, heightPx: gridHeightPx } }
      : {}),
    ...{ widthPx, heightPx, rotated, halfTurned, mirror },
  }
}

function trimOf({ trimX, trimY, trimWidth, trimHeight }: AttemptStampRow): Box {
  return { x: trimX, y: trimY, width: trimWidth, height: trimHeight }
}

/** Returns the piece of a laid stamp; null for a stamp of its own. */
async function laidPieceOf(env: Env, row: AttemptStampRow): Promise<LaidPiece | null> {
  const { baseBox, gridWidthPx, gridHeightPx, rotated, halfTurned, mirror } = row
  const shared = sharedStampOf(row)
  if (shared === null || baseBox === null || gridWidthPx === null || gridHeightPx === null) return null
  return {
    grid: { widthPx: gridWidthPx, heightPx: gridHeightPx },
    part: trimOf(row),
    under: { stamp: shared.stampKey, box: baseBox },
    turn: { rotated, halfTurned, mirror },
    ...(await textsOver(env, row)),
  }
}

/** Returns the piece's own texts, the canvas that they count on (the image as it was measured), and where their ink is. */
async function textsOver(
  env: Env,
  { overlayKey }: AttemptStampRow,
): Promise<Pick<LaidPiece, "texts" | "canvas" | "ink">> {
  if (overlayKey === null) return { texts: "", canvas: { width: 1, height: 1 }, ink: null }
  const { svg: texts, canvas, ink } = await pieceTexts(env, overlayKey)
  return { texts, canvas, ink }
}

/** Returns an error's message if the seller can act on it; otherwise null. */
function refusalOf(error: unknown, work: RenderWork): string | null {
  if (error instanceof ArtworkError) return error.message
  if (error instanceof MissingObjectError) return work.lostArtworkAdvice
  return null
}
