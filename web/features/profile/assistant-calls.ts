import { queryOptions } from "@tanstack/react-query"
import { assistants } from "../../../contract/api/assistant-api.ts"
import type { Id } from "../../../contract/id.ts"
import { api, apiData } from "../../lib/api.ts"
import { refresh } from "../../lib/query-client.ts"

export function assistantsOptions(userId: Id) {
  return queryOptions({
    queryKey: ["assistants", userId],
    queryFn: () => apiData(assistants.list),
  })
}

/** Ends an assistant's access; returns the server's message. */
export async function disconnectAssistant(id: Id): Promise<string> {
  try {
    return (await api(assistants.remove, { params: { id } })).message
  } finally {
    void refresh("assistants")
  }
}
