import { kindOfMedia } from "../../../contract/artwork/artwork-kind.ts"
import type { InkMessage } from "../../../contract/message.ts"
import { checkInk } from "../../../sheet/ink/check-ink.ts"
import { findAnyImage, type ImageRow } from "../../data/artwork/image-rows.ts"
import { findInkRow, markInk } from "../../data/artwork/ink-rows.ts"
import type { AskedInk, StoredFinding } from "../../data/artwork/tables.ts"
import { databaseOf } from "../../data/database.ts"
import type { Env } from "../../env.ts"
import { publishInk } from "../../flows/artwork/end-image.ts"
import { findFontsOf } from "../../flows/artwork/find-fonts.ts"
import { rasterHost, runAlone } from "../../raster/raster-host.ts"
import { engineCheck, inkReason, storedFinding } from "./own-ink.ts"
import { sampledArtwork } from "./sampled-artwork.ts"

const GAVE_UP = "It could not be checked because of a technical problem."

/**
 * Checks an image's ink at the size that a row asks for, with its fields' samples, and stores the findings, or why it
 * could not be checked. A second message changes nothing. Without room it has read nothing: it comes again and again.
 */
export function checkImageInk(env: Env, message: InkMessage): Promise<void> {
  return runAlone(() => checkAlone(env, message))
}

async function checkAlone(env: Env, { imageId, digest }: InkMessage): Promise<void> {
  const db = databaseOf(env)
  const row = await findAnyImage(db, imageId)
  const check = await findInkRow(db, { imageId, digest })
  if (row?.status !== "Ready" || check?.state !== "waiting") return
  try {
    const findings = await findingsOf(env, row, check.asked)
    await end(env, row, check, { state: "ready", failureReason: null, findings })
  } catch (error) {
    const reason = inkReason(error)
    if (reason === null) throw error
    await end(env, row, check, { state: "failed", failureReason: reason, findings: [] })
  }
}

/** Ends a check that has failed for hours. */
export async function giveUpInk(env: Env, { imageId, digest }: Omit<InkMessage, "kind">): Promise<void> {
  const row = await findAnyImage(databaseOf(env), imageId)
  if (row) await end(env, row, { imageId, digest }, { state: "failed", failureReason: GAVE_UP, findings: [] })
}

/** Stores a check, and has pages fetch them all once none of the account's waits: until then they ask now and then. */
async function end(
  env: Env,
  row: ImageRow,
  check: { imageId: ImageRow["id"]; digest: string },
  made: Parameters<typeof markInk>[2],
): Promise<void> {
  if (await markInk(databaseOf(env), check, made)) await publishInk(env, row, check.digest)
}

async function findingsOf(env: Env, row: ImageRow, asked: AskedInk): Promise<StoredFinding[]> {
  const { source } = await sampledArtwork(env, row)
  if (row.mediaType === null) throw new Error(`image ${row.id} is ready and has no kind`)
  const kind = kindOfMedia(row.mediaType)
  const check = { ...engineCheck(asked), findFonts: findFontsOf(env, row) }
  return (await checkInk(source, kind, rasterHost, check)).map(storedFinding)
}
