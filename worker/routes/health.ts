import { site } from "../../contract/api/site-api.ts"
import { HOUR_MS, MINUTE_MS } from "../../contract/duration.ts"
import { ApiRoutes } from "../api-routes.ts"
import { databaseOf } from "../data/database.ts"
import { countStalled, type NormalWaits } from "../data/stalled-rows.ts"
import { PURGE_SHOULD_MS } from "../flows/purge-account.ts"
import { NEWS_SHOULD_MS } from "../flows/send-news.ts"

const normalWaits: NormalWaits = {
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
  purgeMs: PURGE_SHOULD_MS,
  /** Files of a running print wait for its end, at most six hours; all others go in minutes. */
  objectMs: 7 * HOUR_MS,
}

/**
 * 200 if the Worker runs and its database answers. `stalled` counts rows that wait longer than they
 * should; any such row makes `status` `stalled`. `givenUp` counts what is not tried again.
 */
export const healthRoutes = new ApiRoutes().serve(site.health, async (c) => {
  const counts = await countStalled(databaseOf(c.env), Date.now(), normalWaits)
  const isStalled = Object.values(counts.stalled).some((total) => total > 0)
  return { data: { status: isStalled ? ("stalled" as const) : ("ok" as const), ...counts } }
})
