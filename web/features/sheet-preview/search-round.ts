import type { Effort } from "../../../sheet/layout/layout.ts"

/** One run of the planner in a thread. `goesOn`: from the best layout of all threads. */
type SearchRound = { effort: Effort; seed: number; goesOn: boolean }

/**
 * Returns a round: first about a second for each seed, then ten with other seeds. A thread alternately
 * continues from the best layout of all threads, and begins from scratch. Rounds and threads count from 0.
 */
export function searchRound(round: number, thread: number, threads: number): SearchRound {
  return {
    effort: round === 0 ? "balanced" : "best",
    seed: 1 + thread + round * threads,
    goesOn: round % 2 === 1,
  }
}
