import { queryOptions } from "@tanstack/react-query"
import { payments } from "../../../contract/api/payment-api.ts"
import type { ListQuery } from "../../../contract/list.ts"
import type { PaymentStatus } from "../../../contract/status.ts"
import { api, apiData } from "../../lib/api.ts"
import { refresh } from "../../lib/query-client.ts"

/** The time after which a pending payment is loaded again, if events cannot arrive. */
const PENDING_LOOK_MS = 15_000

/** Loads one payment, again and again while it is Pending. */
export function paymentOptions(id: string) {
  return queryOptions({
    queryKey: ["payments", "one", id],
    queryFn: () => apiData(payments.one, { params: { id } }),
    enabled: id !== "",
    refetchInterval: ({ state }) => (state.data?.status === "Pending" ? PENDING_LOOK_MS : false),
    meta: { silent: true },
  })
}

export function paymentsOptions(query: ListQuery) {
  return queryOptions({
    queryKey: ["payments", "mine", query],
    queryFn: () => api(payments.list, { query }),
    placeholderData: (previous) => previous,
  })
}

/** Loads one page of everybody's transfers in one state, or under dispute; for admins. */
export function transfersOptions(query: ListQuery & ({ status: PaymentStatus } | { dispute: "open" })) {
  return queryOptions({
    queryKey: ["payments", "transfers", query],
    queryFn: () => api(payments.transfers, { query }),
    placeholderData: (previous) => previous,
  })
}

/** Completes or cancels a Pending bank transfer; for admins. */
export async function settleTransfer(id: string, status: "Completed" | "Cancelled"): Promise<void> {
  await apiData(payments.settle, { params: { id }, body: { status } })
  await refresh("payments", "profile", "statement", "statistics", "users", "audit")
}
