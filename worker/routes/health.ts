import { site } from "../../contract/api/site-api.ts"
import { ApiRoutes } from "../api-routes.ts"
import { databaseOf } from "../data/database.ts"
import { countStalled, type NormalWaits } from "../data/stalled-rows.ts"
import { PURGE_SHOULD_MS } from "../flows/purge-account.ts"
import { NEWS_SHOULD_MS } from "../flows/send-news.ts"
import { INGEST_SHOULD_MS, UPLOAD_SHOULD_MS } from "../jobs/sweep-images.ts"
import { OBJECT_SHOULD_MS } from "../jobs/sweep-objects.ts"
import { CHECK_SHOULD_MS, PAYMENT_SHOULD_MS } from "../jobs/sweep-payments.ts"
import { PRINT_SHOULD_MS } from "../jobs/sweep-prints.ts"
import { SYNC_SHOULD_MS } from "../jobs/sweep-shops.ts"

const normalWaits: NormalWaits = {
  uploadMs: UPLOAD_SHOULD_MS,
  ingestMs: INGEST_SHOULD_MS,
  printMs: PRINT_SHOULD_MS,
  paymentMs: PAYMENT_SHOULD_MS,
  mailMs: NEWS_SHOULD_MS,
  checkMs: CHECK_SHOULD_MS,
  syncMs: SYNC_SHOULD_MS,
  purgeMs: PURGE_SHOULD_MS,
  objectMs: OBJECT_SHOULD_MS,
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
