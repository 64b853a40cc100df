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
  /** Takes the rows of this job done so far; tells the seller now and then. */
  report(rows: number): void
  /** Marks the job as alive for the sweep. Throws AttemptOverError once the attempt has ended. */
  beat(): Promise<void>
}

/** Follows one job of an attempt. A progress event that fails does not stop the job. */
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
