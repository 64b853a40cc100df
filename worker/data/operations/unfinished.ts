import { and, eq, lt, sql } from "drizzle-orm"
import { image } from "../artwork/tables.ts"
import { payment } from "../credits/tables.ts"
import type { Database } from "../database.ts"
import { delivery } from "../delivery/tables.ts"
import { integration } from "../integrations/tables.ts"
import { attempt, writing } from "../prints/tables.ts"
import { eachStanding } from "./standing-work.ts"

/**
 * Makes all that was unfinished before `startedMs` due for the sweeps at once. A repeated call
 * changes nothing that they have not touched since.
 */
export async function makeUnfinishedDue(db: Database, startedMs: number): Promise<void> {
  const dueAt = startedMs - 1
  await db.batch([
    db
      .update(image)
      .set({ retryAt: dueAt })
      .where(and(sql`${image.status} IN ('Uploading', 'Ingesting')`, lt(image.updatedAt, startedMs))),
    db
      .update(attempt)
      .set({ retryAt: dueAt })
      .where(
        and(
          // Written exactly as in the partial index, without parameters, so that SQLite uses it.
          sql`(${attempt.isHoldSettled} = 0 OR ${attempt.isAnnounced} = 0)`,
          lt(attempt.updatedAt, startedMs),
        ),
      ),
    db
      .update(writing)
      .set({ retryAt: dueAt })
      .where(and(sql`${writing.state} IN ('stamping', 'writing')`, lt(writing.updatedAt, startedMs))),
    db
      .update(payment)
      .set({ retryAt: dueAt })
      .where(and(sql`${payment.isAnnounced} = 0`, lt(payment.updatedAt, startedMs))),
    db
      .update(delivery)
      .set({ state: "waiting", retryAt: dueAt })
      .where(and(sql`${delivery.retryAt} IS NOT NULL`, lt(delivery.updatedAt, startedMs))),
    db.update(integration).set({ nextSyncAt: dueAt }).where(eq(integration.syncState, "running")),
    ...Object.values(eachStanding(({ makeHeldDue }) => makeHeldDue(db, startedMs))),
  ])
}
