import type { RenderMessage } from "../../contract/message.ts"
import { pngFormat } from "../../sheet/formats/png-format.ts"
import { checkSheet } from "../../sheet/raster/check-sheet.ts"
import { type AttemptRow, findAttempt } from "../data/attempt-rows.ts"
import { reopenStamp } from "../data/attempt-stamp-rows.ts"
import { databaseOf } from "../data/database.ts"
import { deleteObjectsLater } from "../data/object-to-delete-rows.ts"
import {
  findSheet,
  listPlacements,
  markSheetWritten,
  type SheetRow,
  type StoredPlacement,
  sheetKeys,
} from "../data/sheet-rows.ts"
import type { Env } from "../env.ts"
import { byteSourceOf, MissingObjectError, rangeReadersOf } from "../files/r2-read.ts"
import { type StoredObject, storeStream } from "../files/r2-upload.ts"
import { AttemptOverError, openProgress } from "../flows/attempt-progress.ts"
import { failAttempt, finishAttempt } from "../flows/end-attempt.ts"
import { queueStamps } from "../flows/queue-renders.ts"
import { rasterHost, runAlone } from "../raster/raster-host.ts"
import { pictureSheet } from "./picture-sheet.ts"

type SheetMessage = Extract<RenderMessage, { kind: "sheet" }>

/**
 * Writes a sheet, reads it back and finishes the print if it was the last. A second message finds
 * it written. If the attempt has ended, nothing changes and no file is left.
 */
export async function renderSheet(env: Env, { attemptId, sheetIndex }: SheetMessage): Promise<void> {
  const db = databaseOf(env)
  const attempt = await findAttempt(db, attemptId)
  const row = await findSheet(db, attemptId, sheetIndex)
  if (attempt?.state !== "rendering" || row?.state !== "waiting") return
  try {
    const placements = await listPlacements(db, row)
    const { bytes, sha256, previewKey } = await runAlone(async () => ({
      ...(await write(env, attempt, row, placements)),
      previewKey: await pictureSheet(env, attempt, row, placements),
    }))
    const written = { attemptId, sheetIndex, bytes, checksum: sha256, previewKey, nowMs: Date.now() }
    const { isMine, isLast } = await markSheetWritten(db, written)
    if (!isMine) await discard(env, row)
    if (isLast) await finishAttempt(env, attempt)
  } catch (error) {
    if (error instanceof AttemptOverError) return discard(env, row)
    if (!(error instanceof MissingObjectError) || !error.key.startsWith("stamps/")) throw error
    // The stamp's object is lost: it is made again, and then this sheet.
    if (await reopenStamp(db, attemptId, error.key, Date.now())) await queueStamps(env, attemptId)
  }
}

/** Every try has failed. */
export async function giveUpSheet(env: Env, { attemptId, sheetIndex }: SheetMessage): Promise<void> {
  const db = databaseOf(env)
  const attempt = await findAttempt(db, attemptId)
  const row = await findSheet(db, attemptId, sheetIndex)
  if (!attempt || row?.state !== "waiting") return
  await failAttempt(
    env,
    attempt,
    `Sheet ${sheetIndex + 1} could not be written because of a technical problem. Please process the print again.`,
  )
}

async function write(
  env: Env,
  attempt: AttemptRow,
  row: SheetRow,
  placements: readonly StoredPlacement[],
): Promise<StoredObject> {
  const progress = await openProgress(env, attempt, "rendering")
  const { widthPx, lengthPx } = row
  const labels = placements.flatMap(({ label, rotated }) =>
    label === null ? [] : [{ ...label, rotated, mirror: attempt.mirror }],
  )
  const job = {
    labels,
    widthPx,
    lengthPx,
    dpi: attempt.dpi,
    placements: placements.map(({ stampKey, x, y, widthPx: width, heightPx: height }) => ({
      stamp: stampKey,
      x,
      y,
      widthPx: width,
      heightPx: height,
    })),
  }
  const openStamp = rangeReadersOf(env.FILES)
  const key = sheetKeys(row).sheet
  const pieces = pngFormat.write(job, openStamp, rasterHost, progress.report)
  const stored = await storeStream(env.FILES, key, pieces, {
    contentType: "image/png",
    beforePart: progress.beat,
  })
  await progress.beat()
  const check = await checkSheet(
    byteSourceOf(env.FILES, key),
    { widthPx, lengthPx, dpi: attempt.dpi },
    rasterHost,
  )
  if (check.sizeBytes !== stored.bytes)
    throw new Error(`${key} has ${check.sizeBytes} bytes, ${stored.bytes} were written`)
  return stored
}

/** The attempt ended meanwhile: deletes the file, unless another worker wrote the sheet. */
async function discard(env: Env, row: SheetRow): Promise<void> {
  const db = databaseOf(env)
  if ((await findSheet(db, row.attemptId, row.sheetIndex))?.state === "written") return
  await deleteObjectsLater(db, Object.values(sheetKeys(row)), Date.now())
}
