import { HOUR_MS, MINUTE_MS } from "../../../contract/duration.ts"
import { databaseOf } from "../../data/database.ts"
import {
  dropWriting,
  listStalledWritings,
  postponeWriting,
  type StalledWriting,
} from "../../data/delivery/writing-rows.ts"
import type { Env } from "../../env.ts"
import { giveUpWriting } from "../../flows/delivery/end-writing.ts"
import { queueWriting, queueWritingSheets } from "../../flows/prints/queue-renders.ts"
import { logError } from "../../log.ts"
import { retryAtMs } from "../../retry-at.ts"

/** The time of a stalled job, as for an attempt: a running one reports each 5 MiB it writes. */
const STALLS_MS = 5 * MINUTE_MS
/** The age up to which it is queued again ever more rarely; then it fails and the seller is notified. */
const GIVE_UP_MS = 6 * HOUR_MS
const MAX_WRITINGS_A_RUN = 20

/**
 * Continues every writing that stopped between two steps. A writing whose print has lost its sheets
 * waits, because that may be undone, and is forgotten in the end.
 */
export async function sweepWritings(
  env: Env,
  nowMs: number,
  { isRestart }: { isRestart: boolean },
): Promise<void> {
  const page = { nowMs, limit: MAX_WRITINGS_A_RUN }
  for (const row of await listStalledWritings(databaseOf(env), STALLS_MS, page)) {
    // Scheduling comes first: a writing that fails in any way must not block the others.
    await postponeWriting(databaseOf(env), row.id, retryAtMs(row.updatedAt, nowMs))
    const isHopeless = !isRestart && nowMs - row.createdAt > GIVE_UP_MS
    try {
      await resume(env, row, { isHopeless, nowMs })
    } catch (error) {
      logError("stalled writing not resumed", { writingId: row.id, state: row.state, error })
    }
  }
}

async function resume(
  env: Env,
  row: StalledWriting,
  { isHopeless, nowMs }: { isHopeless: boolean; nowMs: number },
): Promise<void> {
  if (!row.isLive) {
    if (isHopeless) await dropWriting(databaseOf(env), row.id, nowMs)
    return
  }
  if (!isHopeless) return row.state === "writing" ? queueWritingSheets(env, row) : queueWriting(env, row)
  await giveUpWriting(env, row)
}
