import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../contract/duration.ts"
import type { NormalWaits } from "../../data/operations/waiting-rows.ts"
import { PURGE_SHOULD_MS } from "../accounts/purge-account.ts"
import { NEWS_SHOULD_MS } from "./send-news.ts"

/** How long each kind waits where all is well. */
export const normalWaits: NormalWaits = {
  /** The sweep ends an upload after thirty minutes. */
  uploadMs: 35 * MINUTE_MS,
  /** With room for its jobs, no image and no print waits this long. */
  ingestMs: 3 * MINUTE_MS,
  printMs: 3 * MINUTE_MS,
  /** The call that made a change announces it. */
  paymentMs: 5 * MINUTE_MS,
  mailMs: NEWS_SHOULD_MS,
  /** PayPal is asked in the minute when a check is due, and less often while it is down. */
  checkMs: 10 * MINUTE_MS,
  /** A due sync starts within the minute. */
  syncMs: 10 * MINUTE_MS,
  /** The longest file takes twelve minutes. A shop's server that fails is its owner's problem. */
  deliveryMs: 20 * MINUTE_MS,
  purgeMs: PURGE_SHOULD_MS,
  /** Files of a running print wait for its end, at most six hours; all others go in minutes. */
  objectMs: 7 * HOUR_MS,
}

/** The triggers of wrangler.press.toml. */
export const EVERY_MINUTE = "* * * * *"
export const NIGHTLY = "17 3 * * *"

/** When a trigger's last run is so old that its next one is missing. A run may take minutes. */
const lateAfterMs: Record<string, number> = { [EVERY_MINUTE]: 5 * MINUTE_MS, [NIGHTLY]: DAY_MS + HOUR_MS }

/** Whether a trigger has stopped firing. */
export function isRunLate({ cron, ranAtMs }: { cron: string; ranAtMs: number }, nowMs: number): boolean {
  return nowMs - ranAtMs > (lateAfterMs[cron] ?? Number.POSITIVE_INFINITY)
}
