/** True if `npm run bench -- --smoke` runs the benchmark: small, only to see that it runs. */
const isSmoke = process.env.BENCH_SMOKE === "1"

/** The exit status of a benchmark that this machine lacks the means for; it has named them. */
export const SKIPPED_STATUS = 77

/** Returns a benchmark's own size, or the small one in a smoke. */
export function sized<T>(full: T, small: T): T {
  return isSmoke ? small : full
}

/** Sets exit status 1 over a limit of time, memory or film. A smoke is too small to judge by them. */
export function judge(isWithin: boolean): void {
  if (!isWithin && !isSmoke) process.exitCode = 1
}

/** Ends a benchmark that this machine has no means for. */
export function skip(reason: string): never {
  console.log(`Skipped: ${reason}`)
  process.exit(SKIPPED_STATUS)
}
