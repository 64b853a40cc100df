/** Every state that crosses the wire, spelt as it is shown. */
export const printStatuses = ["In Draft", "Processing", "Completed", "Deleted", "Cancelled"] as const
export type PrintStatus = (typeof printStatuses)[number]

export const printTypes = ["Manual", "Etsy"] as const
export type PrintType = (typeof printTypes)[number]

export const orderStatuses = ["Pending", "In Draft", "Partially Completed", "Completed"] as const
export type OrderStatus = (typeof orderStatuses)[number]

export const paymentStatuses = ["Pending", "Completed", "Cancelled", "Refunded"] as const
export type PaymentStatus = (typeof paymentStatuses)[number]

/** How the newest dispute about a payment stands, beside its status: open, decided for the shop, or for the payer. */
export const disputeStates = ["open", "won", "lost"] as const
export type DisputeState = (typeof disputeStates)[number]

export const userRoles = ["user", "admin"] as const
export type UserRole = (typeof userRoles)[number]

export const userStatuses = ["active", "inactive"] as const

/** `Uploading`: bytes still arriving, as earlier versions showed; `Ingesting`: being read; `Ready`: printable; `Failed`: see failureReason. */
export const imageStatuses = ["Uploading", "Ingesting", "Ready", "Failed"] as const

export const notificationTypes = ["print", "image", "size", "payment", "profile"] as const
export type NotificationType = (typeof notificationTypes)[number]

/** Items may change, and a print may be processed, in these states only. */
export function isPrintEditable(status: PrintStatus): boolean {
  return status === "In Draft" || status === "Deleted" || status === "Cancelled"
}

/** Only a running print is protected from deletion: cancel it first. */
export function isPrintDeletable(status: PrintStatus): boolean {
  return status !== "Processing"
}
