import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../contract/duration.ts"

/** The triggers of wrangler.press.toml. */
export const EVERY_MINUTE = "* * * * *"
export const NIGHTLY = "17 3 * * *"

/** The age of a trigger's last run from which its next one is missing. A run may take minutes. */
const lateAfterMs: Record<string, number> = { [EVERY_MINUTE]: 5 * MINUTE_MS, [NIGHTLY]: DAY_MS + HOUR_MS }

/** Returns true if a trigger has stopped firing. */
export function isRunLate({ cron, ranAtMs }: { cron: string; ranAtMs: number }, nowMs: number): boolean {
  return nowMs - ranAtMs > (lateAfterMs[cron] ?? Number.POSITIVE_INFINITY)
}
