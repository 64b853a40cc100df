import type { Effort } from "./layout.ts"

/**
 * The packer's elementary steps (a segment looked at, a slot looked at) that a current desktop core
 * makes in a millisecond, measured as CPU time of the kernel over the benchmark's sets: 275,000 to
 * 480,000, in the middle 305,000. The packer's TypeScript twin needs almost twice as long. Effort
 * is counted in these steps, never in time: a Worker's clock stands still while it computes, and
 * the same input has to give the same layout anywhere.
 */
export const stepsPerMs = 300_000

/**
 * `instant` keeps a live preview live, `balanced` is what a print is processed with, `best` is for
 * the patient.
 */
export const effortSteps: Record<Effort, number> = {
  instant: 50 * stepsPerMs,
  balanced: 1_000 * stepsPerMs,
  best: 10_000 * stepsPerMs,
}

/** Boxes of a print at `instant`: a slow phone, too, shows a change while the finger is still there. */
export const quickSteps = 10 * stepsPerMs
