import { queryOptions } from "@tanstack/react-query"
import type { z } from "zod"
import {
  connectReplySchema,
  type integrationCreateSchema,
  integrationSchema,
  type integrationUpdateSchema,
} from "../../../contract/integration.ts"
import type { ListQuery } from "../../../contract/list.ts"
import { apiGet, apiList, apiSend } from "../../lib/api.ts"
import { refresh } from "../../lib/query-client.ts"

/** One page of the seller's shops. */
export function integrationsOptions(query: ListQuery) {
  return queryOptions({
    queryKey: ["integrations", "list", query],
    queryFn: () => apiList("/integrations", integrationSchema, query),
    placeholderData: (previous) => previous,
  })
}

/** Adds a shop and answers where the seller gives leave to read it. */
export async function addIntegration(input: z.output<typeof integrationCreateSchema>): Promise<string> {
  const { connectUrl } = await apiSend("POST", "/integrations", input, connectReplySchema)
  await refresh("integrations", "statistics")
  return connectUrl
}

export async function updateIntegration(
  id: string,
  change: z.output<typeof integrationUpdateSchema>,
): Promise<void> {
  await apiSend("PUT", `/integrations/${id}`, change)
  await refresh("integrations", "orders")
}

/** Its orders go with it; prints made from them stay. */
export async function deleteIntegration(id: string): Promise<void> {
  await apiSend("DELETE", `/integrations/${id}`)
  await refresh("integrations", "orders", "statistics")
}

const connectSchema = connectReplySchema.pick({ connectUrl: true })

/** Leaves for the provider's consent page, which leads back here. */
export async function connectIntegration(id: string): Promise<void> {
  const { connectUrl } = await apiGet(`/integrations/${id}/auth`, connectSchema)
  goToProvider(connectUrl)
}

export function goToProvider(connectUrl: string): void {
  window.location.assign(connectUrl)
}
