import { doublingPauseMs } from "../../../contract/duration.ts"
import type { Id } from "../../../contract/id.ts"
import type { PrintProgress } from "../../../contract/prints/print-progress.ts"
import { databaseOf } from "../../data/database.ts"
import { readWritingProgress, touchWriting, type WritingRow } from "../../data/delivery/writing-rows.ts"
import { type AttemptRow, touchRunning } from "../../data/prints/attempt-rows.ts"
import type { DrawnAttempt } from "../../data/prints/render-rows.ts"
import type { Env } from "../../env.ts"
import { hubOf } from "../../hub-stub.ts"
import { logWarning } from "../../log.ts"

/** The error after the attempt or writing was cancelled, failed or deleted: its workers must stop. */
export class AttemptOverError extends Error {
  override name = "AttemptOverError"
}

/** The progress events per print, roughly. */
const STEPS = 50
/** Those of a search, which takes seconds. */
const LAYOUT_STEPS = 10

/**
 * The pauses between a job's beats, each twice the one before: what is over is computed no longer than this. Each beat
 * is a write: at each part of a file they were a sixth of all queries of a sheet, every five seconds a tenth.
 */
const BEATS = { firstMs: 5_000, longestMs: 30_000 }

export type Progress = {
  /** Takes how much of this job is done so far, and publishes it now and then. */
  report(done: number): void
  /** Marks the job as alive for the sweep, if that is due. Throws AttemptOverError once the attempt has ended. */
  beat(): Promise<void>
}

/** Follows one rendering job of an attempt, in pixel rows of all its stamps and sheets. */
export function openProgress(
  env: Env,
  { attempt, progress }: DrawnAttempt,
  state: "stamping" | "rendering",
): Progress {
  return followAttempt(env, attempt, state, progress)
}

/** Follows the search of an attempt's layout, as a share from 0 to 1. */
export function openSearchProgress(env: Env, row: AttemptRow): Progress {
  return followAttempt(env, row, "stamping", { stage: "layout", done: 0, total: 1 })
}

/** Follows one rendering job of a writing, as that of an attempt. */
export async function openWritingProgress(
  env: Env,
  { printId }: AttemptRow,
  { id, userId }: WritingRow,
  state: "stamping" | "writing",
): Promise<Progress> {
  const db = databaseOf(env)
  return follow(await readWritingProgress(db, id), {
    tell: (progress) => tell(env, userId, { printId, writingId: id, ...progress }),
    touch: () => touchWriting(db, id, state, Date.now()),
  })
}

/** Tells the seller how far an attempt has come. */
export function tellProgress(
  env: Env,
  { userId, printId }: Pick<AttemptRow, "userId" | "printId">,
  progress: PrintProgress,
): void {
  tell(env, userId, { printId, ...progress })
}

function followAttempt(
  env: Env,
  { id, userId, printId }: AttemptRow,
  state: "stamping" | "rendering",
  progress: PrintProgress,
): Progress {
  return follow(progress, {
    tell: (now) => tell(env, userId, { printId, ...now }),
    touch: () => touchRunning(databaseOf(env), id, state, Date.now()),
  })
}

/** Follows a job. `touch` marks the job as alive; it returns false once there is nothing to do any more. */
function follow(
  { stage, done, total }: PrintProgress,
  work: { tell(progress: PrintProgress): void; touch(): Promise<boolean> },
): Progress {
  const steps = stage === "layout" ? LAYOUT_STEPS : STEPS
  let reported = done
  let beats = 0
  let beatenMs = Date.now()
  return {
    report(more) {
      const now = Math.min(total, done + more)
      if ((now - reported) * steps < total && now < total) return
      reported = now
      work.tell({ stage, done: now, total })
    },
    async beat() {
      if (Date.now() - beatenMs < doublingPauseMs(beats + 1, BEATS)) return
      beats += 1
      beatenMs = Date.now()
      if (!(await work.touch())) throw new AttemptOverError("what this job works for is over")
    },
  }
}

/** Sends a progress event; a failure does not stop the job. */
function tell(env: Env, userId: Id, data: PrintProgress & { printId: Id; writingId?: Id }): void {
  hubOf(env, userId)
    .publishPassing({ userId, event: { kind: "print-progress", data } })
    .catch((error: unknown) => logWarning("progress not told", { printId: data.printId, error }))
}
