import { asc, eq, sql } from "drizzle-orm"
import type { Id } from "../../../contract/id.ts"
import type { Database } from "../database.ts"
import { namedBatch } from "../prints/named-batch.ts"
import { paymentClaim } from "./tables.ts"

export type PaymentClaimRow = typeof paymentClaim.$inferSelect

/** Lists every known refund and dispute of a payment, oldest first. */
export async function listPaymentClaims(db: Database, paymentId: Id): Promise<PaymentClaimRow[]> {
  return db
    .select()
    .from(paymentClaim)
    .where(eq(paymentClaim.paymentId, paymentId))
    .orderBy(asc(paymentClaim.createdAt), asc(paymentClaim.id))
}

/** Stores refunds and disputes. A flag once set stays set; a repeat changes nothing. */
export async function rememberClaims(db: Database, rows: readonly PaymentClaimRow[]): Promise<void> {
  const upserts = rows.map((row) =>
    db
      .insert(paymentClaim)
      .values(row)
      .onConflictDoUpdate({
        target: paymentClaim.id,
        set: {
          isReversal: sql`max(${paymentClaim.isReversal}, excluded.is_reversal)`,
          isAcknowledged: sql`max(${paymentClaim.isAcknowledged}, excluded.is_acknowledged)`,
          isUndone: sql`max(${paymentClaim.isUndone}, excluded.is_undone)`,
        },
      }),
  )
  await namedBatch(db, { upserts })
}
