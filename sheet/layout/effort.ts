import type { Effort } from "./types.ts"

/**
 * The packer's elementary steps (a segment looked at, a slot looked at) that a current desktop core makes in a
 * millisecond, measured as CPU time over the benchmark's sets: 150,000 to 190,000. Effort is counted in these steps, never in
 * time: a Worker's clock stands still while it computes, and the same input has to give the same layout anywhere.
 */
export const stepsPerMs = 170_000

/** `instant` keeps a live preview live, `balanced` is what a print is processed with, `best` is for the patient. */
export const effortSteps: Record<Effort, number> = {
  instant: 50 * stepsPerMs,
  balanced: 1_000 * stepsPerMs,
  best: 10_000 * stepsPerMs,
}
