import type { RenderMessage } from "../../../contract/message.ts"
import { CutLineError } from "../../../sheet/contour/cut-line.ts"
import { databaseOf } from "../../data/database.ts"
import { deleteObjectsLater } from "../../data/operations/object-to-delete-rows.ts"
import { findSheetToWrite } from "../../data/prints/render-rows.ts"
import { fileKindsOf, sheetKeys } from "../../data/prints/sheet-files.ts"
import { findSheet, listPlacements, type SheetRow, type WrittenSheet } from "../../data/prints/sheet-rows.ts"
import type { Env } from "../../env.ts"
import { MissingObjectError } from "../../files/r2-read.ts"
import { AttemptOverError } from "../../flows/prints/attempt-progress.ts"
import { findRenderWork, type RenderWork } from "../../flows/prints/render-work.ts"
import { runAlone } from "../../raster/raster-host.ts"
import { pictureSheet } from "./picture-sheet.ts"
import { writeSheet } from "./write-sheet.ts"

type SheetMessage = Extract<RenderMessage, { kind: "sheet" }>

/**
 * Writes a sheet, reads it back and ends its attempt or writing if it was the last. A second message
 * finds it written. If these have ended, nothing changes and no file remains.
 */
export async function renderSheet(env: Env, { attemptId, sheetIndex }: SheetMessage): Promise<void> {
  const stored = await findSheetToWrite(databaseOf(env), attemptId, sheetIndex)
  const work = stored && (await findRenderWork(env, stored, stored.sheet.writingId))
  if (!work) return
  const { sheet: row } = stored
  if (row.state === "written") return work.goOnWriting()
  if (work.stage !== "rendering" || row.state !== "waiting") return
  try {
    if (!(await work.sheetWritten(row, await write(env, work, row)))) await discard(env, work, row)
  } catch (error) {
    if (error instanceof AttemptOverError) return discard(env, work, row)
    if (error instanceof CutLineError) return work.fail(`Sheet ${numberOf(row, work)}: ${error.message}.`)
    if (!(error instanceof MissingObjectError) || !error.key.startsWith("stamps/")) throw error
    await work.remakeStamp(error.key)
  }
}

/** Gives up after every try has failed. */
export async function giveUpSheet(env: Env, { attemptId, sheetIndex }: SheetMessage): Promise<void> {
  const stored = await findSheetToWrite(databaseOf(env), attemptId, sheetIndex)
  const work = stored && (await findRenderWork(env, stored, stored.sheet.writingId))
  if (!work || stored.sheet.state !== "waiting") return
  await work.fail(
    `Sheet ${numberOf(stored.sheet, work)} could not be written because of a technical problem. ${work.advice}`,
  )
}

async function write(env: Env, work: RenderWork, row: SheetRow): Promise<WrittenSheet> {
  const { attempt, settings } = work
  const placements = await listPlacements(databaseOf(env), row)
  return runAlone(async () => {
    const progress = await work.openProgress("rendering")
    const job = { attempt, row, placements, settings, number: numberOf(row, work) }
    const written = await writeSheet(env, job, progress)
    const previewKey = await pictureSheet(env, { ...attempt, mirror: settings.mirror }, row, placements)
    return { sheetIndex: row.sheetIndex, ...written, previewKey }
  })
}

/** Returns the number, counted from 1 among the sheets of its attempt or writing. */
function numberOf({ sheetIndex }: SheetRow, { firstSheet }: RenderWork): number {
  return sheetIndex - firstSheet + 1
}

/** Deletes the files if its attempt or writing ended meanwhile, unless another worker wrote the sheet. */
async function discard(env: Env, { settings }: RenderWork, row: SheetRow): Promise<void> {
  const db = databaseOf(env)
  if ((await findSheet(db, row.attemptId, row.sheetIndex))?.state === "written") return
  await deleteObjectsLater(db, sheetKeys(row, fileKindsOf(settings)), Date.now())
}
