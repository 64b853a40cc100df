import { queryOptions } from "@tanstack/react-query"
import { paymentSchema } from "../../contract/payment.ts"
import { apiGet } from "./api.ts"

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
