import type { StampMessage } from "../../../contract/message.ts"
import { ArtworkError } from "../../../sheet/raster/artwork.ts"
import { makeStamp, type StampSpec, stampRows } from "../../../sheet/raster/make-stamp.ts"
import { openPieceRows, type PieceOnGrid } from "../../../sheet/raster/piece-rows.ts"
import { openStampRows } from "../../../sheet/raster/stamp-rows.ts"
import { databaseOf } from "../../data/database.ts"
import type { AttemptStampRow, DoneStamp } from "../../data/prints/attempt-stamp-rows.ts"
import { findStampsToMake, type StampToMake } from "../../data/prints/render-rows.ts"
import { hasStamp, noteStamp, noteStampBytes, noteStampUse } from "../../data/prints/stamp-rows.ts"
import type { Env } from "../../env.ts"
import { byteSourceOf, MissingObjectError, rangeReadersOf } from "../../files/r2-read.ts"
import { storeStream } from "../../files/r2-upload.ts"
import { AttemptOverError, type Progress } from "../../flows/prints/attempt-progress.ts"
import { sendStamps } from "../../flows/prints/queue-renders.ts"
import { findRenderWork, type RenderWork } from "../../flows/prints/render-work.ts"
import { sharedStampOf } from "../../flows/prints/stamp-key.ts"
import { rasterHost, runAlone } from "../../raster/raster-host.ts"

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

async function make(env: Env, row: AttemptStampRow, progress: Progress): Promise<number> {
  const base = await sharedBase(env, row, progress)
  return store(env, row, await stampPieces(env, row, base), progress)
}

/** Returns the shared part of a stamp: made by the first that needs it, and kept for all the others. */
async function sharedBase(
  env: Env,
  row: AttemptStampRow,
  progress: Progress,
): Promise<AttemptStampRow | null> {
  const planned = sharedStampOf(row)
  if (planned === null) return null
  const base = { ...planned, attemptId: row.attemptId, isDone: false }
  if ((await hasStamp(databaseOf(env), base.stampKey)) && (await bytesOf(env, base.stampKey)) !== null) {
    await noteStampUse(databaseOf(env), base, Date.now())
    return base
  }
  await noteStamp(databaseOf(env), base.stampKey, base.imageId, Date.now())
  const bytes = await store(env, base, await stampPieces(env, base, null), progress)
  await noteStampBytes(databaseOf(env), base, bytes, Date.now())
  return base
}

async function store(
  env: Env,
  { stampKey }: AttemptStampRow,
  pieces: AsyncGenerator<Uint8Array>,
  progress: Progress,
): Promise<number> {
  const { bytes } = await storeStream(env.FILES, stampKey, pieces, {
    contentType: "application/octet-stream",
    beforePart: progress.beat,
  })
  return bytes
}

/** Returns the stamp's file in pieces: of the artwork itself, or of a shared stamp with the piece's text. */
async function stampPieces(
  env: Env,
  row: AttemptStampRow,
  base: AttemptStampRow | null,
): Promise<AsyncGenerator<Uint8Array>> {
  const spec = specOf(row)
  if (base === null) return makeStamp(byteSourceOf(env.FILES, row.sourceKey), row.kind, spec, rasterHost)
  const rows = await openPieceRows(
    {
      grid: spec.grid ?? base,
      part: spec.trim,
      below: await openStampRows(await rangeReadersOf(env.FILES)(base.stampKey), base.stampKey, rasterHost),
      belowBox: specOf(base).trim,
      ...(await textsOver(env, row)),
    },
    rasterHost,
  )
  const { grid: _, ...upright } = spec
  const { width, height } = spec.trim
  return stampRows(rows, { ...upright, trim: { x: 0, y: 0, width, height } }, rasterHost)
}

function specOf(row: AttemptStampRow): StampSpec {
  const { widthPx, heightPx, rotated, halfTurned, mirror, gridWidthPx, gridHeightPx } = row
  return {
    trim: { x: row.trimX, y: row.trimY, width: row.trimWidth, height: row.trimHeight },
    ...(gridWidthPx !== null && gridHeightPx !== null
      ? { grid: { widthPx: gridWidthPx, heightPx: gridHeightPx } }
      : {}),
    ...{ widthPx, heightPx, rotated, halfTurned, mirror },
  }
}

/** Returns the piece's own texts, and the canvas that they count on: the image as it was measured. */
async function textsOver(
  env: Env,
  { overlayKey }: AttemptStampRow,
): Promise<Pick<PieceOnGrid, "texts" | "canvas">> {
  if (overlayKey === null) return { texts: "", canvas: { width: 1, height: 1 } }
  const object = await env.FILES.get(overlayKey)
  const { width, height } = object?.customMetadata ?? {}
  if (!object || !width || !height) throw new MissingObjectError(overlayKey)
  return { texts: await object.text(), canvas: { width: Number(width), height: Number(height) } }
}

/** Returns an error's message if the seller can act on it; otherwise null. */
function refusalOf(error: unknown, work: RenderWork): string | null {
  if (error instanceof ArtworkError) return error.message
  if (error instanceof MissingObjectError) return work.lostArtworkAdvice
  return null
}
