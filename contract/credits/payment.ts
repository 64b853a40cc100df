import { z } from "zod"
import { doerSchema } from "../accounts/doer.ts"
import { idSchema } from "../id.ts"
import { listQuerySchema, placeSchema } from "../list.ts"
import { disputeStates, paymentStatuses } from "../status.ts"
import { ledgerEntrySchema } from "./hub.ts"
import { creditPackages } from "./package.ts"

export const packageSkus = ["credits100", "credits500", "credits1000"] as const
const packageSkuSchema = z.enum(packageSkus, { error: "Choose one of the credit packages" })
export type PackageSku = z.infer<typeof packageSkuSchema>
/** Returns the smallest package that covers so many credits; the largest if none does. */
export function packageCovering(credits: number): number {
  const sizes = packageSkus.map((sku) => creditPackages[sku].credits)
  return sizes.find((size) => size >= credits) ?? Math.max(...sizes)
}

/** Returns a column's text for a SKU: its credits, or the part after the dash if it is no package. */
export function creditsOfSku(sku: string): string {
  const known = packageSkuSchema.safeParse(sku)
  return known.success ? String(creditPackages[known.data].credits) : sku.slice(sku.indexOf("-") + 1)
}

export const buyCreditsSchema = z.object({
  sku: packageSkuSchema,
  /** The page's key for the request; the same key again returns the order made before. */
  requestKey: z.uuid().optional(),
})

/** A package of GET /packages, at this person's price. The server decides; the page shows both prices. */
export const packageOfferSchema = z.object({
  sku: packageSkuSchema,
  credits: z.number(),
  /** The price in US dollars, like all prices on the wire. */
  listPrice: z.number(),
  price: z.number(),
  isDiscounted: z.boolean(),
  /** The end of the discount; missing without one. */
  discountEndsAt: z.string().optional(),
})
export type PackageOffer = z.infer<typeof packageOfferSchema>

/** The account that receives bank transfers. */
const bankAccountSchema = z.object({
  accountHolder: z.string(),
  bankName: z.string(),
  iban: z.string(),
  bic: z.string(),
})
export type BankAccount = z.infer<typeof bankAccountSchema>

const paymentMethods = ["PayPal", "Bank Transfer", "Admin"] as const
export const paymentSchema = z.object({
  _id: idSchema,
  userId: z.object({ _id: idSchema, firstName: z.string(), lastName: z.string() }),
  /** The type; the page shows 'Manual' for an empty one. */
  type: z.string(),
  paymentMethod: z.enum(paymentMethods),
  paymentSystemReferenceId: z.string(),
  purchaseDate: z.string(),
  price: z.number(),
  /** The part of the price that was sent back, in US dollars; missing if none was. */
  refunded: z.number().optional(),
  packageSku: z.string(),
  credits: z.number(),
  status: z.enum(paymentStatuses),
  /** The state of the newest dispute; missing if there was none. */
  dispute: z.enum(disputeStates).optional(),
  /** The reason why the payment failed and what to do, in one to three sentences. */
  refusal: z.string().optional(),
  /** The bank account, only in the reply for a single, Pending bank transfer. */
  bank: bankAccountSchema.optional(),
})
export type Payment = z.infer<typeof paymentSchema>

export const paymentListQuerySchema = listQuerySchema.extend({
  sortBy: z
    .enum([
      "purchaseDate",
      "price",
      "credits",
      "status",
      "paymentMethod",
      "type",
      "paymentSystemReferenceId",
      "userId",
    ])
    .catch("purchaseDate"),
  status: z.enum(paymentStatuses).optional().catch(undefined),
  /** The choice of disputed payments in place of a status, for admins. */
  dispute: z.literal("open").optional().catch(undefined),
})
export type PaymentListQuery = z.infer<typeof paymentListQuerySchema>

/** The answer of POST /buyCredits: on status Pending, the page goes to `link`. */
export const buyCreditsReplySchema = z.object({
  _id: idSchema,
  status: z.enum(paymentStatuses),
  /** The address that the page goes to, so only a web address; empty if there is nothing to approve. */
  link: z.union([z.url({ protocol: /^https?$/ }), z.literal("")]),
})

/** The answer of POST /payments/bank-transfer. `reference` identifies the payment. */
export const bankTransferReplySchema = z.object({
  _id: idSchema,
  status: z.enum(paymentStatuses),
  reference: z.string(),
  price: z.number(),
  credits: z.number(),
  bank: bankAccountSchema,
})
export type BankTransferReply = z.infer<typeof bankTransferReplySchema>

/** The body of PUT /payments/{id} by an admin, for Pending bank transfers only. */
export const paymentUpdateSchema = z.object({ status: z.enum(["Completed", "Cancelled"]) })

/** An entry of GET /statement and /users/{id}/statement, newest first; `.csv` gives all of it as a file. */
export const statementEntrySchema = ledgerEntrySchema.extend({
  /** Who began the print that credits were reserved for; null for other entries, and from before that was kept. */
  by: doerSchema,
})
export type StatementEntry = z.infer<typeof statementEntrySchema>
export const statementQuerySchema = z.object({
  page: z.coerce.number().int().min(1).catch(1),
  after: placeSchema,
  limit: z.coerce.number().int().min(1).max(100).catch(25),
})

const MAX_CHECKOUT_ID_CHARS = 64
/** The query that PayPal adds to our return address; `token` is its checkout id. */
export const paymentReturnSchema = z.object({
  token: z.string().min(1).max(MAX_CHECKOUT_ID_CHARS).optional().catch(undefined),
  cancelled: z.string().optional(),
})

/** The result of a return from PayPal; the dashboard's modal reads it from `PaymentResult`. */
export const paymentResults = ["Completed", "Pending", "Cancelled"] as const
