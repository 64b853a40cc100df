import type { Money, OrderRequest } from "./paypal-order-request.ts"

export type Capture = {
  id: string
  status: "COMPLETED" | "PENDING" | "DECLINED" | "PARTIALLY_REFUNDED" | "REFUNDED"
  amount: Money
  createTime: string
  /** The reason why the capture is PENDING. */
  pendingReason: string
}
export type Refund = {
  id: string
  captureId: string
  status: "COMPLETED" | "PENDING" | "CANCELLED"
  amount: Money
  createTime: string
  isHidden?: boolean
}
export type Order = {
  id: string
  status: "CREATED" | "PAYER_ACTION_REQUIRED" | "APPROVED" | "VOIDED" | "COMPLETED"
  request: OrderRequest
  createTime: string
  captures: Capture[]
  refunds: Refund[]
  /** The number of tries to capture it. */
  captureCalls: number
  /** The payer's choice on PayPal's page: an eCheck takes days to clear. */
  funding: Funding
}
export type Funding = "instant" | "echeck"
