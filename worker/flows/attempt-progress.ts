import type { PrintProgress } from "../../contract/print.ts"
import { type AttemptRow, touchRunning } from "../data/attempt-rows.ts"
import { databaseOf } from "../data/database.ts"
import { readerOf } from "../data/reader.ts"
import { progressOf } from "../data/sheet-rows.ts"
import type { Env } from "../env.ts"
import { hubOf } from "../hub-stub.ts"
import { logWarning } from "../log.ts"

/** The attempt was cancelled, failed or is deleted: its workers must stop and write nothing. */
export class AttemptOverError extends Error {
  override name = "AttemptOverError"
}

/** Progress events per print, roughly. */
const STEPS = 50

export type Progress = {
  /** Takes how much of this job is done so far; tells the seller now and then. */
  report(done: number): void
  /** Marks the job as alive for the sweep. Throws AttemptOverError once the attempt has ended. */
  beat(): Promise<void>
}

/** Follows one rendering job of an attempt, in pixel rows of all its stamps and sheets. */
export async function openProgress(
  env: Env,
  row: AttemptRow,
  state: "stamping" | "rendering",
): Promise<Progress> {
  return follow(env, row, state, await progressOf(readerOf(databaseOf(env)), row.id))
}

/** Follows the search of an attempt's layout, as a share from 0 to 1. */
export function openSearchProgress(env: Env, row: AttemptRow): Progress {
  return follow(env, row, "stamping", { stage: "layout", done: 0, total: 1 })
}

/** Tells the seller how far an attempt has come, by what is stored of it. */
export async function tellProgress(env: Env, row: AttemptRow): Promise<void> {
  tell(env, row, await progressOf(readerOf(databaseOf(env)), row.id))
}

function follow(
  env: Env,
  row: AttemptRow,
  state: "stamping" | "rendering",
  { stage, done, total }: PrintProgress,
): Progress {
  let told = done
  return {
    report(more) {
      const now = Math.min(total, done + more)
      if ((now - told) * STEPS < total && now < total) return
      told = now
      tell(env, row, { stage, done: now, total })
    },
    async beat() {
      if (!(await touchRunning(databaseOf(env), row.id, state, Date.now())))
        throw new AttemptOverError(`attempt ${row.id} is not ${state} any more`)
    },
  }
}

/** A progress event that fails does not stop the job. */
function tell(env: Env, { userId, printId }: AttemptRow, progress: PrintProgress): void {
  hubOf(env, userId)
    .publishPassing({ userId, event: { kind: "print-progress", data: { printId, ...progress } } })
    .catch((error: unknown) => logWarning("progress not told", { printId, error }))
}
