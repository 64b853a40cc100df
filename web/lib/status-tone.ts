import type { OrderStatus, PaymentStatus, PrintStatus } from "../../contract/status.ts"

/** The four state colours of the tokens. */
export type Tone = "good" | "warn" | "bad" | "busy"

export function printStatusTone(status: PrintStatus): Tone {
  if (status === "Completed") return "good"
  if (status === "Deleted") return "bad"
  if (status === "In Draft") return "warn"
  return "busy"
}

export function orderStatusTone(status: OrderStatus): Tone {
  if (status === "Completed") return "good"
  if (status === "Partially Completed") return "busy"
  return "warn"
}

export function paymentStatusTone(status: PaymentStatus): Tone {
  if (status === "Completed") return "good"
  if (status === "Pending") return "warn"
  return "bad"
}
