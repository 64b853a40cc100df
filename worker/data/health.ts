import { and, count, lt, sql } from "drizzle-orm"
import type { Database } from "./database.ts"
import { attempt, doomedObject, image, payment } from "./schema.ts"

const MINUTE_MS = 60_000
/** The sweeps take up what stands still for ten minutes; what is older than this they could not help. */
const STALLS_MS = 30 * MINUTE_MS
/** A thousand objects go in every batch of every minute; a day is far more than any deletion takes. */
const OBJECTS_STALL_MS = 24 * 60 * MINUTE_MS

/** How much of each kind has stood still for so long that an operator should look. */
export type Stalled = { images: number; prints: number; payments: number; objects: number }

/** Each count is answered from a partial or leading index over what is unfinished, so it costs the same at any size. */
export async function countStalled(db: Database, nowMs: number): Promise<Stalled> {
  const before = nowMs - STALLS_MS
  const [[images], [prints], [payments], [objects]] = await db.batch([
    db
      .select({ total: count() })
      .from(image)
      .where(and(sql`${image.status} IN ('Uploading', 'Ingesting')`, lt(image.createdAt, before))),
    // Spelt as the partial index is, without parameters, so that it is used.
    db
      .select({ total: count() })
      .from(attempt)
      .where(
        and(sql`(${attempt.isHoldSettled} = 0 OR ${attempt.isAnnounced} = 0)`, lt(attempt.createdAt, before)),
      ),
    db
      .select({ total: count() })
      .from(payment)
      .where(and(sql`${payment.isAnnounced} = 0`, lt(payment.updatedAt, before))),
    db
      .select({ total: count() })
      .from(doomedObject)
      .where(lt(doomedObject.createdAt, nowMs - OBJECTS_STALL_MS)),
  ])
  return { images: images.total, prints: prints.total, payments: payments.total, objects: objects.total }
}
