import { lt, sql } from "drizzle-orm"
import { DAY_MS, HOUR_MS } from "../../../contract/duration.ts"
import type { Directory } from "../database.ts"
import { vendorError } from "./tables.ts"

/** The time that rows are kept: long enough to see whether last night's trouble is new. */
const KEPT_MS = 7 * DAY_MS

/** The errors of one kind since they were last written; `text` and `requestId` are the newest one's. */
export type VendorErrors = {
  vendor: (typeof vendorError.$inferInsert)["vendor"]
  code: string
  text: string
  requestId: string | null
  count: number
  atMs: number
}

/** Adds to the row of this kind and hour. A second call counts again. */
export async function addVendorErrors(db: Directory, errors: VendorErrors): Promise<void> {
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

/** Deletes rows older than a week. */
export async function deleteOldVendorErrors(db: Directory, nowMs: number): Promise<void> {
  await db.delete(vendorError).where(lt(vendorError.hourStart, nowMs - KEPT_MS))
}

export type VendorErrorRow = {
  vendor: VendorErrors["vendor"]
  code: string
  total: number
  lastAt: number
  text: string
  requestId: string | null
}

/** Returns errors by vendor and code since the hour of `sinceMs`, newest first, with the newest's text. */
export function vendorErrorsQuery(sinceMs: number, limit: number) {
  // With max() alone, SQLite takes the other columns from the row that has it. The plus keeps it off
  // the index by vendor, which holds a week.
  return sql<VendorErrorRow>`SELECT vendor AS "vendor", code AS "code", sum(count) AS "total", max(last_at) AS "lastAt",
      last_text AS "text", last_request_id AS "requestId"
    FROM vendor_error WHERE hour_start >= ${sinceMs - HOUR_MS} AND last_at >= ${sinceMs}
    GROUP BY +vendor, +code ORDER BY "lastAt" DESC LIMIT ${limit}`
}
