import { queryOptions } from "@tanstack/react-query"
import { operations } from "../../../contract/api/operations-api.ts"
import type { Decision, Trouble } from "../../../contract/operations/operations.ts"
import { api, apiData } from "../../lib/api.ts"
import { refresh } from "../../lib/query-client.ts"

/** The time between loads: the sweeps run every minute, so nothing changes before. */
const REFRESH_MS = 60_000

/** The state of the deployment as a whole. */
export const operationsQuery = queryOptions({
  queryKey: ["operations"],
  queryFn: () => apiData(operations.overview, {}),
  refetchInterval: REFRESH_MS,
})

/** Retries a troubled thing now, or gives it up; returns the server's message. */
export async function decide({ kind, _id }: Trouble, decision: Decision): Promise<string> {
  const { message } = await api(operations.decide, { body: { kind, _id, decision } })
  await refresh("operations", "audit")
  return message
}
