import { queryOptions } from "@tanstack/react-query"
import type { ListQuery } from "../../../contract/list.ts"
import { paymentSchema } from "../../../contract/payment.ts"
import type { PaymentStatus } from "../../../contract/status.ts"
import { apiGet, apiList, apiSend } from "../../lib/api.ts"
import { refresh } from "../../lib/query-client.ts"

/** Events announce what changes; this only covers a page whose events cannot arrive. */
const PENDING_LOOK_MS = 15_000

/** One payment, asked for again while it is Pending. */
export function paymentOptions(id: string) {
  return queryOptions({
    queryKey: ["payments", "one", id],
    queryFn: () => apiGet(`/payments/${encodeURIComponent(id)}`, paymentSchema),
    enabled: id !== "",
    refetchInterval: ({ state }) => (state.data?.status === "Pending" ? PENDING_LOOK_MS : false),
    meta: { silent: true },
  })
}

/** One page of one's own payments. */
export function paymentsOptions(query: ListQuery) {
  return queryOptions({
    queryKey: ["payments", "mine", query],
    queryFn: () => apiList("/payments", paymentSchema, query),
    placeholderData: (previous) => previous,
  })
}

/** One page of everybody's transfers in one state, or under dispute; for admins. */
export function transfersOptions(query: ListQuery & ({ status: PaymentStatus } | { dispute: "open" })) {
  return queryOptions({
    queryKey: ["payments", "transfers", query],
    queryFn: () => apiList("/payments/completedTransfers", paymentSchema, query),
    placeholderData: (previous) => previous,
  })
}

/** Completes or cancels a Pending bank transfer; for admins. */
export async function settleTransfer(id: string, status: "Completed" | "Cancelled"): Promise<void> {
  await apiSend("PUT", `/payments/${id}`, { status })
  await refresh("payments", "profile", "statement", "users", "audit")
}
