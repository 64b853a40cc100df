import type { Effort } from "./layout.ts"

/**
 * Elementary steps of the packer (a segment or slot checked) that a current desktop core makes in
 * a millisecond. Measured as CPU time of the kernel over the benchmark's sets: 275,000 to 480,000,
 * median 305,000. The packer's TypeScript twin takes almost twice as long. Effort is counted in
 * steps, never in time: a Worker's clock stands still while it computes, and the same input has to
 * give the same layout everywhere.
 */
export const stepsPerMs = 300_000

/**
 * The steps of each effort: `quick` keeps a live preview live, `balanced` processes prints, `best` is
 * for patient people.
 */
export const effortSteps: Record<Effort, number> = {
  quick: 50 * stepsPerMs,
  balanced: 1_000 * stepsPerMs,
  best: 10_000 * stepsPerMs,
}

/** The steps for boxes at `quick`: even a slow phone shows a change while the finger is still down. */
export const liveSteps = 10 * stepsPerMs
