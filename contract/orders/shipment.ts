import { z } from "zod"
import { idSchema } from "../id.ts"
import { MAX_BULK_IDS, MAX_CARRIER_LENGTH, MAX_TRACKING_LENGTH } from "../limit.ts"
import { labelText } from "../name.ts"
import { shipmentStates } from "../status.ts"

/** An order's parcel. `message` says what prevents the report to the marketplace; null if nothing does. */
const shipmentSchema = z.object({
  /** The carrier; "" if the seller named none. */
  carrier: z.string(),
  trackingNumber: z.string(),
  state: z.enum(shipmentStates),
  message: z.string().nullable(),
})

/** The state of an order after its print, in every reply that has one. */
export const fulfilment = {
  /** The time when the seller marked it as pressed, and as shipped, or when the marketplace did. */
  pressedAt: z.string().nullable(),
  shippedAt: z.string().nullable(),
  shipment: shipmentSchema.nullable(),
}

/** The body of POST /orders/pressed: these orders, or all that a print has made complete. */
export const ordersPressedSchema = z
  .object({
    orderIds: z.array(idSchema).min(1, "Select at least one order").max(MAX_BULK_IDS).optional(),
    printId: idSchema.optional(),
    /** False takes it back, and reports that the marketplace does not have yet are not sent. */
    isPressed: z.boolean().default(true),
  })
  .refine(({ orderIds, printId }) => (orderIds === undefined) !== (printId === undefined), {
    error: "Name either orders or a print",
  })
  .meta({ oneOf: [{ required: ["orderIds"] }, { required: ["printId"] }] })

const line = (label: string, most: number) =>
  z
    .string({ error: `${label} must be text` })
    .overwrite(labelText)
    .trim()
    .max(most, `${label} must be at most ${most} characters`)

const newShipmentSchema = z.object({
  orderId: idSchema,
  carrier: line("Carrier", MAX_CARRIER_LENGTH).default(""),
  trackingNumber: line("Tracking number", MAX_TRACKING_LENGTH).default(""),
  /** True to report it to the marketplace, which notifies the buyer. Else it is noted here alone. */
  tellMarketplace: z.boolean().default(false),
  /** True to report it once more, even if the marketplace may know: the buyer gets another mail. */
  isAgain: z.boolean().default(false),
})
export type NewShipment = z.output<typeof newShipmentSchema>

/** The body of POST /orders/shipments. */
export const shipmentsSchema = z.object({
  shipments: z
    .array(newShipmentSchema)
    .min(1, "Select at least one order")
    .max(MAX_BULK_IDS)
    .refine((shipments) => new Set(shipments.map(({ orderId }) => orderId)).size === shipments.length, {
      error: "An order is listed twice",
    }),
})

/** An order after the call. `problem` says why it is not as asked; null if it is. */
export const fulfilledSchema = z.object({
  orderId: idSchema,
  orderNumber: z.string(),
  ...fulfilment,
  problem: z.string().nullable(),
})
export type Fulfilled = z.infer<typeof fulfilledSchema>

/** The filters of orders by the next step after printing. */
export const fulfilmentFilters = ["to-press", "to-ship", "not-told"] as const
export type FulfilmentFilter = (typeof fulfilmentFilters)[number]
