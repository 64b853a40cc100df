import { kindOfMedia } from "../../../contract/artwork/artwork-kind.ts"
import type { PrintedAt } from "../../../contract/artwork/mend.ts"
import type { Id } from "../../../contract/id.ts"
import { checkInk, checkInkRows } from "../../../sheet/ink/check-ink.ts"
import type { InkReport } from "../../../sheet/ink/finding.ts"
import {
  areTextsMended,
  type ImageRow,
  imageKeys,
  isMended,
  isVector,
  madeMendsOf,
  masterKindOf,
} from "../../data/artwork/image-rows.ts"
import { dropInk, type InkRow, type MadeInk } from "../../data/artwork/ink-rows.ts"
import type { AskedInk } from "../../data/artwork/tables.ts"
import { databaseOf } from "../../data/database.ts"
import type { Env } from "../../env.ts"
import { byteSourceOf } from "../../files/r2-read.ts"
import { checkedMends, isCheckOf } from "../../flows/artwork/find-ink.ts"
import { BusyError } from "../../isolate/isolate-lock.ts"
import { logError } from "../../log.ts"
import { rasterHost, runAlone } from "../../raster/raster-host.ts"
import { droppedProfileOf } from "./mended-master.ts"
import { asInkImages, engineCheck, failedInk, inkReason, outcomeOf, placedTexts } from "./own-ink.ts"
import { inFrame, openPrintedImage } from "./printed-image.ts"
import { openMendedTexts, placeSamples } from "./sampled-texts.ts"

/** What checks have found, or why they could not be made, and how many rows, from the first on, are finished. */
export type CheckedInk = {
  made: MadeInk[]
  /** Those that failed for a technical reason. */
  failed: InkRow[]
  finished: number
}

/**
 * Checks the ink of these images at the sizes that rows ask for, with their fields' samples, the first at least. Those of
 * an earlier look, or of other fonts, are forgotten.
 */
export async function checkInks(
  env: Env,
  images: ReadonlyMap<Id, ImageRow>,
  checks: readonly InkRow[],
  mayBegin: () => boolean,
): Promise<CheckedInk> {
  const old: InkRow[] = []
  for (const image of await asInkImages(env, [...images.values()])) {
    const own = checks.filter((check) => check.imageId === image.id && !isCheckOf(image, check))
    if (own.length > 0) await dropInk(databaseOf(env), image.id, own)
    old.push(...own)
  }
  const made: MadeInk[] = []
  const failed: InkRow[] = []
  let finished = 0
  for (const check of checks) {
    if (finished > 0 && !mayBegin()) break
    const row = images.get(check.imageId)
    try {
      if (row && !old.includes(check)) made.push(await runAlone(() => madeOf(env, row, check)))
    } catch (error) {
      if (error instanceof BusyError) {
        if (finished > 0) break
        throw error
      }
      logError("ink not checked", { imageId: check.imageId, error })
      failed.push(check)
    }
    finished += 1
  }
  return { made, failed, finished }
}

async function madeOf(env: Env, row: ImageRow, { imageId, digest, asked }: InkRow): Promise<MadeInk> {
  const key = { imageId, digest }
  try {
    return { ...key, ...outcomeOf(await reportOf(env, row, asked), checkedMends(row, asked)) }
  } catch (error) {
    const failureReason = inkReason(error)
    if (failureReason === null) throw error
    return { ...key, ...failedInk(failureReason) }
  }
}

async function reportOf(env: Env, row: ImageRow, asked: AskedInk): Promise<InkReport> {
  if (row.mediaType === null) throw new Error(`image ${row.id} has no kind`)
  if (row.masterKey === null) throw new Error(`image ${row.id} is not ready`)
  if (asked.printed) return printedReport(env, row, { ...asked, printed: asked.printed })
  const isMade = isMended(row) || isVector(row)
  const kind = isMade ? masterKindOf(row) : kindOfMedia(row.mediaType)
  // The original tells of its profile, which a master in its place does not.
  const source = byteSourceOf(env.FILES, isMade ? row.masterKey : imageKeys(row.id).source)
  const { missingFonts } = row
  const droppedProfile = await droppedProfileOf(env, row)
  const check = { ...engineCheck(env, asked), missingFonts, droppedProfile }
  const mended = await openMendedTexts(env, row)
  if (mended) return checkInkRows(mended, rasterHost, check)
  const texts = await placedTexts(env, row)
  return checkInk(source, kind, rasterHost, { ...check, ...texts })
}

/** Checks an image as its mends make it at a printed size. */
async function printedReport(
  env: Env,
  row: ImageRow,
  asked: AskedInk & { printed: PrintedAt },
): Promise<InkReport> {
  const areMended = areTextsMended(row, asked.printed.mends ?? madeMendsOf(row))
  const place = areMended ? await placeSamples(env, row) : undefined
  const { rows, original } = await openPrintedImage(env, row, asked.printed, { place })
  const { placed } = areMended
    ? {}
    : await placedTexts(env, { ...row, widthPx: rows.widthPx, heightPx: rows.heightPx })
  const { missingFonts } = row
  const { droppedProfile } = original
  // A drawing is drawn on the print's grid, whatever its pixels in the library are.
  const size = { mmPerPx: 25.4 / asked.printed.dpi, ownMmPerPx: isVector(row) ? null : asked.mmPerPx }
  const check = { ...engineCheck(env, asked), ...size, missingFonts, droppedProfile }
  return checkInkRows(await inFrame(rows, rasterHost, placed), rasterHost, check)
}
