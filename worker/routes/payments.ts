import type { z } from "zod"
import { payments } from "../../contract/api/payment-api.ts"
import type { paymentResults, paymentReturnSchema } from "../../contract/credits/payment.ts"
import { ApiError, unknown } from "../../contract/error.ts"
import { type Id, makeId } from "../../contract/id.ts"
import { ApiRoutes } from "../api-routes.ts"
import type { OpenContext } from "../app-env.ts"
import { carryAudit } from "../data/accounts/audit-rows.ts"
import { endTransfer } from "../data/credits/payment-end.ts"
import {
  findNamedPayment,
  findPaymentById,
  listAllTransfers,
  listPayments,
  paymentReply,
} from "../data/credits/payment-rows.ts"
import { databaseOf, directoryOf } from "../data/database.ts"
import { FIRST_DATABASE } from "../database-name.ts"
import { bankAccountOf, settingsOf } from "../env.ts"
import { announcePayment, changeText } from "../flows/credits/announce-payment.ts"
import { settleAnywhere } from "../flows/credits/settle-payment.ts"
import { logError } from "../log.ts"
import { clientAddress } from "../middleware/client-address.ts"
import { everyPlace, findAnywhere, findStrangers } from "../place.ts"
import { limitRate, rateRules } from "../rate-limit.ts"
import { idOf } from "../valid.ts"

type PaymentResult = (typeof paymentResults)[number]

/** The payment history: the caller's own, and everybody's for admins. */
export const paymentsRoutes = new ApiRoutes()
  /**
   * Answers a payer whom PayPal sends back, perhaps after the session has ended. So anyone may call it:
   * it asks PayPal for the checkout's state and names no person. If no money came, it names the payment,
   * which the owner's page then requests: it says why, and what to try again.
   */
  .serve(payments.paypalReturn, async (c) => {
    const { result, paymentId } = await resultOf(c, c.req.valid("query"))
    const query = new URLSearchParams({ PaymentResult: result, ...(paymentId && { payment: paymentId }) })
    return c.redirect(`${settingsOf(c.env).APP_ORIGIN}/dashboard?${query}`, 303)
  })
  .serve(payments.list, async (c) => {
    const { rows, pagination } = await listPayments(databaseOf(c.env), c.req.valid("query"), c.var.user.id)
    return { data: rows.map(paymentReply), pagination }
  })
  .serve(payments.transfers, async (c) => {
    const query = c.req.valid("query")
    const status = query.status ?? "Completed"
    const strangersOf = await findStrangers(c.env)
    const places = everyPlace(c.env).map((own) => ({
      db: databaseOf(own),
      strangers: strangersOf(own.place),
    }))
    const { rows, pagination } = await listAllTransfers(places, { ...query, status })
    return { data: rows.map(paymentReply), pagination }
  })
  .serve(payments.one, async (c) => {
    const { id: userId, role } = c.var.user
    const id = idOf(c, "payment")
    const payment =
      role === "admin"
        ? (await findAnywhere(c.env, (env) => findNamedPayment(databaseOf(env), id, null)))?.found
        : await findNamedPayment(databaseOf(c.env), id, userId)
    if (!payment) throw unknown("payment")
    const reply = paymentReply(payment)
    const isAwaited = reply.paymentMethod === "Bank Transfer" && reply.status === "Pending"
    return { data: isAwaited ? { ...reply, bank: bankAccountOf(c.env) } : reply }
  })
  /** Ends a bank transfer, once; the same status again answers as before. */
  .serve(payments.settle, async (c) => {
    const id = idOf(c, "payment")
    const { status } = c.req.valid("json")
    const known = await findAnywhere(c.env, (env) => findPaymentById(databaseOf(env), id))
    if (!known) throw unknown("payment")
    const { env: own, found: row } = known
    const db = databaseOf(own)
    if (row.paymentMethod !== "Bank Transfer")
      throw new ApiError("conflict", "Only bank transfers are completed or cancelled by hand")
    const nowMs = Date.now()
    const { userId } = row
    const message = changeText({ ...row, status })
    await endTransfer(
      db,
      id,
      status,
      { id: makeId(nowMs), userId, type: "payment", message, attachmentId: id, createdAtMs: nowMs },
      {
        id: makeId(nowMs),
        actorId: c.var.user.id,
        action: `Payment ${status.toLowerCase()}`,
        subjectId: userId,
        details: `${row.credits} credits, ${row.paymentSystemReferenceId}`,
        createdAt: nowMs,
      },
    )
    if (own.place !== FIRST_DATABASE) await carryAudit(db, directoryOf(c.env))
    const ended = await findPaymentById(db, id)
    if (ended?.status !== status)
      throw new ApiError("conflict", `This payment is already ${ended?.status.toLowerCase()}`)
    if (!ended.isAnnounced) await announcePayment(own, ended)
    const payment = await findNamedPayment(db, id, null)
    if (!payment) throw unknown("payment")
    return { data: paymentReply(payment), message: `Payment ${status.toLowerCase()}` }
  })

/**
 * Returns a payment's result. If PayPal or our ledger does not answer, the payment stays pending until
 * the webhook or the cron. A person's browser comes here, so only the rate limit answers with an error.
 */
async function resultOf(
  c: OpenContext,
  { token, cancelled }: z.infer<typeof paymentReturnSchema>,
): Promise<{ result: PaymentResult; paymentId?: Id }> {
  try {
    await limitRate(c, rateRules.paymentReturnByAddress, clientAddress(c))
    const row = token ? await settleAnywhere(c.env, token, { isGivenUp: cancelled !== undefined }) : null
    const result = row?.status === "Completed" || row?.status === "Pending" ? row.status : "Cancelled"
    return row && (row.refusal || result === "Cancelled") ? { result, paymentId: row.id } : { result }
  } catch (error) {
    if (error instanceof ApiError && error.code === "too-many-requests") throw error
    if (!(error instanceof ApiError)) logError("payment not settled on return", { checkoutId: token, error })
    return { result: "Pending" }
  }
}
