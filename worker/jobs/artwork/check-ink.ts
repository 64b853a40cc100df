import { kindOfMedia } from "../../../contract/artwork/artwork-kind.ts"
import { checkInk } from "../../../sheet/ink/check-ink.ts"
import { type ImageRow, imageKeys } from "../../data/artwork/image-rows.ts"
import { dropInk, type InkRow, markInk } from "../../data/artwork/ink-rows.ts"
import type { AskedInk, StoredFinding } from "../../data/artwork/tables.ts"
import { databaseOf } from "../../data/database.ts"
import type { Env } from "../../env.ts"
import { byteSourceOf } from "../../files/r2-read.ts"
import { publishInk } from "../../flows/artwork/end-image.ts"
import { isCheckOf } from "../../flows/artwork/find-ink.ts"
import { BusyError } from "../../isolate/isolate-lock.ts"
import { logError } from "../../log.ts"
import { rasterHost, runAlone } from "../../raster/raster-host.ts"
import { asInkImage, engineCheck, inkReason, outlinesOf, placedTexts, storedFinding } from "./own-ink.ts"

/**
 * Checks an image's ink at the sizes that these rows ask for, with its fields' samples, the first at least, and stores
 * the findings, or why it could not be checked. Those of an earlier look, or of other fonts, are forgotten. Returns how
 * many of them, from the first on, are finished. One that fails for a technical reason stays in its claim.
 */
export async function checkInks(
  env: Env,
  row: ImageRow,
  checks: readonly InkRow[],
  mayBegin: () => boolean,
): Promise<number> {
  const image = await asInkImage(env, row)
  const old = checks.filter((check) => !isCheckOf(image, check))
  if (old.length > 0) await dropInk(databaseOf(env), row.id, old)
  let done = 0
  for (const check of checks) {
    if (done > 0 && !mayBegin()) break
    done += 1
    if (old.includes(check)) continue
    try {
      await runAlone(() => checkAlone(env, row, check))
    } catch (error) {
      if (error instanceof BusyError) {
        if (done > 1) return done - 1
        throw error
      }
      logError("ink not checked", { imageId: row.id, error })
    }
  }
  return done
}

/** Checks ink at one size. Pages fetch all once none of the account's waits: until then they ask now and then. */
async function checkAlone(env: Env, row: ImageRow, check: InkRow): Promise<void> {
  const made = await madeOf(env, row, check.asked)
  if (await markInk(databaseOf(env), check, made)) await publishInk(env, row, check.digest)
}

async function madeOf(env: Env, row: ImageRow, asked: AskedInk): Promise<Parameters<typeof markInk>[2]> {
  try {
    return { state: "ready", failureReason: null, findings: await findingsOf(env, row, asked) }
  } catch (error) {
    const failureReason = inkReason(error)
    if (failureReason === null) throw error
    return { state: "failed", failureReason, findings: [] }
  }
}

async function findingsOf(env: Env, row: ImageRow, asked: AskedInk): Promise<StoredFinding[]> {
  if (row.mediaType === null) throw new Error(`image ${row.id} is ready and has no kind`)
  const kind = kindOfMedia(row.mediaType)
  const { missingFonts } = row
  const source = outlinesOf(env, row) ?? byteSourceOf(env.FILES, imageKeys(row.id).source)
  const check = { ...engineCheck(asked), missingFonts, ...(await placedTexts(env, row)) }
  return (await checkInk(source, kind, rasterHost, check)).map(storedFinding)
}
