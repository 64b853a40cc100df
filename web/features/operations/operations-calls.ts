import { queryOptions } from "@tanstack/react-query"
import { operations } from "../../../contract/api/operations-api.ts"
import type { Decision, Trouble } from "../../../contract/operations/operations.ts"
import { api, apiData } from "../../lib/api.ts"
import { refresh } from "../../lib/query-client.ts"

/** The sweeps run every minute, so nothing is news before. */
const REFRESH_MS = 60_000

/** How the shop as a whole is doing. */
export const operationsQuery = queryOptions({
  queryKey: ["operations"],
  queryFn: () => apiData(operations.overview, {}),
  refetchInterval: REFRESH_MS,
})

/** Tries a troubled thing again now, or gives it up; answers what the server says. */
export async function decide({ kind, _id }: Trouble, decision: Decision): Promise<string> {
  const { message } = await api(operations.decide, { body: { kind, _id, decision } })
  await refresh("operations", "audit")
  return message
}
