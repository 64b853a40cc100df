import { queryOptions } from "@tanstack/react-query"
import type { z } from "zod"
import { integrations } from "../../../contract/api/integration-api.ts"
import type {
  Integration,
  integrationCreateSchema,
  integrationUpdateSchema,
} from "../../../contract/integrations/integration.ts"
import type { ListQuery } from "../../../contract/list.ts"
import { api, apiData } from "../../lib/api.ts"
import { awaitEnd, syncProgress } from "../../lib/live-progress.ts"
import { refresh } from "../../lib/query-client.ts"

export function integrationsOptions(query: ListQuery) {
  return queryOptions({
    queryKey: ["integrations", "list", query],
    queryFn: () => api(integrations.list, { query }),
    placeholderData: (previous) => previous,
  })
}

/** The time after which a running sync is loaded again if the live connection says nothing. */
const RUNNING_MS = 4_000
/** More shops than one account may have. */
const ALL = 100

/** Lists every shop of the seller, by name; the pickers and the orders' page share it. */
export function allIntegrationsOptions() {
  return queryOptions({
    queryKey: ["integrations", "all"],
    queryFn: () => api(integrations.list, { query: { limit: ALL, sortBy: "name", sort: "asc" as const } }),
    refetchInterval: (query) => (query.state.data?.data.some(isSyncing) ? RUNNING_MS : false),
  })
}

export function integrationOptions(id: string) {
  return queryOptions({
    queryKey: ["integrations", "one", id],
    queryFn: () => apiData(integrations.one, { params: { id } }),
    refetchInterval: (query) => (query.state.data && isSyncing(query.state.data) ? RUNNING_MS : false),
    meta: { silent: true },
  })
}

export function isSyncing(integration: Pick<Integration, "syncState">): boolean {
  return integration.syncState === "running"
}

/** Starts a shop's sync, or joins the running one. The live connection reports its end. */
export async function startSync(id: string): Promise<void> {
  syncProgress.forget(id)
  awaitEnd(id)
  await apiData(integrations.sync, { params: { id } })
  await refresh("integrations")
}

/** Adds a shop and returns the address where the seller permits reading it. */
export async function addIntegration(input: z.output<typeof integrationCreateSchema>): Promise<string> {
  const { connectUrl } = await apiData(integrations.add, { body: input })
  await refresh("integrations", "statistics")
  return connectUrl
}

/** Changes a shop; returns the server's message. */
export async function updateIntegration(
  id: string,
  change: z.output<typeof integrationUpdateSchema>,
): Promise<string> {
  const answer = (await api(integrations.update, { params: { id }, body: change })).message
  await refresh("integrations", "orders")
  return answer
}

/** Deletes a shop with its orders; prints made from them stay. Returns the server's message. */
export async function deleteIntegration(id: string): Promise<string> {
  const answer = (await api(integrations.remove, { params: { id } })).message
  await refresh("integrations", "orders", "statistics")
  return answer
}

/**
 * Leaves for the provider's consent page, which leads back here. `ships`: also asks for permission to mark
 * orders as shipped.
 */
export async function connectIntegration(id: string, ships = false): Promise<void> {
  const { connectUrl } = await apiData(integrations.connect, {
    params: { id },
    query: ships ? { ships: "true" } : {},
  })
  goToProvider(connectUrl)
}

export function goToProvider(connectUrl: string): void {
  window.location.assign(connectUrl)
}
