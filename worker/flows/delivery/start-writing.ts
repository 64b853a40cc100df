import { createHash } from "node:crypto"
import { contourEdgeIn } from "../../../contract/delivery/contour.ts"
import type { Destination } from "../../../contract/delivery/destination.ts"
import type { WritingSettings } from "../../../contract/delivery/writing.ts"
import { ApiError, unknown } from "../../../contract/error.ts"
import { type Id, makeId } from "../../../contract/id.ts"
import { boundText, type LengthUnit, lengthText } from "../../../contract/length.ts"
import { MAX_WRITINGS } from "../../../contract/limit.ts"
import { accountSettingsOf } from "../../data/accounts/user-rows.ts"
import { databaseOf } from "../../data/database.ts"
import { findDestination } from "../../data/delivery/destination-rows.ts"
import { findWritingOf, insertWriting } from "../../data/delivery/writing-rows.ts"
import { writingSettingsOf } from "../../data/delivery/writing-settings.ts"
import { type AttemptRow, findAttempt } from "../../data/prints/attempt-rows.ts"
import { findPrint, type PrintRow } from "../../data/prints/print-rows.ts"
import { findSheetTemplate } from "../../data/prints/sheet-template-rows.ts"
import type { Env } from "../../env.ts"
import { logWarning } from "../../log.ts"
import { makeLinkToken } from "../../secrets/link-token.ts"
import { readOwnSheets, readStamps } from "../prints/ended-layout.ts"
import { queueWriting } from "../prints/queue-renders.ts"
import { type LaidSheet, mirroredSheets, partedSheets } from "./sheets-for-destination.ts"
import { writtenAs } from "./written-files.ts"

/** The start: `known` if the print has these very files already or they are being written. */
export type WritingStart = { kind: "started" | "known"; name: string }

/**
 * Starts to write a completed print once more, for another destination: its own sheets, parted if they
 * are too long, mirrored if they have to be. Nothing is packed again, and no credit is taken. A repeat
 * adds nothing; a failed one starts again. Throws an ApiError if it cannot be written.
 */
export async function startWriting(
  env: Env,
  userId: Id,
  { printId, destinationId }: { printId: Id; destinationId: Id },
): Promise<WritingStart> {
  const db = databaseOf(env)
  const print = await findPrint(db, userId, printId)
  if (!print) throw unknown("print")
  if (print.isTest) throw new ApiError("conflict", "A test print is written as PNG alone")
  const attempt = await completedAttempt(env, print)
  const destination = await findDestination(db, userId, destinationId)
  if (!destination) throw unknown("destination")
  const { name } = destination
  const { lengthUnit } = await accountSettingsOf(db, userId)
  refuseOtherDpi(destination, attempt)
  const printed = await readOwnSheets(env, attempt.id)
  if (printed.some(({ state }) => state !== "written")) throw noSheets()
  refuseCutOffFilm(destination, printed, attempt.dpi, lengthUnit)

  const settings = {
    formats: destination.formats,
    ...writtenAs(destination),
    mirror: destination.mirror || (await isMirroredByTemplate(env, print, attempt)),
  }
  const stamps = await readStamps(env, attempt.id)
  const parted = partedSheets(printed, destination, attempt, stamps, lengthUnit)
  const lengths = parted.map(({ lengthPx }) => lengthPx)
  if (isWrittenSo(attempt, settings, lengths, printed)) return { kind: "known", name }
  const isTurned = settings.mirror !== attempt.mirror
  const mirrored = isTurned ? mirroredSheets(parted, stamps) : { sheets: parted, stamps }

  const nowMs = Date.now()
  const writing = {
    id: makeId(nowMs),
    attemptId: attempt.id,
    userId,
    destinationId,
    name,
    digest: digestOf(destinationId, settings, lengths),
    settings,
    stamps: mirrored.stamps,
    sheets: mirrored.sheets.map((sheet) => ({ ...sheet, token: makeLinkToken() })),
  }
  if (await insertWriting(db, writing, nowMs)) {
    await queueWriting(env, writing).catch((error: unknown) =>
      // The writing is stored, and the sweep queues it again.
      logWarning("writing not queued, left to the sweep", { writingId: writing.id, error }),
    )
    return { kind: "started", name }
  }
  if (await findWritingOf(db, writing)) return { kind: "known", name }
  await completedAttempt(env, await findPrintAgain(env, print))
  throw new ApiError(
    "conflict",
    `A print is written for at most ${MAX_WRITINGS} more destinations. Process it again for others.`,
  )
}

async function findPrintAgain(env: Env, { id, userId }: PrintRow): Promise<PrintRow> {
  const print = await findPrint(databaseOf(env), userId, id)
  if (!print) throw unknown("print")
  return print
}

async function completedAttempt(env: Env, print: PrintRow): Promise<AttemptRow> {
  switch (print.status) {
    case "Completed": {
      const attempt = print.attemptId && (await findAttempt(databaseOf(env), print.attemptId))
      if (!attempt) throw noSheets()
      return attempt
    }
    case "Processing":
      throw new ApiError("conflict", "The print is being processed. Wait until its sheets are written.")
    case "Deleted":
      throw noSheets()
    default:
      throw new ApiError("conflict", "The print has no sheets yet. Process it first.")
  }
}

function noSheets(): ApiError {
  return new ApiError("conflict", "The sheets of this print were deleted. Process it again to write them.")
}

function refuseOtherDpi({ name, dpi }: Destination, attempt: AttemptRow): void {
  if (dpi === attempt.dpi) return
  const words = `"${name}" needs ${dpi} DPI, but the print has ${attempt.dpi}. Process it again with a template of ${dpi} DPI, or choose another destination.`
  throw new ApiError("unprocessable", words, { fields: { destinationId: words } })
}

/** Refuses a margin so narrow that the destination's cut line would leave the film. */
function refuseCutOffFilm(
  { name, contour }: Destination,
  sheets: readonly LaidSheet[],
  dpi: number,
  unit: LengthUnit,
): void {
  const edgeIn = contourEdgeIn(contour, dpi)
  const least = sheets.flatMap(({ widthPx, lengthPx, placements }) =>
    placements.map(({ x, y, ...box }) =>
      Math.min(x, y, widthPx - x - box.widthPx, lengthPx - y - box.heightPx),
    ),
  )
  const marginIn = least.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY) / dpi
  if (edgeIn === 0 || marginIn >= edgeIn) return
  throw new ApiError(
    "unprocessable",
    `The cut line of "${name}" would leave the film: it needs an edge of ${boundText(edgeIn, "least", unit)}, and the print has ${lengthText(marginIn, unit)}. Process it again with a template that has a wider edge.`,
  )
}

/**
 * Returns true if the print is mirrored for any destination. If its own one may have asked for that,
 * its template decides, or, if that is gone, it stays as it is.
 */
async function isMirroredByTemplate(env: Env, print: PrintRow, attempt: AttemptRow): Promise<boolean> {
  const hasDestination = attempt.fileName !== null
  if (!attempt.mirror || !hasDestination || print.sheetTemplateId === null) return attempt.mirror
  const template = await findSheetTemplate(databaseOf(env), print.userId, print.sheetTemplateId)
  return template?.mirror ?? true
}

/** Returns true if the print's own files are these very ones. */
function isWrittenSo(
  attempt: AttemptRow,
  settings: WritingSettings,
  lengths: readonly number[],
  printed: readonly LaidSheet[],
): boolean {
  const own = writingSettingsOf(attempt)
  return (
    lengths.length === printed.length && JSON.stringify(valuesOf(own)) === JSON.stringify(valuesOf(settings))
  )
}

/** Returns a digest of all that decides the bytes, and of their destination. */
function digestOf(destinationId: Id, settings: WritingSettings, lengths: readonly number[]): string {
  const parts = JSON.stringify([destinationId, ...valuesOf(settings), lengths])
  return createHash("sha256").update(parts).digest("hex").slice(0, 32)
}

/** Returns the settings in one sequence, so that they can be compared as text. */
function valuesOf({ formats, white, contour, fileName, mirror }: WritingSettings): unknown[] {
  const line = contour && Object.entries(contour).sort(([a], [b]) => (a < b ? -1 : 1))
  return [formats, white && [white.name, white.chokePx], line, fileName, mirror]
}
