import { queryOptions } from "@tanstack/react-query"
import { type Integration, integrationSchema, syncReplySchema } from "../../contract/integration.ts"
import { texts } from "../../contract/text.ts"
import { apiGet, apiList } from "./api.ts"
import { refresh } from "./query-client.ts"
import { awaitSync, forgetSyncProgress } from "./sync-progress.ts"
import { toastError } from "./toast.tsx"

/** What the server says of a shop without tokens. */
const NOT_CONNECTED = "accessToken is not defined"
/** A running sync is looked at that often where the live connection says nothing. */
const RUNNING_MS = 4_000
/** More than one account may have. */
const ALL = 100

/** Every shop of the seller, by name; the pickers and the orders' page share it. */
export function allIntegrationsOptions() {
  return queryOptions({
    queryKey: ["integrations", "all"],
    queryFn: () =>
      apiList("/integrations", integrationSchema, { limit: ALL, sortBy: "name", sort: "asc" as const }),
    refetchInterval: (query) => (query.state.data?.data.some(isSyncing) ? RUNNING_MS : false),
  })
}

export function integrationOptions(id: string) {
  return queryOptions({
    queryKey: ["integrations", "one", id],
    queryFn: () => apiGet(`/integrations/${id}`, integrationSchema),
    refetchInterval: (query) => (query.state.data && isSyncing(query.state.data) ? RUNNING_MS : false),
    meta: { silent: true },
  })
}

export function isSyncing(integration: Pick<Integration, "syncState">): boolean {
  return integration.syncState === "running"
}

/** Starts reading a shop's orders, or joins the sync that runs; its end is told by the live connection. */
export async function startSync(id: string): Promise<void> {
  forgetSyncProgress(id)
  awaitSync(id)
  await apiGet(`/integrations/${id}/orders`, syncReplySchema)
  await refresh("integrations")
}

/** The server's words, but for a shop that was never connected. */
export function toastSyncError(message: string): void {
  toastError(message === NOT_CONNECTED ? texts.connectToSync : message)
}
