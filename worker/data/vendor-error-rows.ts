import { lt, sql } from "drizzle-orm"
import { DAY_MS, HOUR_MS } from "../../contract/duration.ts"
import type { Database } from "./database.ts"
import { vendorError } from "./schema.ts"

/** How long rows are kept: long enough to see whether last night's trouble is new. */
const KEPT_MS = 7 * DAY_MS

/** Errors of one kind since they were last written; `text` and `requestId` are the newest one's. */
export type VendorErrors = {
  vendor: (typeof vendorError.$inferInsert)["vendor"]
  code: string
  text: string
  requestId: string | null
  count: number
  atMs: number
}

/** Adds to the row of this kind and hour. A second call counts again. */
export async function addVendorErrors(db: Database, errors: VendorErrors): Promise<void> {
  const { vendor, code, text, requestId, count, atMs } = errors
  const newest = { lastAt: atMs, lastText: text, lastRequestId: requestId }
  await db
    .insert(vendorError)
    .values({ vendor, code, hourStart: Math.floor(atMs / HOUR_MS) * HOUR_MS, count, ...newest })
    .onConflictDoUpdate({
      target: [vendorError.vendor, vendorError.code, vendorError.hourStart],
      set: { count: sql`${vendorError.count} + ${count}`, ...newest },
    })
}

/** Deletes rows that nobody looks at any more. */
export async function deleteOldVendorErrors(db: Database, nowMs: number): Promise<void> {
  await db.delete(vendorError).where(lt(vendorError.hourStart, nowMs - KEPT_MS))
}
