import { type AttemptRow, touchRunning } from "../data/attempt-rows.ts"
import { databaseOf } from "../data/database.ts"
import { readerOf } from "../data/reader.ts"
import { progressOf } from "../data/sheet-rows.ts"
import type { Env } from "../env.ts"
import { hubOf } from "../hub-stub.ts"
import { logWarning } from "../log.ts"

/** The attempt was cancelled, has failed or is gone: its workers stop and leave nothing. */
export class AttemptOverError extends Error {
  override name = "AttemptOverError"
}

/** About how often the bar moves over a whole print. */
const STEPS = 50

export type Progress = {
  /** Rows of this job done so far; tells the seller now and then. */
  report(rows: number): void
  /** Shows that the job lives, so that the sweep lets it be. Throws AttemptOverError when it is not wanted any more. */
  beat(): Promise<void>
}

/** Follows one job of an attempt. Progress is a nicety: where telling it fails, the job goes on. */
export async function openProgress(
  env: Env,
  row: AttemptRow,
  state: "stamping" | "rendering",
): Promise<Progress> {
  const { userId } = row
  const printId = row.printId
  const { done, total } = await progressOf(readerOf(databaseOf(env)), row.id)
  let told = done
  return {
    report(rows) {
      const now = Math.min(total, done + rows)
      if ((now - told) * STEPS < total && now < total) return
      told = now
      hubOf(env, userId)
        .publishPassing({
          userId,
          event: { kind: "print-progress", data: { printId, done: now, total } },
        })
        .catch((error: unknown) => logWarning("progress not told", { printId, error }))
    },
    async beat() {
      if (!(await touchRunning(databaseOf(env), row.id, state, Date.now())))
        throw new AttemptOverError(`attempt ${row.id} is not ${state} any more`)
    },
  }
}
