import { kindOfMedia } from "../../../contract/artwork/artwork-kind.ts"
import { checkInk } from "../../../sheet/ink/check-ink.ts"
import type { ImageRow } from "../../data/artwork/image-rows.ts"
import { type InkRow, markInk } from "../../data/artwork/ink-rows.ts"
import type { AskedInk, StoredFinding } from "../../data/artwork/tables.ts"
import { databaseOf } from "../../data/database.ts"
import type { Env } from "../../env.ts"
import { publishInk } from "../../flows/artwork/end-image.ts"
import { findFontsOf } from "../../flows/artwork/find-fonts.ts"
import { BusyError } from "../../isolate/isolate-lock.ts"
import { logError } from "../../log.ts"
import { rasterHost, runAlone } from "../../raster/raster-host.ts"
import { engineCheck, inkReason, placedTexts, storedFinding } from "./own-ink.ts"
import { sampledArtwork } from "./sampled-artwork.ts"

/**
 * Checks an image's ink at the sizes that these rows ask for, with its fields' samples, the first at least, and stores
 * the findings, or why it could not be checked. Returns how many of them, from the first on, are finished. One that fails
 * for a technical reason stays in its claim.
 */
export async function checkInks(
  env: Env,
  row: ImageRow,
  checks: readonly InkRow[],
  mayBegin: () => boolean,
): Promise<number> {
  let done = 0
  for (const check of checks) {
    if (done > 0 && !mayBegin()) break
    try {
      await runAlone(() => checkAlone(env, row, check))
    } catch (error) {
      if (error instanceof BusyError) {
        if (done > 0) break
        throw error
      }
      logError("ink not checked", { imageId: row.id, error })
    }
    done += 1
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
  const { source } = await sampledArtwork(env, row)
  if (row.mediaType === null) throw new Error(`image ${row.id} is ready and has no kind`)
  const kind = kindOfMedia(row.mediaType)
  const check = { ...engineCheck(asked), findFonts: findFontsOf(env, row), ...(await placedTexts(env, row)) }
  return (await checkInk(source, kind, rasterHost, check)).map(storedFinding)
}
