import { z } from "zod"
import { findIndex, type Shop, shipmentFacts } from "./etsy-shop.ts"

/** Orders inside the United States above this need a tracking code. */
const FREE_OF_CODE_CENTS = 1_000

const shipmentSchema = z.object({
  tracking_code: z.string().max(100).default(""),
  carrier_name: z.string().max(100).default(""),
  send_bcc: z.boolean().default(false),
  note_to_buyer: z.string().max(1_000).default(""),
})

/** The reason why a call was refused. */
export class Refusal {
  readonly status: 400 | 404 | 409
  readonly error: string

  constructor(status: Refusal["status"], error: string) {
    this.status = status
    this.error = error
  }
}

/**
 * `createReceiptShipment`, after developers.etsy.com/documentation/reference: marks a receipt as shipped,
 * and mails its buyer at every success. Returns null on success.
 */
export function createShipment(shop: Shop, receiptId: number, body: unknown): Refusal | null {
  const index = findIndex(shop, receiptId)
  if (index === null) return new Refusal(404, "Receipt not found")
  const asked = shipmentSchema.safeParse(body)
  if (!asked.success) return new Refusal(400, `Invalid value: ${asked.error.issues[0].path.join(".")}`)
  const { tracking_code: code, carrier_name: carrier } = asked.data
  const { country, totalCents, status } = shipmentFacts(shop, index)
  if (status === "canceled" || status === "payment processing" || status === "fully refunded")
    return new Refusal(409, "This order cannot be marked as shipped")
  const needsCode = (country === "US" && totalCents > FREE_OF_CODE_CENTS) || country === "IN"
  if (code === "" && needsCode) return new Refusal(400, "A tracking number is required")
  if (code !== "" && carrier === "") return new Refusal(400, "A shipping carrier is required")
  shop.changes.ship(index, carrier, code, Math.floor(Date.now() / 1000))
  return null
}
