import { createHash } from "node:crypto"
import { ApiError } from "../../../contract/error.ts"
import type { Id } from "../../../contract/id.ts"
import type { JobError, JobErrorCode, JobItem, JobRequest } from "../../../contract/programs/job.ts"
import { ArtworkError } from "../../../sheet/raster/artwork.ts"
import { findUploadByRequest } from "../../data/artwork/image-progress.ts"
import { databaseOf } from "../../data/database.ts"
import {
  endJob,
  type JobLease,
  type JobRow,
  putOffJob,
  storeJob,
  takeFetching,
  takeJob,
} from "../../data/programs/job-rows.ts"
import { type Env, settingsOf } from "../../env.ts"
import { imageNameOf } from "../../files/image-name.ts"
import { storeFetched } from "../../flows/artwork/store-fetched.ts"
import { tellListeners } from "../../flows/events/queue-events.ts"
import { queueFetch, queueJob } from "../../flows/programs/queue-jobs.ts"
import { AddressError, openPublicFile } from "../../services/internet/open-public-file.ts"
import { works } from "../../work/works.ts"
import { putOff } from "./put-off.ts"

/** The addresses of one message, a minute each, which its lease outlives. */
const ADDRESSES_A_MESSAGE = 3
/** The bounds of the pause while other jobs of the account are fetched: a tenth of the time it has waited. */
const TURN_PAUSE_S = { least: 5, most: 120 }
/** The tries at an address that does not answer. */
const MAX_TRIES = 3

/**
 * Fetches some of the addresses of a job, and hands it back; of an account, the addresses of a few jobs at a time. An
 * address is fetched once for all its items. A message whose lease is over does nothing.
 */
export async function fetchJobArtwork(env: Env, message: JobLease): Promise<void> {
  const db = databaseOf(env)
  const nowMs = Date.now()
  const lease = { id: message.id, untilMs: Math.max(nowMs + works.job.leaseMs, message.untilMs + 1) }
  const row = await takeJob(db, message, lease.untilMs)
  if (!row) return
  if (!(await takeFetching(db, lease, nowMs))) return queueFetch(env, lease, turnPauseS(row, nowMs))
  try {
    await fetchSome(env, row, lease)
  } catch (error) {
    await putOff(env, row, lease, error)
    throw error
  }
}

/** Returns the pause of a job whose turn has not come, in seconds: a thousand that wait cost some messages a second. */
function turnPauseS({ createdAt }: JobRow, nowMs: number): number {
  const waitedS = Math.round((nowMs - createdAt) / 1_000)
  return Math.min(Math.max(TURN_PAUSE_S.least, Math.round(waitedS / 10)), TURN_PAUSE_S.most)
}

async function fetchSome(env: Env, row: JobRow, lease: JobLease): Promise<void> {
  const db = databaseOf(env)
  let { request } = row
  for (const address of addressesOf(request).slice(0, ADDRESSES_A_MESSAGE)) {
    try {
      request = withImage(request, address, await imageAt(env, row, address))
    } catch (error) {
      const refusal = refusalOf(error)
      if (refusal === null) throw error
      if (refusal.code === "address-unreachable" && row.tries + 1 < MAX_TRIES)
        return putOffJob(db, lease, Date.now())
      const errors = request.items.flatMap(({ url }, item) => (url === address ? [{ item, ...refusal }] : []))
      await endJob(db, lease, { state: "refused", errors, nowMs: Date.now() })
      return tellListeners(env, row.userId)
    }
    if (!(await storeJob(db, lease, { request, tries: 0, updatedAt: Date.now() }))) return
  }
  if (await storeJob(db, lease, { fetchUntil: null })) await queueJob(env, lease)
}

/** Returns the addresses that are not fetched yet, each once. */
export function addressesOf({ items }: JobRequest): string[] {
  return [...new Set(items.flatMap(({ url, imageId }) => (imageId === undefined ? (url ?? []) : [])))]
}

function withImage(request: JobRequest, address: string, imageId: Id): JobRequest {
  const items = request.items.map((item): JobItem => (item.url === address ? { ...item, imageId } : item))
  return { ...request, items }
}

async function imageAt(env: Env, { id, userId, madeBy }: JobRow, address: string): Promise<Id> {
  const requestKey = `${id} ${createHash("sha256").update(address).digest("hex").slice(0, 32)}`
  const known = await findUploadByRequest(databaseOf(env), userId, requestKey)
  if (known) return known.id
  const open = async () => {
    const { body, mostBytes, url } = await openPublicFile(address, settingsOf(env))
    return { body, mostBytes, nameOf: (ending: string) => imageNameOf(decoded(url.pathname), ending) }
  }
  return storeFetched(env, { userId, requestKey, uploadedBy: madeBy, open })
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    // A path may have signs that are no text's.
    return path
  }
}

/** Returns what is wrong with an address; null for an error that is ours. */
function refusalOf(error: unknown): Omit<JobError, "item"> | null {
  if (error instanceof AddressError) {
    const codes = {
      refused: "address-refused",
      unreachable: "address-unreachable",
      "too-large": "too-large",
      unusable: "unprocessable",
    } as const satisfies Record<AddressError["kind"], JobErrorCode>
    return { code: codes[error.kind], message: error.message }
  }
  if (error instanceof ArtworkError) {
    const code =
      error.code === "unsupported"
        ? "unsupported-type"
        : error.code === "too-large"
          ? "too-large"
          : "unprocessable"
    return { code, message: error.message }
  }
  if (error instanceof ApiError && error.code === "conflict")
    return { code: "conflict", message: error.message }
  return null
}
