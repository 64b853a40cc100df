/** The states on the wire, spelt as people see them. */
export const printStatuses = ["In Draft", "Processing", "Completed", "Deleted", "Cancelled"] as const
export type PrintStatus = (typeof printStatuses)[number]

/**
 * The type of a print that orders made, of whichever shop. The specification calls it Etsy in replies and
 * filters; its rows have the same word.
 */
export const PRINT_OF_ORDERS = "Etsy"

export const printTypes = ["Manual", PRINT_OF_ORDERS] as const
export type PrintType = (typeof printTypes)[number]

/** The certainty of a reading of buyer's answers for the artwork's fields. */
export const readings = ["certain", "doubtful", "none"] as const

/** The states of an image with one set of values: queued, drawn, or impossible to draw. */
export const variantStates = ["waiting", "ready", "failed"] as const

export const orderStatuses = ["Pending", "In Draft", "Partially Completed", "Completed"] as const
export type OrderStatus = (typeof orderStatuses)[number]

export const paymentStatuses = ["Pending", "Completed", "Cancelled", "Refunded"] as const
export type PaymentStatus = (typeof paymentStatuses)[number]

/** The states of a payment's newest dispute: open, decided for the shop (won), or for the payer (lost). */
export const disputeStates = ["open", "won", "lost"] as const
export type DisputeState = (typeof disputeStates)[number]

export const userRoles = ["user", "admin"] as const
export type UserRole = (typeof userRoles)[number]

export const userStatuses = ["active", "inactive"] as const

/**
 * The states of an image. `Ingesting`: being read. `Ready`: printable. `Failed`: see failureReason.
 */
export const imageStatuses = ["Ingesting", "Ready", "Failed"] as const

export const notificationTypes = ["print", "image", "size", "payment", "profile"] as const
export type NotificationType = (typeof notificationTypes)[number]

/** The reasons why pieces are made once more. */
export const remakeReasons = ["cut", "ink", "lost", "other"] as const
export type RemakeReason = (typeof remakeReasons)[number]

/** Returns true in the states in which items may change and the print may be processed. */
export function isPrintEditable(status: PrintStatus): boolean {
  return status === "In Draft" || status === "Deleted" || status === "Cancelled"
}

/** Returns false for a running print, which cannot be deleted; cancel it first. */
export function isPrintDeletable(status: PrintStatus): boolean {
  return status !== "Processing"
}

/** The ways in which pieces are laid on the film: see sheet/layout/README.md. */
export const packings = ["tightest", "by-order", "straight-cuts"] as const
export type Packing = (typeof packings)[number]

/** The time that a queue step searches a layout: a tenth of a second, one, or ten. */
export const layoutEfforts = ["quick", "balanced", "best"] as const
export type LayoutEffort = (typeof layoutEfforts)[number]

/** The marketplaces whose shops a seller connects. */
export const connectableTypes = ["Etsy", "Shopify"] as const

/** The vendors whose failures are recorded. */
export const vendors = ["Cloudflare", ...connectableTypes, "PayPal", "Turnstile", "Mail"] as const

/** The ways of finished files to an address of the seller. */
export const deliveryKinds = ["WebDAV", "S3", "Form"] as const

/** The states of a delivery: queued or between two tries, sending, all arrived, given up. */
export const deliveryStates = ["waiting", "sending", "sent", "failed"] as const

/** The action of an autopilot after it made a draft. */
export const autopilotActions = ["draft", "process"] as const

/** The states of a run: orders are read, a draft is made, laid out, processed; then how it ended. */
export const autopilotRunStates = ["syncing", "batching", "packing", "processing", "done", "failed"] as const

/**
 * The states of a shipment: kept here alone (`noted`); or of the report to the marketplace: queued,
 * being sent, sent, refused, or perhaps sent, because nobody answered.
 */
export const shipmentStates = ["noted", "waiting", "sending", "sent", "failed", "unsure"] as const
