import type { RenderMessage } from "../../contract/message.ts"
import { CutLineError } from "../../sheet/contour/cut-line.ts"
import { type AttemptRow, findAttempt } from "../data/attempt-rows.ts"
import { reopenStamp } from "../data/attempt-stamp-rows.ts"
import { databaseOf } from "../data/database.ts"
import { deleteObjectsLater } from "../data/object-to-delete-rows.ts"
import { fileKindsOf, sheetKeys } from "../data/sheet-files.ts"
import { findSheet, listPlacements, markSheetWritten, type SheetRow } from "../data/sheet-rows.ts"
import type { Env } from "../env.ts"
import { MissingObjectError } from "../files/r2-read.ts"
import { AttemptOverError, openProgress } from "../flows/attempt-progress.ts"
import { failAttempt, finishAttempt } from "../flows/end-attempt.ts"
import { queueStamps } from "../flows/queue-renders.ts"
import { runAlone } from "../raster/raster-host.ts"
import { pictureSheet } from "./picture-sheet.ts"
import { writeSheet, writingSettingsOf } from "./write-sheet.ts"

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
    const { sheet, previewKey } = await runAlone(async () => {
      const progress = await openProgress(env, attempt, "rendering")
      const sheet = await writeSheet(
        env,
        { attempt, row, placements, settings: writingSettingsOf(attempt) },
        progress,
      )
      return { sheet, previewKey: await pictureSheet(env, attempt, row, placements) }
    })
    const written = { attemptId, sheetIndex, ...sheet, previewKey, nowMs: Date.now() }
    const { isMine, isLast } = await markSheetWritten(db, written)
    if (!isMine) await discard(env, attempt, row)
    if (isLast) await finishAttempt(env, attempt)
  } catch (error) {
    if (error instanceof AttemptOverError) return discard(env, attempt, row)
    if (error instanceof CutLineError)
      return failAttempt(env, attempt, `Sheet ${sheetIndex + 1}: ${error.message}.`)
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

/** The attempt ended meanwhile: deletes the files, unless another worker wrote the sheet. */
async function discard(env: Env, attempt: AttemptRow, row: SheetRow): Promise<void> {
  const db = databaseOf(env)
  if ((await findSheet(db, row.attemptId, row.sheetIndex))?.state === "written") return
  await deleteObjectsLater(db, sheetKeys(row, fileKindsOf(attempt)), Date.now())
}
