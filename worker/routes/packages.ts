import type { Context } from "hono"
import { packages } from "../../contract/api/payment-api.ts"
import { creditPackages, paymentCurrency } from "../../contract/credits/package.ts"
import { type BankTransferReply, type PackageSku, packageSkus } from "../../contract/credits/payment.ts"
import { ApiError } from "../../contract/error.ts"
import { makeId } from "../../contract/id.ts"
import { texts } from "../../contract/text.ts"
import { ApiRoutes } from "../api-routes.ts"
import type { AppEnv } from "../app-env.ts"
import {
  findOpenTransfer,
  findPaymentById,
  findPaymentByRequestKey,
  insertPayment,
  type NewPayment,
  type PaymentRow,
  setCheckout,
} from "../data/credits/payment-rows.ts"
import { databaseOf } from "../data/database.ts"
import { bankAccountOf, settingsOf } from "../env.ts"
import { openCheckDelayMs } from "../flows/credits/capture-payment.ts"
import { offerOf, priceCentsOf } from "../flows/credits/package-price.ts"
import { requestKeyOf } from "../flows/programs/change-once.ts"
import { noteName } from "../place.ts"
import { limitRate, rateRules } from "../rate-limit.ts"
import { createCheckout } from "../services/paypal/paypal-checkout.ts"

/** The letters of a reference, which people read aloud and type: no 0, O, 1, I or L. */
const REFERENCE_LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
const REFERENCE_LENGTH = 8

export const packagesRoutes = new ApiRoutes()
  .serve(packages.list, (c) => {
    return { data: packageSkus.map((sku) => offerOf(sku, c.var.user, Date.now())) }
  })
  /** Starts a checkout. The row precedes it, so every checkout has a row; the same key resumes the order. */
  .serve(packages.buy, async (c) => {
    await limitRate(c, rateRules.buyByAccount, c.var.user.id)
    const { sku, requestKey: own } = c.req.valid("json")
    const requestKey = requestKeyOf(c, own) ?? null
    const db = databaseOf(c.env)
    const nowMs = Date.now()
    const next = {
      ...wishOf(c, sku, requestKey, nowMs),
      paymentMethod: "PayPal",
      reference: null,
      checkAt: nowMs + openCheckDelayMs(0),
    } as const
    const row = await insertOrFind(c, next)
    if (row.status === "Pending" && row.approvalUrl === null) {
      const checkout = await makeCheckout(c, row)
      await noteName(c.env, `checkout:${checkout.reference}`, row.userId)
      await setCheckout(db, row.id, checkout)
    }
    const current = (await findPaymentById(db, row.id)) ?? row
    return {
      data: { _id: row.id, status: current.status, link: linkOf(current) },
      message: texts.paypalRedirect,
    }
  })
  /** Starts a transfer. While one awaits its money, another request answers with that one. */
  .serve(packages.transfer, async (c) => {
    await limitRate(c, rateRules.buyByAccount, c.var.user.id)
    const { sku, requestKey: own } = c.req.valid("json")
    const requestKey = requestKeyOf(c, own) ?? null
    const next = {
      ...wishOf(c, sku, requestKey, Date.now()),
      paymentMethod: "Bank Transfer",
      reference: makeReference(),
      checkAt: null,
    } as const
    const open = await findOpenTransfer(databaseOf(c.env), next)
    return { data: transferReply(c, open ?? (await insertOrFind(c, next))) }
  })

function wishOf(
  c: Context<AppEnv>,
  sku: PackageSku,
  requestKey: string | null,
  nowMs: number,
): Omit<NewPayment, "paymentMethod" | "reference" | "checkAt"> {
  const { id: userId } = c.var.user
  return {
    id: makeId(nowMs),
    userId,
    packageSku: sku,
    credits: creditPackages[sku].credits,
    priceCents: priceCentsOf(sku, c.var.user, nowMs),
    currency: paymentCurrency,
    requestKey,
    nowMs,
  }
}

/** Returns the new payment, or the one that its request key made before. A key is for one order only. */
async function insertOrFind(c: Context<AppEnv>, next: NewPayment): Promise<PaymentRow> {
  const db = databaseOf(c.env)
  const row = (await insertPayment(db, next))
    ? await findPaymentById(db, next.id)
    : await findPaymentByRequestKey(db, next.userId, next.requestKey ?? "")
  if (!row) throw new Error(`payment ${next.id} was neither written nor found`)
  if (row.packageSku !== next.packageSku || row.paymentMethod !== next.paymentMethod)
    throw new ApiError("conflict", "This request was used for another purchase. Please start again.")
  return row
}

async function makeCheckout(
  c: Context<AppEnv>,
  row: PaymentRow,
): Promise<{ reference: string; approvalUrl: string }> {
  const settings = settingsOf(c.env)
  const returnUrl = `${settings.APP_ORIGIN}/api/payments/return`
  const { checkoutId, approvalUrl } = await createCheckout(settings, {
    paymentId: row.id,
    priceCents: row.priceCents,
    currency: row.currency,
    description: `${row.credits} Sheetsmith credits`,
    returnUrl,
    cancelUrl: `${returnUrl}?cancelled=1`,
  })
  return { reference: checkoutId, approvalUrl }
}

/** Returns the link to approve; a finished payment has nothing to approve. */
function linkOf(row: PaymentRow): string {
  return row.status === "Pending" ? (row.approvalUrl ?? "") : ""
}

function transferReply(c: Context<AppEnv>, row: PaymentRow): BankTransferReply {
  return {
    _id: row.id,
    status: row.status,
    reference: row.paymentSystemReferenceId ?? "",
    price: row.priceCents / 100,
    credits: row.credits,
    bank: bankAccountOf(c.env),
  }
}

/** Makes one of 31^8 references: collisions are almost impossible, and the unique index catches them. */
function makeReference(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(REFERENCE_LENGTH))
  return `SM-${Array.from(bytes, (byte) => REFERENCE_LETTERS[byte % REFERENCE_LETTERS.length]).join("")}`
}
