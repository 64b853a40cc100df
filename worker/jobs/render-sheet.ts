import { sheetNameFrom } from "../../contract/file-name-pattern.ts"
import type { RenderMessage } from "../../contract/message.ts"
import { sheetFormats } from "../../contract/sheet-format.ts"
import { sheetFormats as writers } from "../../sheet/formats/formats.ts"
import type { FormatJob } from "../../sheet/formats/sheet-format.ts"
import { turnOf } from "../../sheet/preflight/plan-print.ts"
import { type AttemptRow, findAttempt } from "../data/attempt-rows.ts"
import { reopenStamp } from "../data/attempt-stamp-rows.ts"
import { databaseOf } from "../data/database.ts"
import { deleteObjectsLater } from "../data/object-to-delete-rows.ts"
import { findPrint } from "../data/print-rows.ts"
import { formatsOf, sheetKey, sheetKeys, type WrittenSheetFile } from "../data/sheet-files.ts"
import {
  findSheet,
  listPlacements,
  markSheetWritten,
  type SheetRow,
  type StoredPlacement,
} from "../data/sheet-rows.ts"
import type { Env } from "../env.ts"
import { byteSourceOf, MissingObjectError, rangeReadersOf } from "../files/r2-read.ts"
import { storeStream } from "../files/r2-upload.ts"
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
    const { files, previewKey } = await runAlone(async () => ({
      files: await write(env, attempt, row, placements),
      previewKey: await pictureSheet(env, attempt, row, placements),
    }))
    const written = { attemptId, sheetIndex, files, previewKey, nowMs: Date.now() }
    const { isMine, isLast } = await markSheetWritten(db, written)
    if (!isMine) await discard(env, attempt, row)
    if (isLast) await finishAttempt(env, attempt)
  } catch (error) {
    if (error instanceof AttemptOverError) return discard(env, attempt, row)
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

/** Writes a sheet in each of its formats, one after the other, and reads each back. */
async function write(
  env: Env,
  attempt: AttemptRow,
  row: SheetRow,
  placements: readonly StoredPlacement[],
): Promise<WrittenSheetFile[]> {
  const progress = await openProgress(env, attempt, "rendering")
  const job = jobOf(attempt, row, placements)
  const baseName = await baseNameOf(env, attempt, row)
  const openFile = rangeReadersOf(env.FILES)
  const formats = formatsOf(attempt)
  const files: WrittenSheetFile[] = []
  for (const [i, format] of formats.entries()) {
    const { write: writeAs, check, hasLateHead } = writers[format]
    const report = (rows: number) => progress.report(Math.floor((i * row.lengthPx + rows) / formats.length))
    const key = sheetKey(row, format)
    const stored = await storeStream(env.FILES, key, writeAs(job, openFile, rasterHost, report), {
      contentType: sheetFormats[format].mediaType,
      hasLateHead,
      beforePart: progress.beat,
    })
    await progress.beat()
    const file = { open: byteSourceOf(env.FILES, key), openRanges: () => openFile(key) }
    const { sizeBytes } = await check(file, job, rasterHost)
    if (sizeBytes !== stored.bytes)
      throw new Error(`${key} has ${sizeBytes} bytes, ${stored.bytes} were written`)
    const name = baseName === null ? {} : { name: `${baseName}.${sheetFormats[format].extension}` }
    files.push({ format, bytes: stored.bytes, checksum: stored.sha256, ...name })
  }
  return files
}

/** Its files' name without an end, where their destination says how they are called. */
async function baseNameOf(env: Env, attempt: AttemptRow, row: SheetRow): Promise<string | null> {
  if (attempt.fileName === null) return null
  const print = await findPrint(databaseOf(env), attempt.userId, attempt.printId)
  const named = {
    atMs: attempt.createdAt,
    print: print?.name ?? "",
    sheet: row.sheetIndex + 1,
    lengthIn: row.lengthPx / attempt.dpi,
  }
  return sheetNameFrom(attempt.fileName, named, attempt.printId.slice(-6))
}

function jobOf(attempt: AttemptRow, row: SheetRow, placements: readonly StoredPlacement[]): FormatJob {
  const { widthPx, lengthPx } = row
  return {
    widthPx,
    lengthPx,
    dpi: attempt.dpi,
    placements: placements.map(({ itemId, stampKey, x, y, rotated, halfTurned, ...size }) => ({
      stamp: stampKey,
      x,
      y,
      widthPx: size.widthPx,
      heightPx: size.heightPx,
      design: { name: itemId, turn: turnOf({ rotated, halfTurned }) },
    })),
    labels: placements.flatMap(({ label, rotated }) =>
      label === null ? [] : [{ ...label, rotated, mirror: attempt.mirror }],
    ),
    about: {
      title: `${attempt.printId.slice(-6)}, sheet ${row.sheetIndex + 1}`,
      createdAtMs: attempt.createdAt,
    },
    ...(attempt.white ? { white: attempt.white } : {}),
  }
}

/** The attempt ended meanwhile: deletes the files, unless another worker wrote the sheet. */
async function discard(env: Env, attempt: AttemptRow, row: SheetRow): Promise<void> {
  const db = databaseOf(env)
  if ((await findSheet(db, row.attemptId, row.sheetIndex))?.state === "written") return
  await deleteObjectsLater(db, sheetKeys(row, formatsOf(attempt)), Date.now())
}
