import { sql } from "drizzle-orm"
import { check, index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core"
import { disputeStates, paymentStatuses } from "../../../contract/status.ts"
import { user } from "../accounts/tables.ts"
import { flag, id, idOf, oneOf, partOf, time } from "../columns.ts"

export const payment = sqliteTable(
  "payment",
  {
    id: id(),
    userId: idOf("user_id")
      .notNull()
      .references(() => user.id, { onDelete: "restrict" }),
    type: text("type").notNull().default(""),
    paymentMethod: text("payment_method", { enum: ["PayPal", "Bank Transfer", "Admin"] }).notNull(),
    paymentSystemReferenceId: text("payment_system_reference_id"),
    packageSku: text("package_sku").notNull(),
    credits: integer("credits").notNull(),
    priceCents: integer("price_cents").notNull(),
    currency: text("currency").notNull(),
    status: text("status", { enum: paymentStatuses }).notNull(),
    /** The idempotency key: the page chooses it, so a repeated request makes no second payment. */
    requestKey: text("request_key"),
    /** The address where the payer approves the order. */
    approvalUrl: text("approval_url"),
    /** The vendor's id of the captured money; the ledger's grant is named after it. */
    captureId: text("capture_id"),
    refundedCents: integer("refunded_cents").notNull().default(0),
    /** The amount disputed now, and the newest dispute's state; null: no dispute ever. */
    disputedCents: integer("disputed_cents").notNull().default(0),
    disputeState: text("dispute_state", { enum: disputeStates }),
    /** The vendor's code for why it did not take the money; see contract/credits/payment-refusal.ts. */
    refusal: text("refusal"),
    /** The number of failed captures, and the time of the next try. */
    captureTries: integer("capture_tries").notNull().default(0),
    captureAt: time("capture_at"),
    /** True if the ledger has the credits, and the event and mail about the last change have gone out. */
    isAnnounced: flag("is_announced").default(true),
    /** The next try to announce it; null: soon after the change. */
    retryAt: time("retry_at"),
    /** The error code of the mail about it: retried until `isAnnounced`, then given up. */
    mailError: text("mail_error"),
    /** The next question to the vendor about it, null for never again; and the number of questions so far. */
    checkAt: time("check_at"),
    checks: integer("checks").notNull().default(0),
    purchasedAt: time("purchased_at").notNull(),
    updatedAt: time("updated_at").notNull(),
  },
  (t) => [
    index("payment_user").on(t.userId, t.purchasedAt),
    index("payment_status").on(t.status, t.purchasedAt),
    uniqueIndex("payment_reference").on(t.paymentMethod, t.paymentSystemReferenceId),
    uniqueIndex("payment_request_key").on(t.userId, t.requestKey),
    uniqueIndex("payment_capture").on(t.captureId),
    index("payment_check").on(t.checkAt).where(sql`${t.checkAt} IS NOT NULL`),
    index("payment_disputed").on(t.purchasedAt).where(sql`${t.disputeState} = 'open'`),
    index("payment_unannounced").on(t.updatedAt).where(sql`${t.isAnnounced} = 0`),
    index("payment_unmailed").on(t.updatedAt).where(sql`${t.mailError} IS NOT NULL`),
    check("payment_status_known", oneOf("status", paymentStatuses)),
    check("payment_amounts", sql`${t.credits} > 0 AND ${t.priceCents} >= 0`),
  ],
)

/** The known refunds and disputes: the vendor is asked for each, even if it no longer lists it. */
export const paymentClaim = sqliteTable(
  "payment_claim",
  {
    /** The ledger's id: `refund:{refundId}` or `dispute:{disputeId}`. */
    id: text("id").primaryKey(),
    paymentId: partOf("payment_id", () => payment.id),
    /** True if the vendor called it a reversal: none of us asked for it. */
    isReversal: flag("is_reversal").default(false),
    /** True if the capture has shown that money went back. If it is whole again, the refund was undone. */
    isAcknowledged: flag("is_acknowledged").default(false),
    /** True if its money came back. A later reversal has an id of its own. */
    isUndone: flag("is_undone").default(false),
    createdAt: time("created_at").notNull(),
  },
  (t) => [index("payment_claim_payment").on(t.paymentId)],
)
