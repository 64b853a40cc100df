import { z } from "zod"
import { Problem } from "./paypal-problem.ts"

/** developer.paypal.com/api/rest/reference/currency-codes */
const currencies = new Set(
  "AUD BRL CAD CNY CZK DKK EUR HKD HUF ILS JPY MYR MXN TWD NZD NOK PHP PLN GBP SGD SEK CHF THB USD".split(
    " ",
  ),
)
const withoutCents = new Set(["HUF", "JPY", "TWD"])

export const moneySchema = z.object({
  currency_code: z.string().length(3),
  value: z
    .string()
    .max(32)
    .regex(/^((-?[0-9]+)|(-?([0-9]+)?[.][0-9]+))$/),
})
export type Money = z.infer<typeof moneySchema>

const contextSchema = z.object({
  brand_name: z.string().max(127).optional(),
  return_url: z.url().optional(),
  cancel_url: z.url().optional(),
  shipping_preference: z.enum(["GET_FROM_FILE", "NO_SHIPPING", "SET_PROVIDED_ADDRESS"]).optional(),
  user_action: z.enum(["CONTINUE", "PAY_NOW"]).optional(),
  payment_method_preference: z.enum(["UNRESTRICTED", "IMMEDIATE_PAYMENT_REQUIRED"]).optional(),
})
/** The parts of orders_create that this stand-in knows; like PayPal, it ignores others. */
export const orderRequestSchema = z.object({
  intent: z.enum(["CAPTURE", "AUTHORIZE"]),
  purchase_units: z
    .array(
      z.object({
        reference_id: z.string().max(256).default("default"),
        custom_id: z.string().max(255).optional(),
        invoice_id: z.string().max(127).optional(),
        description: z.string().max(127).optional(),
        amount: moneySchema,
        payee: z
          .object({ merchant_id: z.string().optional(), email_address: z.string().optional() })
          .optional(),
      }),
    )
    .min(1)
    .max(10),
  payment_source: z
    .object({ paypal: z.object({ experience_context: contextSchema.optional() }).optional() })
    .optional(),
})
export type OrderRequest = z.infer<typeof orderRequestSchema>

/** Refuses an order of the right form whose content is wrong. */
export function checkOrder(request: OrderRequest, merchantId: string): void {
  const [first] = request.purchase_units
  for (const { payee, amount, reference_id: reference } of request.purchase_units) {
    const at = `/purchase_units/@reference_id=='${reference}'`
    checkMoney(amount, `${at}/amount`)
    if (amount.currency_code !== first.amount.currency_code)
      throw new Problem(422, "MULTI_CURRENCY_ORDER", { field: `${at}/amount/currency_code` })
    if (payee?.merchant_id !== undefined && payee.merchant_id !== merchantId)
      throw new Problem(422, "PAYEE_ACCOUNT_INVALID", { field: `${at}/payee/merchant_id` })
  }
}

/** Refuses a currency that PayPal lacks, and an amount that is not above zero in the smallest unit. */
export function checkMoney({ currency_code: currency, value }: Money, field: string): void {
  if (!currencies.has(currency))
    throw new Problem(422, "INVALID_CURRENCY_CODE", { field: `${field}/currency_code`, value: currency })
  const decimals = value.split(".")[1]?.length ?? 0
  if (decimals > (withoutCents.has(currency) ? 0 : 2))
    throw new Problem(422, "DECIMAL_PRECISION", { field: `${field}/value`, value })
  if (Number(value) <= 0)
    throw new Problem(422, "CANNOT_BE_ZERO_OR_NEGATIVE", { field: `${field}/value`, value })
}
